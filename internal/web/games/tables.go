package games

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/users"
)

// The tables of ratings and of reliability are made from all awards and accounts,
// which takes seconds on a large judge. They are kept, and made again in the
// background when they are old and someone looks at them. What is kept are
// the numbers; the names are those that the accounts have now, and accounts that
// have become private are left out at once.

// tableAge is the age at which a table is made again. A table that takes long is
// kept tableShare times as long as it takes.
const (
	tableAge   = time.Minute
	tableShare = 50
	tableTime  = 5 * time.Minute // time limit for making one
)

// table keeps a list that takes long to make.
type table[T any] struct {
	mu     sync.Mutex
	list   []T
	made   time.Time     // zero: never
	took   time.Duration // to make it
	making chan struct{} // closed when the attempt that is being made has ended; nil: none is
}

// get returns the list. If there is none yet, the first reader makes it and the
// others wait: each may hold a connection to the database, so none waits for work
// that has yet to get one. Without a group that runs background work, every
// reader makes a list.
func (x *table[T]) get(ctx context.Context, l *Lists, now func() time.Time, made func(context.Context) ([]T, error)) ([]T, error) {
	if l == nil {
		return made(ctx)
	}
	for {
		x.mu.Lock()
		list, ready, wait := x.list, !x.made.IsZero(), x.making
		makes := wait == nil && x.old(now())
		if makes {
			x.making = make(chan struct{})
		}
		x.mu.Unlock()
		switch {
		case ready && makes && !l.run(func(ctx context.Context) { _ = x.renew(ctx, now, made) }): // the old list stays in use
			x.end()
			return list, nil
		case ready:
			return list, nil
		case makes:
			if err := x.renew(ctx, now, made); err != nil {
				return nil, err
			}
			continue
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// end ends an attempt.
func (x *table[T]) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	close(x.making)
	x.making = nil
}

// old reports whether the list is to be made again.
func (x *table[T]) old(now time.Time) bool {
	return x.made.IsZero() || now.Sub(x.made) >= max(tableAge, tableShare*x.took) || now.Before(x.made)
}

// renew makes the list.
func (x *table[T]) renew(ctx context.Context, now func() time.Time, made func(context.Context) ([]T, error)) error {
	defer x.end()
	ctx, cancel := context.WithTimeout(ctx, tableTime)
	defer cancel()
	began, clock := now(), time.Now()
	list, err := safely(ctx, made)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.list, x.made, x.took = list, began, time.Since(clock)
	return nil
}

// safely calls a function. Nothing else recovers in the background.
func safely[T any](ctx context.Context, made func(context.Context) ([]T, error)) (list []T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a table cannot be made: %v\n%s", p, debug.Stack())
		}
	}()
	return made(ctx)
}

// rankingTables keeps the tables of ratings by kind of scenario.
type rankingTables struct {
	mu  sync.Mutex
	all map[string]*table[game.Ranking]
}

// of returns the table of a kind, of which there are as many as there are
// scenarios.
func (x *rankingTables) of(kind string) *table[game.Ranking] {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.all == nil {
		x.all = map[string]*table[game.Ranking]{}
	}
	if x.all[kind] == nil {
		x.all[kind] = &table[game.Ranking]{}
	}
	return x.all[kind]
}

// rankingTable returns the table of ratings of a kind.
func (s *Pages) rankingTable(ctx context.Context, kind string) ([]game.Ranking, error) {
	return s.rankings.of(kind).get(ctx, s.lists, s.Now, func(ctx context.Context) ([]game.Ranking, error) {
		list, _, err := s.Judge.Rankings(ctx, game.RankingQuery{Kind: kind})
		for i := range list {
			list[i].Name = "" // read when it is shown
		}
		return list, err
	})
}

// reliableTable returns the table of reliability.
func (s *Pages) reliableTable(ctx context.Context) ([]users.Reliable, error) {
	return s.reliables.get(ctx, s.lists, s.Now, s.Judge.Reliables)
}

// partOfTable returns the rows of a page of a table, and the names of their
// accounts; private accounts have none.
func partOfTable[T any](ctx context.Context, s *Pages, all []T, skip int, account func(T) string) ([]T, map[string]string, error) {
	part := all[min(skip, len(all)):min(skip+ratingsList, len(all))]
	var ids []string
	for _, x := range part {
		ids = append(ids, account(x))
	}
	names, err := s.Judge.PublicNames(ctx, ids)
	return part, names, err
}
