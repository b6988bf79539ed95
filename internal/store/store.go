// Package store keeps the judge's games in an embedded SQLite database. It
// knows SQL and no rule.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the database driver, in pure Go

	"podesta/internal/judge"
)

//go:embed migration/*.sql
var migrations embed.FS

// SQLite is a store in one SQLite file. It may be used by many goroutines.
type SQLite struct {
	write *sql.DB // one connection: writes stand in line
	read  *sql.DB
}

var _ judge.Store = (*SQLite)(nil)

// Open opens the database in a folder, making both if they are missing, and
// brings its layout up to date.
func Open(folder string) (*SQLite, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	path, err := filepath.Abs(filepath.Join(folder, "podesta.db"))
	if err != nil {
		return nil, err
	}
	open := func(lock string) (*sql.DB, error) {
		u := url.URL{Scheme: "file", Path: path}
		u.RawQuery = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)&_txlock=" + lock
		return sql.Open("sqlite", u.String())
	}
	s := &SQLite{}
	if s.write, err = open("immediate"); err != nil {
		return nil, err
	}
	s.write.SetMaxOpenConns(1)
	if err = migrate(s.write); err != nil {
		s.write.Close()
		return nil, fmt.Errorf("the database %s: %w", path, err)
	}
	if s.read, err = open("deferred"); err != nil {
		s.write.Close()
		return nil, err
	}
	return s, nil
}

// Close closes the database.
func (s *SQLite) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// migrate applies the migrations that the database has not seen, each in a
// transaction of its own, forward only.
func migrate(db *sql.DB) error {
	files, err := fs.Glob(migrations, "migration/*.sql")
	if err != nil {
		return err
	}
	var version int
	if err := db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(files) {
		return fmt.Errorf("its layout has version %d and this program knows %d: a newer podesta has used it", version, len(files))
	}
	for n := version; n < len(files); n++ {
		text, err := migrations.ReadFile(files[n])
		if err != nil {
			return err
		}
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		_, err = tx.Exec(string(text))
		if err == nil {
			_, err = tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", n+1))
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			return errors.Join(fmt.Errorf("migration %s: %w", files[n], err), tx.Rollback())
		}
	}
	return nil
}

// Read runs f in a transaction that sees one state of the database.
func (s *SQLite) Read(ctx context.Context, f func(judge.Tx) error) error {
	return run(ctx, s.read, f)
}

// Write runs f in a transaction; writes stand in line.
func (s *SQLite) Write(ctx context.Context, f func(judge.Tx) error) error {
	return run(ctx, s.write, f)
}

func run(ctx context.Context, db *sql.DB, f func(judge.Tx) error) error {
	t, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer t.Rollback() // of no effect after the commit
	if err := f(&tx{ctx: ctx, t: t}); err != nil {
		return err
	}
	return t.Commit()
}
