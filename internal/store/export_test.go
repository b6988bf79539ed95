package store

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
)

// OpenAt creates a database of an older version and closes it.
func OpenAt(tb testing.TB, url string, version int) {
	tb.Helper()
	s, err := open(url, version, Options{})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		tb.Fatal(err)
	}
}

// RawAt runs a statement in a database of an older version.
func RawAt(tb testing.TB, url string, version int, statement string, args ...any) {
	tb.Helper()
	s, err := open(url, version, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := s.write.ExecContext(context.Background(), s.d.bind(statement), args...); err != nil {
		tb.Fatal(err)
	}
	if err := s.Close(); err != nil {
		tb.Fatal(err)
	}
}

// RawUnopened runs a statement in a database without migrating it.
func RawUnopened(tb testing.TB, url, statement string, args ...any) {
	tb.Helper()
	t, err := parse(url)
	if err != nil {
		tb.Fatal(err)
	}
	open, place := openSQLite, t.path
	if t.postgres {
		open, place = openPostgres, t.url
	}
	s, err := open(place, 0)
	if err != nil {
		tb.Fatal(err)
	}
	defer s.write.Close()
	if s.read != s.write {
		defer s.read.Close()
	}
	if _, err := s.write.ExecContext(context.Background(), s.d.bind(statement), args...); err != nil {
		tb.Fatal(err)
	}
}

// Raw runs a statement on the write connection. It fails the test if the statement vacuums all
// tables of a PostgreSQL database, because tests share the database, and VACUUM FULL would lock and
// rewrite the tables of other tests.
func (s *Store) Raw(tb testing.TB, statement string) {
	tb.Helper()
	if words := strings.Fields(statement); s.d.numbered && words[0] == "VACUUM" && slices.Contains([]string{"VACUUM", "FULL", "ANALYZE"}, words[len(words)-1]) {
		tb.Fatalf("%s: other tests use this database, so name the tables", statement)
	}
	if _, err := s.write.ExecContext(context.Background(), statement); err != nil {
		tb.Fatalf("%v in: %s", err, statement)
	}
}

// Tidy vacuums and analyzes the tables of PostgreSQL, as autovacuum would after a while. Because
// index-only scans require that every transaction sees all rows, Tidy waits for the transactions of
// other tests in the same database.
func (s *Store) Tidy(tb testing.TB) {
	tb.Helper()
	const patience = 2 * time.Minute
	left := s.tables(tb, "")
	for begin := time.Now(); left != ""; left = s.tables(tb, " AND relallvisible < relpages") {
		if time.Since(begin) > patience {
			tb.Fatalf("some transaction does not see all rows of %s", left)
		}
		s.Raw(tb, "VACUUM ANALYZE "+left)
		time.Sleep(20 * time.Millisecond)
	}
}

// Compact frees the space of rows that have been deleted from the tables of
// PostgreSQL.
func (s *Store) Compact(tb testing.TB) {
	tb.Helper()
	s.Raw(tb, "VACUUM FULL "+s.tables(tb, ""))
}

// tables returns the names of the PostgreSQL tables that meet a condition, separated by commas. The
// condition is empty or begins with AND.
func (s *Store) tables(tb testing.TB, condition string) (names string) {
	tb.Helper()
	query := "SELECT coalesce(string_agg(oid::regclass::text, ', '), '') FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'" + condition
	if err := s.write.QueryRowContext(context.Background(), query).Scan(&names); err != nil {
		tb.Fatal(err)
	}
	return names
}

// Columns lists the columns of all tables, as "table.column", except those that
// only one of the databases has.
func (s *Store) Columns(tb testing.TB) (out []string) {
	tb.Helper()
	query := "SELECT m.name || '.' || c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT IN ('notice', 'sqlite_sequence')"
	if s.d.numbered {
		query = `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'layout'`
	}
	rows, err := s.read.QueryContext(context.Background(), query)
	if err != nil {
		tb.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			tb.Fatal(err)
		}
		out = append(out, name)
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// Stamped lists the tables whose triggers set the stamp of a game for every kind of write.
func (s *Store) Stamped(tb testing.TB) (out []string) {
	tb.Helper()
	query := "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INTO stamp %' GROUP BY tbl_name HAVING count(*) = 3 ORDER BY 1"
	if s.d.numbered { // for each row, and after INSERT, DELETE and UPDATE
		query = `SELECT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
			WHERE p.proname = 'stamp_game' AND c.relnamespace = current_schema()::regnamespace AND t.tgtype = 1 + 4 + 8 + 16 ORDER BY 1`
	}
	rows, err := s.read.QueryContext(context.Background(), query)
	if err != nil {
		tb.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			tb.Fatal(err)
		}
		out = append(out, name)
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	return out
}

// Versions returns the number of versions of the layout.
func Versions(tb testing.TB) int {
	tb.Helper()
	files, err := migrationFiles()
	if err != nil {
		tb.Fatal(err)
	}
	return len(files)
}

// Unsettle puts the database into the state in which processes of an earlier version may still
// run.
func (s *Store) Unsettle(tb testing.TB) {
	tb.Helper()
	s.Raw(tb, "DELETE FROM item WHERE kind = 'layout'")
	s.Raw(tb, "INSERT INTO item (game, kind, name, data) VALUES ('', 'layout', 'migrated', CAST('2026-01-01T00:00:00Z' AS "+map[bool]string{true: "BYTEA", false: "BLOB"}[s.d.numbered]+"))")
	s.looked.Store(0)
	s.settled.Store(0)
}

// Compatible returns the oldest version that a program must know to write to the database.
func (s *Store) Compatible(tb testing.TB) int {
	tb.Helper()
	l, err := s.Layout(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return l.From
}

// PackedVersion is the version that introduced packed phases.
const PackedVersion = packedVersion

// Watch calls f in a read transaction, and calls watch with each statement that f runs.
func (s *Store) Watch(tb testing.TB, f func(*game.Tx) error, watch func(query string, args []any)) {
	tb.Helper()
	if err := s.Read(context.Background(), func(t *game.Tx) error {
		t.Games.(*tx).watch = watch
		return f(t)
	}); err != nil {
		tb.Fatal(err)
	}
}

// Plan returns the database's query plan for a statement. For PostgreSQL it runs the statement, and
// the plan is JSON.
func (s *Store) Plan(tb testing.TB, query string, args []any) string {
	tb.Helper()
	if s.d.numbered {
		query = "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) " + query
	} else {
		query = "EXPLAIN QUERY PLAN " + query
	}
	rows, err := s.read.QueryContext(context.Background(), query, args...)
	if err != nil {
		tb.Fatalf("%v in: %s", err, query)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var id, parent, unused int
		var line string
		into := []any{&line}
		if !s.d.numbered {
			into = []any{&id, &parent, &unused, &line}
		}
		if err := rows.Scan(into...); err != nil {
			tb.Fatal(err)
		}
		out = append(out, line)
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	return strings.Join(out, "\n")
}

// Count returns the number that a statement reads.
func (s *Store) Count(tb testing.TB, query string) int {
	tb.Helper()
	return s.count(tb, query)
}

// NewestForm is the newest version with a data format that programs of earlier versions cannot
// read.
const NewestForm = leanVersion

// Numbered reports whether the database is PostgreSQL.
func (s *Store) Numbered() bool { return s.d.numbered }

// Plain returns the number of resolved phases that are not packed.
func (s *Store) Plain(tb testing.TB) int {
	tb.Helper()
	return s.count(tb, "SELECT count(*) FROM phase WHERE packed IS NULL AND after IS NOT NULL")
}

// Packed returns the number of packed phases.
func (s *Store) Packed(tb testing.TB) int {
	tb.Helper()
	return s.count(tb, "SELECT count(*) FROM phase WHERE packed IS NOT NULL AND position = '' AND after IS NULL AND events IS NULL AND throws IS NULL")
}

func (s *Store) count(tb testing.TB, query string) (n int) {
	tb.Helper()
	if err := s.read.QueryRowContext(context.Background(), query).Scan(&n); err != nil {
		tb.Fatal(err)
	}
	return n
}

// Readable reports whether a statement that reads a number succeeds.
func (s *Store) Readable(query string) bool {
	var n int
	return s.read.QueryRowContext(context.Background(), query).Scan(&n) == nil
}

// LookAgain makes the next write check that the database is still the one that was opened.
func (s *Store) LookAgain() { s.looked.Store(0) }
