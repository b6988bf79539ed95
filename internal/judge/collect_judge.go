package judge

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/journal"
)

// Together returns a context in which all that games are told goes out
// together, and what releases it. Should that fail, the letters go out some
// minutes later.
func (j *Judge) Together(ctx context.Context) (context.Context, func()) {
	in, c := journal.Collecting(ctx)
	return in, func() { _ = j.Release(ctx, c) }
}

// Release has what was collected go out now. An error is not serious: the
// letters go out some minutes later then.
func (j *Judge) Release(ctx context.Context, c *journal.Collection) error {
	return c.Handing(func() error {
		now := j.now()
		if len(c.Games(now)) == 0 {
			return nil
		}
		return outward(j.store.Write(context.WithoutCancel(ctx), func(tx game.Tx) error { return c.Release(tx, now, nil) }))
	})
}
