package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"podesta/internal/game"
)

// lookEvery is how often writes check that the layout has not changed.
const lookEvery = time.Second

// current returns an error if the database file was moved, or once the database contains data that
// only newer programs can read, because this program would damage it. It checks this at most once
// every lookEvery.
func (s *Store) current(x *tx) error {
	now := time.Now().UnixNano()
	if age := now - s.looked.Load(); age >= 0 && age < int64(lookEvery) {
		return nil
	}
	if err := s.inPlace(); err != nil {
		return err
	}
	query := "PRAGMA user_version"
	if s.d.numbered {
		query = "SELECT version FROM layout"
	}
	have, err := one(x, func(row row) (n int, err error) { return n, row(&n) }, query)
	if err != nil {
		return err
	}
	if have > s.known {
		from, err := x.compatibleFrom(have)
		if err != nil {
			return err
		}
		if s.known < from {
			return fmt.Errorf("%w (%s has layout %d, for programs that know %d, and this program knows %d)", game.ErrOutdated, s.name, have, from, s.known)
		}
	}
	if have >= packedVersion {
		settled, err := x.settledAt()
		if err != nil {
			return err
		}
		s.settled.Store(int64(settled))
	}
	s.looked.Store(now)
	return nil
}

// inPlace returns an error if the database file was removed or replaced since it was opened,
// because everything written to it would be lost when the judge ends.
func (s *Store) inPlace() error {
	if s.path == "" {
		return nil
	}
	now, err := os.Stat(s.path)
	if err != nil {
		return fmt.Errorf("%w (%w)", game.ErrMoved, err)
	}
	if !os.SameFile(now, s.file) {
		return fmt.Errorf("%w (%s is another file now)", game.ErrMoved, s.path)
	}
	return nil
}

// damaged describes damage to the database and when it was last found.
type damaged struct {
	err error
	at  time.Time
}

// healsAfter is the time without further damage after which the whole database is checked again.
const healsAfter = time.Minute

// stillDamaged returns the error that describes the damage to the database, or nil if the database
// is not damaged or is no longer damaged.
func (s *Store) stillDamaged(ctx context.Context) error {
	d := s.damage.Load()
	if d == nil {
		return nil
	}
	err := fmt.Errorf("%s is damaged; restore a copy made by podesta backup: %w", s.name, d.err)
	if time.Since(d.at) < healsAfter {
		return err
	}
	if !s.d.numbered {
		var verdict string
		if e := s.read.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); e != nil || verdict != "ok" {
			s.damage.CompareAndSwap(d, &damaged{d.err, time.Now()})
			return err
		}
	}
	s.damage.CompareAndSwap(d, nil)
	return nil
}

// Empty returns the path of the database file of a URL if the file is missing or has no tables. It
// returns "" for any other file and for PostgreSQL.
func Empty(url string) (path string, err error) {
	t, err := parse(url)
	if err != nil || t.postgres {
		return "", err
	}
	for _, file := range []string{t.path, t.path + "-wal"} {
		info, err := os.Stat(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		if info.Size() > 0 {
			return withoutTables(t.path)
		}
	}
	return t.path, nil
}

// withoutTables returns the path of a database file if it has no tables, and "" otherwise. It
// ignores faults of the file, which are found when it is opened.
func withoutTables(path string) (string, error) {
	if _, err := os.Stat(path); err != nil {
		return "", nil
	}
	db, err := openFile(path, "_txlock=deferred&_pragma=query_only(1)")
	if err != nil {
		return "", err
	}
	tables := 1
	if db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables) != nil || tables > 0 {
		path = ""
	}
	return path, db.Close()
}
