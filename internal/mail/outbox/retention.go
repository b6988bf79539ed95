package outbox

import (
	"context"
	"strings"
	"time"

	"podesta/internal/game"
)

// Retention determines how long records of e-mail are kept.
type Retention struct {
	// Sent is the minimum time for which an e-mail that was sent is remembered.
	Sent time.Duration
	// Failed is how long an e-mail that could not be delivered stays in the list of failures; 0
	// means forever.
	Failed time.Duration
}

// UsualRetention is the default time for which records of e-mail are kept.
const UsualRetention = 14 * 24 * time.Hour

// cleanBatch is the number of records that are removed in one transaction. cleanPause is the
// pause after it, in which other transactions can run.
const (
	cleanBatch = 200
	cleanPause = 20 * time.Millisecond
)

// weeks returns the number of past weeks for which sent e-mail is remembered.
func (r Retention) weeks() int { return Weeks(r.Sent) }

// Weeks returns the number of past weeks whose records must be kept so that each record is kept
// for a minimum time.
func Weeks(d time.Duration) int {
	if d <= 0 {
		d = UsualRetention
	}
	const week = 7 * 24 * time.Hour
	return int((d + week - 1) / week)
}

// DropWeeks removes the items, among those that belong to no game, whose kind begins with prefix
// and is not in the set keep.
func DropWeeks(ctx context.Context, st game.Store, prefix string, keep map[string]bool) error {
	var kinds []string
	if err := st.Read(ctx, func(tx *game.Tx) (err error) {
		kinds, err = tx.Items.Kinds("")
		return err
	}); err != nil {
		return err
	}
	for _, kind := range kinds {
		if !strings.HasPrefix(kind, prefix) || keep[kind] {
			continue
		}
		if err := inBatches(ctx, st, func(tx *game.Tx) (int, error) { return tx.Items.DropSome("", kind, cleanBatch) }); err != nil {
			return err
		}
	}
	return nil
}

// inBatches calls the function drop repeatedly, each time in a separate transaction, until it
// removes fewer than cleanBatch records.
func inBatches(ctx context.Context, st game.Store, drop func(*game.Tx) (int, error)) error {
	for {
		n := 0
		err := st.Write(ctx, func(tx *game.Tx) (err error) {
			n, err = drop(tx)
			return err
		})
		if err != nil || n < cleanBatch {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(cleanPause):
		}
	}
}
