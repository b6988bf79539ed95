package clock

import (
	"context"
	"time"

	"podesta/internal/game"
)

// Who has registered and proved no address is forgotten after some weeks; the
// judge looks for such accounts now and then.
const (
	newcomerTime = 30 * 24 * time.Hour
	tidyEvery    = 6 * time.Hour
)

// tidy forgets accounts that nobody has ever used, and tables against computer
// players that nobody has come back to.
func (k *Clockwork) tidy(ctx context.Context) error {
	now := k.Now()
	k.mu.Lock()
	due := now.Sub(k.tidied) >= tidyEvery
	k.mu.Unlock()
	if !due {
		return nil
	}
	err := k.Write(ctx, func(tx game.Tx) error {
		return tx.DropNewcomers(now.Add(-newcomerTime))
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
