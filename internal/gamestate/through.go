package gamestate

import (
	"context"

	"podesta/internal/game"
	"podesta/internal/journal"
)

// throughKey is the context key of the store that a request, an e-mail or a job uses instead of
// Base.Store.
type throughKey struct{}

// through returns the store of a context.
func (b *Base) through(ctx context.Context) game.Store {
	if s, ok := ctx.Value(throughKey{}).(game.Store); ok {
		return s
	}
	return collecting{b.Store, nil}
}

// collecting is a store whose transactions send the entries that they have written: when the
// collection is released, or at the end of the transaction if there is no collection.
type collecting struct {
	game.Store
	told *journal.Collection
}

// Write runs f in a transaction.
func (s collecting) Write(ctx context.Context, f func(*game.Tx) error) error {
	return journal.Write(ctx, s.Store, s.told, f)
}

// Collecting returns a context in which all log entries of a game are sent together once the
// collection is released.
func (b *Base) Collecting(ctx context.Context) (context.Context, *journal.Collection) {
	c := journal.NewCollection()
	return context.WithValue(ctx, throughKey{}, collecting{b.Store, c}), c
}

// Together is Collecting for callers that only need to send the collected entries: the returned
// function does so. If that fails, the e-mails are sent some minutes later.
func (b *Base) Together(ctx context.Context) (context.Context, func()) {
	in, c := b.Collecting(ctx)
	return in, func() { _ = b.Release(ctx, c) }
}

// Release sends the collected entries. An error is harmless: the e-mails are then sent some minutes
// later.
func (b *Base) Release(ctx context.Context, c *journal.Collection) error {
	return c.Handing(func() error {
		now := b.Now()
		if len(c.Games(now)) == 0 {
			return nil
		}
		return outward(b.Store.Write(context.WithoutCancel(ctx),
			func(tx *game.Tx) error { return c.Release(tx, now, nil) }))
	})
}

// noting is a store that calls note at the end of each write transaction.
type noting struct {
	game.Store
	note func(*game.Tx) error
}

// Write runs f and then note in one transaction.
func (s noting) Write(ctx context.Context, f func(*game.Tx) error) error {
	return s.Store.Write(ctx, func(tx *game.Tx) error {
		if err := f(tx); err != nil {
			return err
		}
		return s.note(tx)
	})
}

// Noting returns a context in which note runs at the end of each write transaction, within it: what
// note writes is committed if and only if the rest is. An error of note rolls the transaction back.
func Noting(ctx context.Context, b *Base, note func(*game.Tx) error) context.Context {
	return context.WithValue(ctx, throughKey{}, noting{b.through(ctx), note})
}

// reading is a store whose reads share one transaction.
type reading struct {
	game.Store
	look *snapshotTx
}

// Read runs f in the transaction.
func (s reading) Read(_ context.Context, f func(*game.Tx) error) error { return f(s.look.tx) }

// Snapshot runs f with a context in which all reads of the judge show the same point in time,
// in one transaction, with each record read only once. This makes pages that need a dozen reads
// faster and consistent. Writes within f work as usual, but f does not see them. f must be
// short, must read from one goroutine at a time, and may run again from the start if the
// connection to the database is lost.
func (b *Base) Snapshot(ctx context.Context, f func(context.Context) error) error {
	if b.snapshot(ctx) != nil {
		return f(ctx)
	}
	return outward(b.Store.Read(ctx, func(tx *game.Tx) error {
		return f(context.WithValue(ctx, throughKey{}, reading{b.through(ctx), newSnapshot(tx)}))
	}))
}

// snapshot returns the snapshot of a context, or nil outside Snapshot.
func (b *Base) snapshot(ctx context.Context) *snapshotTx {
	s, _ := b.through(ctx).(reading)
	return s.look
}
