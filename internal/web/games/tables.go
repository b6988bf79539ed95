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

// The tables of ratings and of reliability are built from all awards and accounts, which takes
// seconds on a large judge. Lists.Prepare builds them before anyone looks at them. They are cached,
// and renewed in the background when they are old and someone looks at them. Only the numbers are
// cached: names are always read again, and accounts that have become private are left out at once.

// tableAge is the age at which a table is renewed. A table that takes long to build is kept
// tableShare times as long as that takes.
const (
	tableAge   = time.Minute
	tableShare = 50
	tableTime  = 5 * time.Minute // time limit for building one
)

// table caches a list that takes long to build.
type table[T any] struct {
	mu     sync.Mutex
	list   []T
	made   time.Time     // when it was built; zero if never
	took   time.Duration // how long building it took
	making chan struct{} // closed when the current attempt to build it ends; nil between attempts
}

// get returns the list. If there is no list yet, the first reader builds it and the others wait. It
// is not built in the background then, because the readers may hold all connections to the
// database, and must not wait for work that needs another one. If l is nil, every reader builds a
// list.
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

// ready reports whether there is a list.
func (x *table[T]) ready() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return !x.made.IsZero()
}

// end ends an attempt to build the list.
func (x *table[T]) end() {
	x.mu.Lock()
	defer x.mu.Unlock()
	close(x.making)
	x.making = nil
}

// old reports whether the list should be renewed.
func (x *table[T]) old(now time.Time) bool {
	return x.made.IsZero() || now.Sub(x.made) >= max(tableAge, tableShare*x.took) || now.Before(x.made)
}

// renew tries to build the list.
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

// safely calls the function made and turns a panic into an error, because nothing else recovers
// from panics in the background.
func safely[T any](ctx context.Context, made func(context.Context) ([]T, error)) (list []T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a table cannot be made: %v\n%s", p, debug.Stack())
		}
	}()
	return made(ctx)
}

// tables holds tables of one kind: the points for each kind of scenario, or the ladder of each
// edition, separately for people and for programs.
type tables[T any] struct {
	mu  sync.Mutex
	all map[string]*table[T]
}

// of returns the table of programs, or else of people, for a scenario or an edition.
func (x *tables[T]) of(what string, programs bool) *table[T] {
	x.mu.Lock()
	defer x.mu.Unlock()
	if programs {
		what += " programs"
	}
	if x.all == nil {
		x.all = map[string]*table[T]{}
	}
	if x.all[what] == nil {
		x.all[what] = &table[T]{}
	}
	return x.all[what]
}

// rankingTable returns the table of points for a kind of scenario.
func (s *Pages) rankingTable(ctx context.Context, kind string, programs bool) ([]game.Ranking, error) {
	return s.rankings.of(kind, programs).get(ctx, s.lists, s.Now, func(ctx context.Context) ([]game.Ranking, error) {
		list, _, err := s.Judge.Ratings.Rankings(ctx, game.RankingQuery{Kind: kind, Program: programs})
		for i := range list {
			list[i].Name = "" // the name is read when the table is shown
		}
		return list, err
	})
}

// ladderTable returns the ladder for an edition, or for all editions if the edition is "".
func (s *Pages) ladderTable(ctx context.Context, edition string, programs bool) ([]game.LadderRow, error) {
	return s.ladders.of(edition, programs).get(ctx, s.lists, s.Now, func(ctx context.Context) ([]game.LadderRow, error) {
		list, err := s.Judge.Ratings.Ladder(ctx, game.LadderQuery{Edition: edition, Program: programs})
		for i := range list {
			list[i].Name = ""
		}
		return list, err
	})
}

// reliableTable returns the table of reliability.
func (s *Pages) reliableTable(ctx context.Context) ([]users.Reliable, error) {
	return s.reliables.get(ctx, s.lists, s.Now, s.Judge.Users.Reliables)
}

// prepare builds the tables that do not exist yet, beginning with the tables of all games.
func (s *Pages) prepare(ctx context.Context) error {
	kinds, _, err := s.Judge.Ratings.RatedKinds(ctx)
	if err != nil {
		return err
	}
	editions, err := s.Judge.Ratings.Editions(ctx)
	if err != nil {
		return err
	}
	ids := []string{""}
	for _, e := range editions {
		ids = append(ids, e.ID)
	}
	if !s.reliables.ready() {
		if _, err := s.reliableTable(ctx); err != nil {
			return err
		}
	}
	for _, programs := range []bool{false, true} {
		for _, edition := range ids {
			if s.ladders.of(edition, programs).ready() {
				continue
			}
			if _, err := s.ladderTable(ctx, edition, programs); err != nil {
				return err
			}
		}
		for _, kind := range append([]string{""}, kinds...) {
			if s.rankings.of(kind, programs).ready() {
				continue
			}
			if _, err := s.rankingTable(ctx, kind, programs); err != nil {
				return err
			}
		}
	}
	return nil
}

// partOfTable returns the rows that one page of a table shows, and the names of the rows' accounts.
// It leaves out the names of private accounts.
func partOfTable[T any](ctx context.Context, s *Pages, all []T, skip int, account func(T) string) ([]T, map[string]string, error) {
	part := all[min(skip, len(all)):min(skip+ratingsList, len(all))]
	var ids []string
	for _, x := range part {
		ids = append(ids, account(x))
	}
	names, err := s.Judge.Users.PublicNames(ctx, ids)
	return part, names, err
}
