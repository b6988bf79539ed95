package metrics

import (
	"context"
	"errors"
	"time"

	"podesta/internal/game"
)

// Source is a store that can be counted.
type Source interface {
	game.Store
	Listen(ctx context.Context) <-chan string
}

// Store wraps a store and counts what is done through it. The work of a transaction is counted
// when it is committed.
type Store struct {
	Source
	m *Metrics
}

// Watch returns a store that counts what is done through it.
func (m *Metrics) Watch(s Source) *Store { return &Store{s, m} }

// Together returns the result of the wrapped store's Together.
func (s *Store) Together() int {
	if g, ok := s.Source.(interface{ Together() int }); ok {
		return g.Together()
	}
	return 1
}

// Read runs f in the wrapped store's Read.
func (s *Store) Read(ctx context.Context, f func(*game.Tx) error) error {
	begun := time.Now()
	err := s.Source.Read(ctx, f)
	s.m.transaction(ctx, "read", time.Since(begun), err)
	return err
}

// Write runs f in the wrapped store's Write.
func (s *Store) Write(ctx context.Context, f func(*game.Tx) error) error {
	begun := time.Now()
	var x *watched
	err := s.Source.Write(ctx, func(tx *game.Tx) error {
		// A transaction that the store runs again is counted once.
		x = &watched{GameTx: tx.Games, PhaseTx: tx.Phases, LogTx: tx.Log, JobTx: tx.Jobs}
		seen := *tx
		seen.Games, seen.Phases, seen.Log, seen.Jobs = x, x, x, x
		return f(&seen)
	})
	s.m.transaction(ctx, "write", time.Since(begun), err)
	if err == nil && x != nil {
		x.count(s.m)
	}
	return err
}

func (m *Metrics) transaction(ctx context.Context, kind string, took time.Duration, err error) {
	m.transactions.WithLabelValues(kind).Observe(took.Seconds())
	if err != nil && ctx.Err() == nil && databaseError(err) {
		m.failures.WithLabelValues(kind).Inc()
	}
}

// databaseError reports whether an error comes from the database, as opposed to
// a message for the caller.
func databaseError(err error) bool {
	var e *game.Error
	switch {
	case errors.As(err, &e):
		return e.Code == game.Unavailable || e.Code == game.Internal
	case errors.Is(err, game.ErrNoRecord), errors.Is(err, game.ErrRevision), errors.Is(err, game.ErrTaken):
		return false
	}
	return true
}
