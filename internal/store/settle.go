package store

import (
	"context"
	"errors"
	"strconv"
	"time"

	"podesta/internal/game"
)

// A database is settled at a version of its layout once no running process knows only earlier
// versions. A data format that earlier programs cannot read is not written before that, but
// programs can read it from the migration on that introduced it. An upgrade therefore has two
// steps: first all programs learn to read the format, then it is used.
//
// A new database is settled at once, and so is an SQLite file, which belongs to one judge that
// is stopped for an upgrade. On PostgreSQL, Settle settles it some time after the migration.
//
// The database also holds the oldest version of the layout that a program must know to write to it.
// A migration that only adds things does not change that number. Settling raises it to the newest
// version with a data format that earlier programs cannot read. A program that knows only earlier
// versions then serves pages but writes nothing.

// packedVersion is the first version of the layout in which phases can be packed.
const packedVersion = 13

// forms lists the versions of the layout with a data format that earlier programs cannot read,
// in ascending order.
var forms = []int{packedVersion, archivedVersion, leanVersion}

// newestForm returns the newest version in forms that is not newer than the given version, or 0 if
// there is none.
func newestForm(version int) (newest int) {
	for _, f := range forms {
		if f <= version {
			newest = f
		}
	}
	return newest
}

// The items that hold the version at which the database is settled, the time of the last
// migration, and the oldest version that programs must know.
const (
	layoutItem    = "layout"
	settledKey    = "settled"
	migratedKey   = "migrated"
	compatibleKey = "compatible"
)

// note records, at the end of a migration, at which version the database is settled.
func (s *Store) note(x *tx, from, to int) error {
	if to < packedVersion {
		return nil
	}
	if from == 0 || !s.d.numbered {
		return x.putSettled(to)
	}
	// The compatible version is for programs that start from now on, because older programs do not
	// read it. It only needs to cover the formats that this database can contain.
	settled, err := x.settledAt()
	if err != nil {
		return err
	}
	if err := x.Put("", layoutItem, compatibleKey, []byte(strconv.Itoa(newestForm(settled)))); err != nil {
		return err
	}
	return x.Put("", layoutItem, migratedKey, []byte(time.Now().UTC().Format(time.RFC3339)))
}

// putSettled records that the database is settled at a version. On PostgreSQL, it then first calls
// lighten if the version is at least leanVersion.
func (x *tx) putSettled(version int) error {
	if x.d.numbered && version >= leanVersion {
		if err := x.lighten(); err != nil {
			return err
		}
	}
	if err := x.Put("", layoutItem, settledKey, []byte(strconv.Itoa(version))); err != nil {
		return err
	}
	return x.Put("", layoutItem, compatibleKey, []byte(strconv.Itoa(newestForm(version))))
}

// compatibleFrom returns the oldest version of the layout that a program must know to write to a
// database of the given version. If the database does not record it, compatibleFrom returns
// version.
func (x *tx) compatibleFrom(version int) (int, error) {
	data, err := x.Get("", layoutItem, compatibleKey)
	if errors.Is(err, game.ErrNoRecord) {
		return version, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(data))
}

// settledAt returns the version at which the database is settled; 0 means a version before
// packedVersion.
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

// Settle settles the database if it was migrated at least the given time ago. It reports whether
// the database is settled. Processes of an earlier version cannot read data that are written after
// that.
func (s *Store) Settle(ctx context.Context, after time.Duration) (settled bool, err error) {
	if int(s.settled.Load()) >= s.known {
		return true, nil
	}
	err = s.Write(ctx, func(t *game.Tx) error {
		x := t.Games.(*tx)
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
		return x.putSettled(s.known)
	})
	if settled = settled && err == nil; settled {
		s.settled.Store(int64(s.known))
	}
	return settled, err
}
