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
)

// BotsAsked returns a channel that receives a value when this process may have asked computer
// players for orders. BotTask should then be called.
func (b *Base) BotsAsked() <-chan struct{} { return b.wake }

// WakeBots makes BotsAsked receive a value at the end of the current
// transaction.
func (b *Base) WakeBots() { b.asked.Store(true) }

// Clock returns the current time.
type Clock interface{ Now() time.Time }

// Base is what all packages of the judge share: the store and its transactions,
// the time, accounts, and the games that it loads. Its methods are safe for
// concurrent use.
type Base struct {
	Store    game.Store
	Clock    Clock
	Secret   []byte // the keys of games are derived from it
	Accounts *account.Service

	chance   io.Reader     // see DrawFrom
	asked    atomic.Bool   // set by WakeBots in the current transaction
	wake     chan struct{} // receives a value when computer players were asked for orders
	making   sync.Mutex    // guards settings
	settings map[[sha256.Size]byte]*Setup
	hostings sharedHostings
	shown    shownGames
	unread   unreadables
}

// New returns a Base on a store. It returns an error if the settings for accounts are invalid.
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

// Read runs f in a read-only transaction. Within Snapshot this is the snapshot's transaction.
// Errors of the store are converted for clients.
func (b *Base) Read(ctx context.Context, f func(*game.Tx) error) error {
	return outward(b.through(ctx).Read(ctx, f))
}

// Write runs f in a transaction. E-mail about the log entries that f writes is sent after the
// transaction or, in a context from Collecting, after the collection is released. Errors of the
// store are converted for clients.
func (b *Base) Write(ctx context.Context, f func(*game.Tx) error) error {
	err := outward(b.through(ctx).Write(ctx, f))
	if err == nil && b.asked.Swap(false) {
		select {
		case b.wake <- struct{}{}:
		default:
		}
	}
	return err
}

// outward returns ErrStale for ErrRevision, and any other error unchanged.
func outward(err error) error {
	if errors.Is(err, game.ErrRevision) {
		return game.ErrStale
	}
	return err
}

// Whose returns the account of a valid secret without using the secret up, or "" if it is not
// valid.
func (b *Base) Whose(ctx context.Context, secret string) (string, error) {
	var out string
	err := b.Read(ctx, func(tx *game.Tx) error {
		t, err := b.Accounts.Live(tx, secret)
		if err == nil {
			out = t.Account
		}
		return err
	})
	if err != nil && game.ErrorCode(err) == game.Forbidden {
		return "", nil
	}
	return out, err
}
