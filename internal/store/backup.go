package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a consistent copy of an SQLite database to a new file while the
// judge runs. For PostgreSQL it returns an error that names the tool to use.
func (s *Store) Backup(ctx context.Context, path string) error { return s.backup(ctx, path) }

// Backup writes a copy of the database at a URL, as accepted by Open, to a new file. The database
// must exist, and is not migrated.
func Backup(ctx context.Context, url, path string) error {
	t, err := parse(url)
	if err != nil {
		return err
	}
	if t.postgres {
		s, err := openPostgres(t.url, 0)
		if err != nil {
			return err
		}
		return errors.Join(s.backup(ctx, path), s.write.Close())
	}
	return copyFile(ctx, t.path, path)
}

// copyFile copies a database to a file that only its owner can read. The copy gets its final name
// only when it is complete, flushed to the disk and checked.
func copyFile(ctx context.Context, from, to string) (err error) {
	if _, err := os.Stat(from); err != nil {
		return fmt.Errorf("there is no database to copy: %w", err)
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fmt.Errorf("%s already exists; give the copy another name", to)
		}
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(to), ".podesta-backup-*")
	if err != nil {
		return err
	}
	part := f.Name()
	if err := f.Close(); err != nil {
		return err
	}
	defer func() { _ = os.Remove(part) }() // on success it has already been renamed
	db, err := openFile(from, "_txlock=deferred")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		if sqliteFault(err) == full {
			return fmt.Errorf("there is no room for the copy in %s: %w", filepath.Dir(to), err)
		}
		return fmt.Errorf("copying %s: %w", from, err)
	}
	if err := sound(ctx, part); err != nil {
		return err
	}
	return os.Rename(part, to)
}

// sound checks a copy for damage and flushes it to the disk.
func sound(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fmt.Errorf("the copy is damaged, so the database may be damaged too: %s", verdict)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
