package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"podesta/internal/game"
)

// On PostgreSQL, CREATE INDEX blocks all writers of a table until it has read the whole table.
// CREATE INDEX CONCURRENTLY does not, but cannot run in the transaction of a migration. Therefore a
// migration stores such statements in an item, and the process that migrated, or the next one that
// starts, runs them. Until then everything works without the indexes, but more slowly.

// indexesKey is the key of the item with the statements that are still to run.
const indexesKey = "indexes"

// indexPatience is the pause between attempts to become the process that creates the indexes.
const indexPatience = 200 * time.Millisecond

// queueIndexes adds statements to the item of statements that are still to run.
func (x *tx) queueIndexes(statements []string) error {
	if len(statements) == 0 {
		return nil
	}
	var all []string
	data, err := x.Get("", layoutItem, indexesKey)
	if err == nil {
		err = json.Unmarshal(data, &all)
	}
	if err != nil && !errors.Is(err, game.ErrNoRecord) {
		return err
	}
	if data, err = json.Marshal(append(all, statements...)); err != nil {
		return err
	}
	return x.Put("", layoutItem, indexesKey, data)
}

// finishIndexes creates the indexes that migrations have queued, or waits until another process has
// created them. Meanwhile other processes can read and write.
func (s *Store) finishIndexes(ctx context.Context) (err error) {
	if !s.d.numbered {
		return nil
	}
	queued, err := s.queuedIndexes(ctx)
	if err != nil || len(queued) == 0 {
		return err
	}
	c, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	// CREATE INDEX CONCURRENTLY waits for older transactions, but nobody waits for it, so it needs
	// no timeout.
	var was string
	if err := c.QueryRowContext(ctx, "SELECT current_setting('lock_timeout')").Scan(&was); err != nil {
		return err
	}
	const lock = "hashtextextended('podesta indexes ' || current_schema(), 0)"
	// The lock is polled, because CREATE INDEX CONCURRENTLY would wait for a process that waits for
	// the lock within a statement.
	for locked := false; !locked; {
		if err := c.QueryRowContext(ctx, "SELECT pg_try_advisory_lock("+lock+")").Scan(&locked); err != nil {
			return err
		}
		if locked {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(indexPatience):
		}
	}
	defer func() {
		// If this fails, the connection is lost, which releases the lock.
		_, e := c.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock("+lock+"), set_config('lock_timeout', $1, false)", was)
		err = errors.Join(err, e)
	}()
	if _, err := c.ExecContext(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}
	if queued, err = s.queuedIndexes(ctx); err != nil { // another process may have created them
		return err
	}
	for _, statement := range queued {
		if err := makeIndex(ctx, c, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	_, err = c.ExecContext(ctx, "DELETE FROM item WHERE game = '' AND kind = $1 AND name = $2", layoutItem, indexesKey)
	return err
}

// queuedIndexes returns the statements that are still to run.
func (s *Store) queuedIndexes(ctx context.Context) (all []string, err error) {
	var exists bool
	if err := s.write.QueryRowContext(ctx, "SELECT to_regclass('item') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return nil, err
	}
	var data []byte
	err = s.write.QueryRowContext(ctx, "SELECT data FROM item WHERE game = '' AND kind = $1 AND name = $2", layoutItem, indexesKey).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return all, json.Unmarshal(data, &all)
}

// makeIndex creates an index without blocking writers. It first removes the remains of an
// interrupted attempt.
func makeIndex(ctx context.Context, c *sql.Conn, statement string) error {
	name := plainIndex.FindStringSubmatch(statement)[1]
	var valid sql.NullBool
	err := c.QueryRowContext(ctx, "SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1))", name).Scan(&valid)
	if err != nil || valid.Bool {
		return err
	}
	if valid.Valid {
		if _, err := c.ExecContext(ctx, "DROP INDEX CONCURRENTLY "+name); err != nil {
			return err
		}
	}
	_, err = c.ExecContext(ctx, strings.Replace(statement, "CREATE INDEX", "CREATE INDEX CONCURRENTLY", 1))
	return err
}
