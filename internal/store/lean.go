package store

import (
	"context"
	"database/sql"
)

// leanVersion is the first version of the layout without the n-gram index of names and without the
// archive. Data that only earlier programs use are removed when the database is settled at this
// version; for SQLite, that is during the migration.
const leanVersion = 30

// lighten removes, on PostgreSQL, data that only programs before leanVersion use. It returns an
// error if such a program has archived games.
func (x *tx) lighten() error {
	if there, err := archives(x.ctx, x.t, true); err != nil || !there {
		return err
	}
	if err := x.archived(); err != nil {
		return err
	}
	for _, q := range []string{
		// While a statement waits for a table lock, all later ones wait behind it, so this wait is
		// limited.
		"SET LOCAL lock_timeout = '" + lockPatience + "'",
		"DROP TABLE IF EXISTS gram",
		"DROP INDEX IF EXISTS game_listed",
		"ALTER TABLE game DROP COLUMN IF EXISTS titled, DROP COLUMN IF EXISTS archived", // also drops their indexes
	} {
		if _, err := x.exec(q); err != nil {
			return err
		}
	}
	return nil
}

// archives reports whether the layout of a database still has the columns of the archive.
func archives(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}, postgres bool,
) (there bool, err error) {
	query := "SELECT count(*) > 0 FROM pragma_table_info('game') WHERE name = 'archived'"
	if postgres {
		query = "SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('game') AND attname = 'archived')"
	}
	return there, db.QueryRowContext(ctx, query).Scan(&there)
}
