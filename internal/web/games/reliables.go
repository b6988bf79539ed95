package games

import (
	"context"
	"sync"
	"time"

	"podesta/internal/users"
)

// reliables caches the table of reliability for a while.
type reliables struct {
	mu   sync.Mutex
	made time.Time
	list []users.Reliable
}

// get returns the table, and computes it if it is old.
func (x *reliables) get(ctx context.Context, s *Pages) ([]users.Reliable, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	now := s.Now()
	if !x.made.IsZero() && now.Sub(x.made) < reliablesTime && !now.Before(x.made) {
		return x.list, nil
	}
	list, err := s.Judge.Reliables(ctx)
	if err != nil {
		return nil, err
	}
	x.made, x.list = now, list
	return list, nil
}

// forget invalidates the table, because a profile has become private.
func (x *reliables) forget() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.made = time.Time{}
}
