package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"podesta/internal/game"
)

// A database is settled at a version of its layout once no process runs any more
// that knows only earlier ones. A form of data that earlier programs cannot
// read is written from then on, and read from the migration on that makes room
// for it. So an upgrade has two steps: first all programs learn to read the
// form, then it is used.
//
// A new database is settled at once, and so is an SQLite file, which belongs to
// one judge that is stopped for an upgrade. On PostgreSQL, Settle settles it
// some time after the migration.

// packedVersion is the version of the layout in which phases can be packed.
const packedVersion = 13

// The items that hold the version at which the database is settled, and when
// it was last migrated.
const (
	layoutItem  = "layout"
	settledKey  = "settled"
	migratedKey = "migrated"
)

// note writes at the end of a migration which version is settled.
func (s *Store) note(ctx context.Context, t *sql.Tx, from, to int) error {
	if to < packedVersion {
		return nil
	}
	x := &tx{ctx: ctx, run: ctx, t: t, d: s.d, writing: true}
	if from == 0 || !s.d.numbered {
		return x.Put("", layoutItem, settledKey, []byte(strconv.Itoa(to)))
	}
	return x.Put("", layoutItem, migratedKey, []byte(time.Now().UTC().Format(time.RFC3339)))
}

// settledAt returns the version at which the database is settled; 0 means one
// before packedVersion.
func (x *tx) settledAt() (int, error) {
	data, err := x.Get("", layoutItem, settledKey)
	if errors.Is(err, game.ErrNoRecord) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(data))
}

// Settle settles the database if it was migrated at least the given time ago.
// It reports whether the database is settled. Processes that still run with an
// earlier version cannot read what is written from then on.
func (s *Store) Settle(ctx context.Context, after time.Duration) (settled bool, err error) {
	if int(s.settled.Load()) >= s.known {
		return true, nil
	}
	err = s.Write(ctx, func(t game.Tx) error {
		x := t.(*tx)
		at, err := x.settledAt()
		if err != nil {
			return err
		}
		if settled = at >= s.known; settled {
			return nil
		}
		data, err := x.Get("", layoutItem, migratedKey)
		if err != nil {
			return err
		}
		migrated, err := time.Parse(time.RFC3339, string(data))
		if err != nil {
			return err
		}
		if time.Since(migrated) < after {
			return nil
		}
		settled = true
		return x.Put("", layoutItem, settledKey, []byte(strconv.Itoa(s.known)))
	})
	if err == nil && settled {
		s.settled.Store(int64(s.known))
	}
	return settled, err
}
