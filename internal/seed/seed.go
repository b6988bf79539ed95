// Package seed fills a judge with games in the middle of play, for benchmarks and load tests:
// thousands of hosted games of eight players with money, whose phases are all due at the same
// moment, with orders and press.
// A few games are created and played like any other, by random players who give arbitrary legal
// orders. The others are copies with names and people of their own. A copy includes the last six
// phases, because pages do not need older ones.
package seed

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
)

// Plan determines the games that Make creates.
type Plan struct {
	Games     int       // number of games
	Templates int       // number of different games; 0 means 24, or all games if there are fewer
	Due       time.Time // when all games are due
	Seed      uint64    // seed of the random players
}

// Crowd is the result of Make.
type Crowd struct {
	Games  []Game
	Phases map[string]int // number of games, keyed by kind of phase: "orders" and so on
}

// Game is one of the games.
type Game struct {
	ID, Name string
	Revision int
	Number   int      // number of the current phase; the six before it are included
	Players  []Player // indexed by seat number - 1
}

// Player is the player of a seat.
type Player struct {
	Account, Email string
	Letter         string // letter of the player's power
	Text           string // the orders already sent
}

// setClock is a clock that the program sets.
type setClock struct {
	mu  sync.Mutex
	now time.Time
}

// Now returns the time.
func (c *setClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *setClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// pastPhases is the number of past phases that a copy includes.
const pastPhases = 6

// seatsEach is the average number of seats of each person.
const seatsEach = 4

// Make fills a store, which should be empty, for a judge with the given secret. It returns errors
// of the store, and an error for an impossible plan.
func Make(ctx context.Context, s game.Store, secret []byte, p Plan) (*Crowd, error) {
	if p.Games < 1 || p.Games > 100_000 {
		return nil, errors.New("a crowd has 1 to 100000 games")
	}
	if p.Templates <= 0 {
		p.Templates = 24
	}
	p.Templates = min(p.Templates, p.Games)
	// The clock is set to a time well before the games are due, so that all messages and orders
	// are in the past.
	c := &setClock{now: p.Due.UTC().Truncate(time.Second).AddDate(0, 0, -40)}
	j := judge.New(s, c, secret)
	out := &Crowd{Phases: map[string]int{}}
	people, err := makePeople(ctx, s, j, p.Games*8/seatsEach)
	if err != nil {
		return nil, err
	}
	var templates []*template
	for n := range p.Templates {
		t, err := makeTemplate(ctx, s, j, c, people, n, p.Seed)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", n, err)
		}
		templates = append(templates, t)
		if err := t.fallDue(ctx, s, p.Due); err != nil {
			return nil, err
		}
		out.add(t.game(), t)
	}
	if err := forgetMail(ctx, s, p.Due); err != nil {
		return nil, err
	}
	const together = 50
	for first := p.Templates; first < p.Games; first += together {
		var made []Game
		var of []*template
		err := s.Write(ctx, func(tx *game.Tx) error {
			made, of = nil, nil
			for n := first; n < min(first+together, p.Games); n++ {
				t := templates[n%len(templates)]
				g, err := t.copy(tx, n, people)
				if err != nil {
					return err
				}
				made, of = append(made, g), append(of, t)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for i, g := range made {
			out.add(g, of[i])
		}
	}
	return out, nil
}

// forgetMail deletes the queued e-mail about the first games, because copies have none.
func forgetMail(ctx context.Context, s game.Store, now time.Time) error {
	for more := true; more; {
		err := s.Write(ctx, func(tx *game.Tx) error {
			jobs, err := tx.Jobs.Claim("mail", now, time.Minute, 500)
			more = len(jobs) > 0
			for _, job := range jobs {
				err = errors.Join(err, tx.Jobs.FinishJob(job.ID))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Crowd) add(g Game, t *template) {
	c.Games = append(c.Games, g)
	c.Phases[t.record.Phase.Step.String()]++
}
