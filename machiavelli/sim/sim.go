// Package sim plays whole games with random orders of every kind that the rules
// allow, including expenses, and after each phase checks what must hold in
// every position and between positions. It finds faults for which nobody wrote
// a test.
//
// Games are numbered. A game is always the same when it is played with the same
// configuration.
package sim

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Config is the configuration of games.
type Config struct {
	Scenario, Variant string
	Rules             rules.Set
	Years             int    // number of years after which a game without a winner ends
	Seed              uint64 // seed of the players and the dice
	ReplayEvery       int    // one of this many games resolves each phase twice; 0 means none

	// Players lists the computer players of the powers in their order, by the
	// names of package bot. If there are more powers than names, the list
	// repeats. It shifts by one power from game to game. Without players all
	// powers give random orders, which may include expenses that are not legal.
	Players []string
}

// Tally counts what happened in games.
type Tally struct {
	Games, Phases, Replayed int
	Orders                  [order.Exchange + 1]int // number of lines of each kind
	Expenses                []int                   // number of expense lines of each kind
	Done                    []int                   // number of expenses of each kind that succeeded
	Won, Eliminated         int                     // number of games won, of powers eliminated
	Events                  map[string]int          // number of events, keyed by kind
	// number of exchanges, keyed by failure; "" is for those that took place (OPT-21)
	Exchanges map[string]int
	Kinds     [machiavelli.ArmouredCavalry + 1]int // number of units built of each type
	Records   []Record                             // records of the computer players, the strongest first
}

// Broken is an error in a game.
type Broken struct {
	Game  uint64
	Phase string
	What  error
}

// Error describes the game, the phase and the error.
func (b *Broken) Error() string {
	return fmt.Sprintf("game %d, %s: %v", b.Game, b.Phase, b.What)
}

// Unwrap returns the error found.
func (b *Broken) Unwrap() error { return b.What }

// Table plays games one after the other and reuses its memory. New creates a
// Table. The zero value is not usable.
type Table struct {
	config Config
	start  *position.Position
	finder legal.Finder
	orders []order.Order
	lines  []turn.Line
	rng    *rand.Rand
	tally  Tally
	seats  []bot.Player // the computer players, as in Config.Players
	game   uint64
}

// New returns a table. It returns errors of the scenario and of the players'
// names.
func New(c Config) (*Table, error) {
	start, err := scenario.New(c.Scenario, c.Variant, &c.Rules)
	if err != nil {
		return nil, err
	}
	if c.Years < 1 {
		return nil, errors.New("a game needs a year at least")
	}
	t := &Table{config: c, start: start, tally: Tally{
		Events: map[string]int{}, Exchanges: map[string]int{}, Expenses: make([]int, order.Expenses()), Done: make([]int, order.Expenses()),
	}}
	return t, t.seat()
}

// Tally returns the counts of all games so far.
func (t *Table) Tally() *Tally { return &t.tally }

// Play plays the game with the given number to its end. It returns a *Broken if
// a check failed.
func (t *Table) Play(game uint64) error {
	t.rng = rand.New(rand.NewPCG(t.config.Seed, game))
	t.game = game
	r := &t.config.Rules
	seed := []byte(strconv.FormatUint(t.config.Seed, 10))
	name := strconv.FormatUint(game, 10)
	broken := func(p *position.Position, err error) error { return &Broken{game, p.Phase.String(), err} }

	opened, err := turn.Open(t.start, r, dice.New(seed, dice.Scope(name, "opening", ""), nil))
	if err != nil {
		return broken(t.start, err)
	}
	p := opened.Next
	if err := sound(p, r); err != nil {
		return broken(p, err)
	}
	replay := t.config.ReplayEvery > 0 && game%uint64(t.config.ReplayEvery) == 0
	last := t.start.Phase.Year + t.config.Years
	t.tally.Games++
	for p.Victors == 0 && p.Phase.Year < last && !alone(p) {
		t.write(p)
		scope := dice.Scope(name, p.Phase.Campaign(), "")
		res, err := turn.Process(p, t.lines, r, dice.New(seed, scope, nil))
		if err == nil {
			err = between(p, &res, t.lines, r)
		}
		if err == nil && len(t.seats) > 0 {
			err = accepted(&res)
		}
		if err == nil && replay {
			err = t.again(p, &res, dice.New(seed, scope, nil))
		}
		if err != nil {
			return broken(p, err)
		}
		t.count(&res)
		p = res.Next
	}
	if p.Victors != 0 {
		t.tally.Won++
	}
	t.record(p)
	return nil
}

// Lines returns random orders of all powers for the phase of a position. They
// depend only on the position, on the seed of the configuration and on n, and
// are valid until the table is used again.
func (t *Table) Lines(p *position.Position, n uint64) []turn.Line {
	t.rng = rand.New(rand.NewPCG(t.config.Seed, n))
	t.write(p)
	return t.lines
}

// alone reports whether fewer than two powers are left.
func alone(p *position.Position) bool {
	return len(p.Setting.Powers)-1-bits.OnesCount32(uint32(p.Eliminated)) < 2
}

// again resolves a phase a second time, with the powers in another order, and compares the
// results (SEQ-02, SEQ-03).
func (t *Table) again(p *position.Position, res *turn.Result, d *dice.Dice) error {
	t.tally.Replayed++
	n := len(p.Setting.Powers)
	turned := make([]turn.Line, 0, len(t.lines))
	for k := n - 1; k > 0; k-- {
		for _, l := range t.lines {
			if int(l.Power) == k {
				turned = append(turned, l)
			}
		}
	}
	second, err := turn.Process(p, turned, &t.config.Rules, d)
	switch {
	case err != nil:
		return fmt.Errorf("processed again: %w", err)
	case !reflect.DeepEqual(res.Next, second.Next):
		return errors.New("processed again, the phase comes to another position")
	case !reflect.DeepEqual(res.Events, second.Events):
		return errors.New("processed again, the phase has other events")
	case !reflect.DeepEqual(res.Rolls, second.Rolls):
		return errors.New("processed again, the phase has other rolls")
	}
	return nil
}

// count adds a phase to the tally.
func (t *Table) count(res *turn.Result) {
	t.tally.Phases++
	for i := range t.lines {
		o := &t.lines[i].Order
		t.tally.Orders[o.Kind]++
		if o.Kind == order.Expense {
			t.tally.Expenses[o.Expense]++
		}
	}
	for _, e := range res.Events {
		t.tally.Events[e.Kind()]++
		switch e := e.(type) {
		case event.Expense:
			if e.Verdict == event.Succeeded {
				t.tally.Done[e.Order.Expense]++
			}
		case event.Exchanged:
			t.tally.Exchanges[string(e.Failure)]++
		case event.Elimination:
			t.tally.Eliminated++
		case event.Adjusted:
			if e.Order.Kind == order.Build && e.Verdict == event.Succeeded {
				t.tally.Kinds[e.Unit.Type]++
			}
		}
	}
}
