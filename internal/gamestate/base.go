package gamestate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
)

// BotsAsked holds something when computer players may have been asked by this
// process: BotTask is worth a call.
func (b *Base) BotsAsked() <-chan struct{} { return b.wake }

// WakeBots has BotsAsked receive a value when the transaction under way is done.
func (b *Base) WakeBots() { b.asked.Store(true) }

// Together returns a context in which all that games are told goes out
// together, and what releases it. Should that fail, the letters go out some
// minutes later.
func (b *Base) Together(ctx context.Context) (context.Context, func()) {
	in, c := journal.Collecting(ctx)
	return in, func() { _ = b.Release(ctx, c) }
}

// Release has what was collected go out now. An error is not serious: the
// letters go out some minutes later then.
func (b *Base) Release(ctx context.Context, c *journal.Collection) error {
	return c.Handing(func() error {
		now := b.Now()
		if len(c.Games(now)) == 0 {
			return nil
		}
		return outward(b.Store.Write(context.WithoutCancel(ctx), func(tx game.Tx) error { return c.Release(tx, now, nil) }))
	})
}

// Clock returns the time.
type Clock interface{ Now() time.Time }

// Base is what all rooms of the judge share: the store and its transactions,
// the time, accounts, and the games that it loads. Its methods may be called at
// the same time.
type Base struct {
	Store    game.Store
	Clock    Clock
	Secret   []byte // keys of games are derived from it
	Accounts *account.Service

	chance   io.Reader     // DrawFrom
	asked    atomic.Bool   // WakeBots, in a transaction under way
	wake     chan struct{} // holds something when computer players were asked
	making   sync.Mutex    // settings
	settings map[[sha256.Size]byte]*Setup
}

// New returns a Base over a store.
func New(s game.Store, c Clock, secret []byte) *Base {
	b := &Base{
		Store: s, Clock: c, Secret: bytes.Clone(secret),
		wake: make(chan struct{}, 1), settings: map[[sha256.Size]byte]*Setup{},
	}
	b.Accounts = account.New(b.Now, secret)
	return b
}

// Now returns the time to the microsecond, as it is stored.
func (b *Base) Now() time.Time { return b.Clock.Now().UTC().Truncate(time.Microsecond) }

// Read runs f in a transaction that only reads. Within Look it is the transaction
// of Look. Errors of the store become errors for people.
func (b *Base) Read(ctx context.Context, f func(game.Tx) error) error {
	if look, ok := ctx.Value(lookKey{}).(*lookTx); ok {
		return outward(f(look))
	}
	return outward(b.Store.Read(ctx, f))
}

// Write runs f in a transaction, and sends the entries that it has collected.
// Errors of the store become errors for people.
func (b *Base) Write(ctx context.Context, f func(game.Tx) error) error {
	err := outward(journal.Write(ctx, b.Store, Noted(ctx, f)))
	if err == nil && b.asked.Swap(false) {
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
	return err
}

// outward returns the error for people that stands for one of the store.
func outward(err error) error {
	if errors.Is(err, game.ErrRevision) {
		return game.ErrStale
	}
	return err
}
