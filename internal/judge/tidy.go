package judge

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
func (j *Judge) tidy(ctx context.Context) error {
	now := j.Now()
	j.mu.Lock()
	due := now.Sub(j.tidied) >= tidyEvery
	j.mu.Unlock()
	if !due {
		return nil
	}
	err := j.Write(ctx, func(tx game.Tx) error {
		return tx.DropNewcomers(now.Add(-newcomerTime))
	})
	if err == nil {
		err = j.dropPlays(ctx)
	}
	if err == nil {
		j.mu.Lock()
		j.tidied = now
		j.mu.Unlock()
	}
	return err
}
