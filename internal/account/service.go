package account

import (
	"bytes"
	"context"
	"crypto/sha1"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"podesta/internal/game"
)

// Settings are what the operator of a judge decides about accounts. The zero value
// of a field is the default.
type Settings struct {
	// Idle is the time without use after which a session ends, and Session its
	// longest duration. Both are checked at each use, so that they also apply to
	// existing sessions. The defaults are UsualIdle and UsualSession.
	Idle, Session time.Duration
	SecondFactor  FactorNeed // default: FactorOptional
	// CommonPasswords lists passwords that may not be chosen, in addition to the built-in ones. A
	// line is a password or its SHA-1 in hexadecimal, optionally followed by a colon and other
	// text. Lines that begin with # are ignored.
	CommonPasswords []byte
	Zone            string // time zone of people who register without one; UTC by default
	// reports whether an address belongs to the judge itself; no account can have such an
	// address
	Ours func(email string) bool
	// Log receives a line for each sign-in and change of an account. It never contains a secret
	// or an address as it was typed.
	Log *slog.Logger
}

// Store opens transactions.
type Store interface {
	Read(ctx context.Context, f func(*game.Tx) error) error
	Write(ctx context.Context, f func(*game.Tx) error) error
}

// Service implements the commands about accounts, each of which takes a context and opens a
// transaction, and the functions about accounts that other parts of the judge call in their own
// transactions.
type Service struct {
	store  Store
	now    func() time.Time // the current time, to the microsecond
	secret []byte
	guard  *guard
	owners atomic.Pointer[func(*game.Tx, OwnerNews) error]
	ways   atomic.Pointer[func(*game.Tx, *game.Account, PersonNews) error] // the function set by TellWays
	common map[[sha1.Size]byte]struct{}
	set    Settings
}

// New returns the service of a judge. Browser marks are derived from the secret. It
// returns an error for an unknown time zone or an unreadable list of passwords.
func New(store Store, now func() time.Time, secret []byte, o Settings) (*Service, error) {
	s := &Service{store: store, now: now, secret: bytes.Clone(secret), guard: newGuard(secret), set: o}
	if s.set.Session <= 0 {
		s.set.Idle, s.set.Session = UsualIdle, UsualSession
	}
	if s.set.SecondFactor == "" {
		s.set.SecondFactor = FactorOptional
	}
	if s.set.Log == nil {
		s.set.Log = slog.New(slog.DiscardHandler)
	}
	var err error
	if s.set.Zone != "" {
		if s.set.Zone, err = cleanZone(s.set.Zone); err != nil {
			return nil, fmt.Errorf("zone: %w", err)
		}
	}
	if s.common, err = readPasswords(bytes.NewReader(s.set.CommonPasswords)); err != nil {
		return nil, fmt.Errorf("common passwords: %w", err)
	}
	return s, nil
}

// reading returns the result of f in a transaction that only reads.
func reading[T any](ctx context.Context, s *Service, f func(*game.Tx) (T, error)) (T, error) {
	return in(ctx, s.store.Read, f)
}

// writing returns the result of f in a transaction that may write.
func writing[T any](ctx context.Context, s *Service, f func(*game.Tx) (T, error)) (T, error) {
	return in(ctx, s.store.Write, f)
}

func in[T any](ctx context.Context, do func(context.Context, func(*game.Tx) error) error, f func(*game.Tx) (T, error)) (T, error) {
	var out, none T
	err := do(ctx, func(tx *game.Tx) (err error) {
		out, err = f(tx)
		return err
	})
	if err != nil {
		return none, err
	}
	return out, nil
}
