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

// BotsAsked returns a channel that receives a value when this process may have
// asked computer players for orders, so that it is worth calling BotTask.
func (b *Base) BotsAsked() <-chan struct{} { return b.wake }

// WakeBots makes BotsAsked receive a value at the end of the current
// transaction.
func (b *Base) WakeBots() { b.asked.Store(true) }

// Together returns a context in which the notices of games are collected, and a
// function that sends them together. If that fails, the e-mails are sent some
// minutes later.
func (b *Base) Together(ctx context.Context) (context.Context, func()) {
	in, c := journal.Collecting(ctx)
	return in, func() { _ = b.Release(ctx, c) }
}

// Release sends what was collected. An error is harmless: the e-mails are then
// sent some minutes later.
func (b *Base) Release(ctx context.Context, c *journal.Collection) error {
	return c.Handing(func() error {
		now := b.Now()
		if len(c.Games(now)) == 0 {
			return nil
		}
		return outward(b.Store.Write(context.WithoutCancel(ctx), func(tx *game.Tx) error { return c.Release(tx, now, nil) }))
	})
}

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Base is what all packages of the judge share: the store and its transactions,
// the time, accounts, and the games that it loads. Its methods are safe for
// concurrent use.
type Base struct {
	Store    game.Store
	Clock    Clock
	Secret   []byte // keys of games are derived from it
	Accounts *account.Service

	chance   io.Reader     // DrawFrom
	asked    atomic.Bool   // WakeBots, in a transaction in progress
	wake     chan struct{} // receives a value when computer players were asked
	making   sync.Mutex    // settings
	settings map[[sha256.Size]byte]*Setup
	hostings sharedHostings
	shown    shownGames
	unread   unreadables
}

// New returns a Base on a store. It returns an error if the settings of accounts make
// no sense.
func New(s game.Store, c Clock, secret []byte, people account.Settings) (*Base, error) {
	b := &Base{
		Store: s, Clock: c, Secret: bytes.Clone(secret),
		wake: make(chan struct{}, 1), settings: map[[sha256.Size]byte]*Setup{},
	}
	b.unread.log = people.Log
	var err error
	b.Accounts, err = account.New(b, b.Now, secret, people)
	return b, err
}

// Now returns the time to the microsecond, as it is stored.
func (b *Base) Now() time.Time { return b.Clock.Now().UTC().Truncate(time.Microsecond) }

// Read runs f in a read-only transaction; within Snapshot, in the transaction of
// the snapshot. Errors of the store are converted for clients.
func (b *Base) Read(ctx context.Context, f func(*game.Tx) error) error {
	if look, ok := ctx.Value(snapshotKey{}).(*snapshotTx); ok {
		return outward(f(look.tx))
	}
	return outward(b.Store.Read(ctx, f))
}

// Write runs f in a transaction, and sends the entries that it has collected.
// Errors of the store are converted for clients.
func (b *Base) Write(ctx context.Context, f func(*game.Tx) error) error {
	err := outward(journal.Write(ctx, b.Store, Noted(ctx, f)))
	if err == nil && b.asked.Swap(false) {
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
	return err
}

// outward converts an error of the store for clients.
func outward(err error) error {
	if errors.Is(err, game.ErrRevision) {
		return game.ErrStale
	}
	return err
}
