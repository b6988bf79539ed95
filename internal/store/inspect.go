package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"
)

// Inspection describes the state of a database.
type Inspection struct {
	Name   string // name for people, without a password
	Server string // the database's software and version
	Path   string // path of the file; empty for PostgreSQL
	Size   int64  // in bytes
	// Layout is the version of the tables; 0 means that there are none yet. Known is the version
	// that this program creates.
	Layout, Known int
	// Compatible is the oldest version that a program must know to write to the tables. It is only
	// set if Layout is newer than Known.
	Compatible int
	Clock      time.Time // the server's time; zero for a file

	Mark  string // mark of the secret from which its keys are derived; empty if it is not recorded yet
	Marks int64  // number of the judge's last mark, which reveals whether a copy replaced the file
	// Failed counts the jobs that have failed at least three times. Late is how long the oldest
	// unclaimed job has been due, if longer than lateJob. Both are keyed by kind of job.
	Failed map[string]int
	Late   map[string]time.Duration

	Archived int // number of games in the archive of an earlier version
}

// lateJob is the maximum time for which a job is due in a healthy judge.
const lateJob = 5 * time.Minute

// ErrNoDatabase is returned for a missing file. The judge creates the file when
// it starts.
var ErrNoDatabase = errors.New("there is no database yet")

// ErrReadOnly is returned for a database that cannot be written to.
var ErrReadOnly = errors.New("it cannot be written to: it is a standby, or set to be read only")

// Inspect examines the database at a URL, as accepted by Open, without changing it: its version,
// and whether it can be reached, read and written. It checks a file for damage. If there is an
// error, the Inspection contains what was found before it.
func Inspect(ctx context.Context, url string) (Inspection, error) {
	var i Inspection
	files, err := migrationFiles()
	if err != nil {
		return i, err
	}
	i.Known = len(files)
	t, err := parse(url)
	if err != nil {
		return i, err
	}
	if t.postgres {
		s, err := openPostgres(t.url, 0)
		if err != nil {
			return i, err
		}
		i.Name = s.name
		return i, errors.Join(s.d.plain(i.postgres(ctx, s.write)), s.write.Close())
	}
	i.Name, i.Path = "the database "+t.path, t.path
	info, err := os.Stat(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return i, ErrNoDatabase
	}
	if err != nil {
		return i, err
	}
	i.Size = info.Size()
	db, err := openFile(t.path, "_txlock=immediate")
	if err != nil {
		return i, err
	}
	return i, errors.Join(i.sqlite(ctx, db), db.Close())
}

// sqlite examines a file.
func (i *Inspection) sqlite(ctx context.Context, db *sql.DB) error {
	if err := db.QueryRowContext(ctx, "SELECT 'SQLite ' || sqlite_version()").Scan(&i.Server); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&i.Layout); err != nil {
		return err
	}
	if err := foreign(ctx, db, i.Layout); err != nil {
		return err
	}
	t, err := db.BeginTx(ctx, nil) // acquires the write lock
	if err != nil {
		return fmt.Errorf("it cannot be written to: %w", err)
	}
	if err := t.Rollback(); err != nil {
		return err
	}
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("it is damaged: %s", verdict)
	}
	return i.work(ctx, db, time.Now())
}

