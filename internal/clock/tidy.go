package clock

import (
	"context"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
)

// Accounts whose address was never verified are deleted after some weeks. The judge looks for
// them periodically.
const (
	newcomerTime = 30 * 24 * time.Hour
	tidyEvery    = 6 * time.Hour
)

// tidy deletes accounts that were never used, old marks of sign-ins, past vacations, and unused
// tables against computer players.
func (k *Clockwork) tidy(ctx context.Context) error {
	now := k.base.Now()
	k.mu.Lock()
	due := now.Sub(k.tidied) >= tidyEvery
	k.mu.Unlock()
	if !due {
		return nil
	}
	err := k.base.Write(ctx, func(tx *game.Tx) error {
		if err := tx.Safety.DropMarks("", now.Add(-account.MarkTime)); err != nil {
			return err
		}
		if err := tx.Absences.DropVacations(now); err != nil {
			return err
		}
		return tx.Accounts.DropNewcomers(now.Add(-newcomerTime))
	})
	if err == nil {
		err = k.dropPlays(ctx)
	}
	if err == nil {
		k.mu.Lock()
		k.tidied = now
		k.mu.Unlock()
	}
	return err
}
