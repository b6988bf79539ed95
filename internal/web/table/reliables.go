package table

import (
	"context"
	"sync"
	"time"

	"podesta/internal/judge"
)

// reliables keeps the table of reliability for a while.
type reliables struct {
	mu   sync.Mutex
	made time.Time
	list []judge.Reliable
}

// get gives the table, made anew where it is old.
func (x *reliables) get(ctx context.Context, s *Pages) ([]judge.Reliable, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	now := s.now()
	if !x.made.IsZero() && now.Sub(x.made) < reliablesTime && !now.Before(x.made) {
		return x.list, nil
	}
	list, err := s.judge.Reliables(ctx)
	if err != nil {
		return nil, err
	}
	x.made, x.list = now, list
	return list, nil
}

// forget has it made anew: somebody keeps his profile to himself from now on.
func (x *reliables) forget() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.made = time.Time{}
}