// work reads the mark of the secret, and finds jobs that have failed or are late. It also finds the
// oldest compatible version, the judge's last mark and archived games.
func (i *Inspection) work(ctx context.Context, db *sql.DB, now time.Time) error {
	if i.Layout < itemVersion {
		return nil
	}
	if i.Layout > i.Known {
		var err error
		if i.Compatible, err = compatible(ctx, db, i.Layout); err != nil || i.Compatible > i.Known {
			return err
		}
	}
	var mark []byte
	err := db.QueryRowContext(ctx, "SELECT data FROM item WHERE game = '' AND kind = 'secret' AND name = 'mark'").Scan(&mark)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	i.Mark = string(mark)
	var marks []byte
	err = db.QueryRowContext(ctx, "SELECT data FROM item WHERE game = '' AND kind = 'judge' AND name = 'serial'").Scan(&marks)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	i.Marks, _ = strconv.ParseInt(string(marks), 10, 64)
	there, err := archives(ctx, db, i.Path == "")
	if err != nil {
		return err
	}
	if there {
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM game WHERE archived IS NOT NULL").Scan(&i.Archived); err != nil {
			return err
		}
	}
	at := now.UnixMicro()
	rows, err := db.QueryContext(ctx, fmt.Sprintf(`SELECT kind, count(CASE WHEN tries >= 3 AND failed <> '' THEN 1 END),
			coalesce(min(CASE WHEN due <= %d AND (claimed IS NULL OR claimed <= %d) THEN due END), %d)
		FROM job GROUP BY kind`, at, at, at))
	if err != nil {
		return err
	}
	defer rows.Close()
	i.Failed, i.Late = map[string]int{}, map[string]time.Duration{}
	for rows.Next() {
		var kind string
		var failed int
		var due int64
		if err := rows.Scan(&kind, &failed, &due); err != nil {
			return err
		}
		if failed > 0 {
			i.Failed[kind] = failed
		}
		if late := now.Sub(time.UnixMicro(due)); late > lateJob {
			i.Late[kind] = late
		}
	}
	return rows.Err()
}

// itemVersion is the first version of the layout with items and jobs.
const itemVersion = 4

// ErrForeign means that a file holds the database of another program.
var ErrForeign = errors.New("it is the database of another program")

// foreign returns ErrForeign if a file holds tables, but not a judge's tables. The version number
// alone is not sufficient, because other programs use it too.
func foreign(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, layout int,
) error {
	var tables, ours int
	err := db.QueryRowContext(ctx, `SELECT count(*), count(CASE WHEN name IN ('game', 'phase', 'seat') THEN 1 END)
		FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).Scan(&tables, &ours)
	if err == nil && (tables > 0 && ours < 3 || tables == 0 && layout > 0) {
		return ErrForeign
	}
	return err
}

// postgres examines a PostgreSQL database.
func (i *Inspection) postgres(ctx context.Context, db *sql.DB) error {
	var micros int64
	if err := db.QueryRowContext(ctx, `SELECT 'PostgreSQL ' || current_setting('server_version'),
		(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`).Scan(&i.Server, &micros); err != nil {
		return err
	}
	i.Clock = time.UnixMicro(micros).UTC()
	var readOnly, schema, tables bool
	if err := db.QueryRowContext(ctx, `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
		coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE), to_regclass('layout') IS NOT NULL`).Scan(&readOnly, &schema, &tables); err != nil {
		return err
	}
	switch {
	case readOnly:
		return ErrReadOnly
	case !schema && !tables:
		return errors.New("tables cannot be made in it: its schema is missing, or its owner has not allowed it; GRANT CREATE ON SCHEMA to the user of the URL")
	case !tables:
		return nil
	}
	if err := db.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM layout").Scan(&i.Layout); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'").Scan(&i.Size); err != nil {
		return err
	}
	return i.work(ctx, db, i.Clock)
}

// compatible returns the oldest version of the layout that a program must know to write to a
// database of the given version.
func compatible(ctx context.Context, db *sql.DB, version int) (int, error) {
	var data []byte
	err := db.QueryRowContext(ctx, "SELECT data FROM item WHERE game = '' AND kind = '"+layoutItem+"' AND name = '"+compatibleKey+"'").Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return version, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(data))
}

// Layout describes the version of the database's tables.
type Layout struct {
	Have  int // version of the tables
	Known int // version that this program creates
	// From is the oldest version that a program must know to write. It can exceed Known if a newer
	// program has migrated the database while this one was running.
	From int
}

// Layout returns the version of the database's tables.
func (s *Store) Layout(ctx context.Context) (Layout, error) {
	l := Layout{Known: s.known}
	query := "PRAGMA user_version"
	if s.d.numbered {
		query = "SELECT version FROM layout"
	}
	if err := s.read.QueryRowContext(ctx, query).Scan(&l.Have); err != nil {
		return l, s.d.plain(err)
	}
	var err error
	l.From, err = compatible(ctx, s.read, l.Have)
	return l, s.d.plain(err)
}
