// Package turn advances a game by one phase. A phase is a pipeline of named
// steps, in the order that the rules fix (SEQ-01); each step is one small file.
// Everything that advances a game calls Process, including the server, tests,
// bots, replays and sandboxes.
package turn

import (
	"errors"
	"fmt"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// EngineVersion identifies the behaviour of this package. The version that
// produced a game's history replays it byte for byte. It is increased whenever
// a change could alter the result of any phase.
const EngineVersion = "6"

// The errors of Process. They mean that the phase cannot be resolved at all. An
// order that fails is an event, not an error.
var (
	// ErrGameOver is returned for a finished game.
	ErrGameOver = errors.New("the game is over")
	// ErrDice is returned if the rules need dice and none are given.
	ErrDice = errors.New("the rules of this game need dice, and none are given")
	// ErrPhase is returned for a phase that does not exist.
	ErrPhase = errors.New("no such phase")
)

// Line is one order line of a power. Text is what the player wrote. Err
// explains why the text could not be parsed, with Code as its short code; such
// a line is reported as refused.
type Line struct {
	Power machiavelli.Power
	Text  string
	Order order.Order
	Err   message.Message
	Code  string
}

// Result is the result of a phase. It has the position at the start of the next
// phase, the events in order, and every roll by its name.
type Result struct {
	Next   *position.Position
	Events []event.Event
	Rolls  map[string]int
}

// step is one named step of a pipeline. It reads and writes the phase's state.
type step struct {
	name string // as in the SEQ rules: "M0", "CA1"
	run  func(*state)
}

// Process advances position p by one phase. Lines are the powers' order lines. The sequence of
// one power's lines matters (the last valid line for a unit wins), but the sequence of the powers
// does not (SEQ-03). The dice may be nil if the rules need none. Process never changes p, and
// equal inputs produce equal results.
func Process(p *position.Position, lines []Line, r *rules.Set, d *dice.Dice) (Result, error) {
	if p.Victors != 0 {
		return Result{}, ErrGameOver
	}
	var pipeline []step
	switch p.Phase.Step {
	case machiavelli.Orders:
		pipeline = campaignSteps
	case machiavelli.Retreats:
		pipeline = retreatSteps
	case machiavelli.Adjustments:
		pipeline = winterSteps
	default:
		return Result{}, ErrPhase
	}
	if d == nil && (NeedsDice(r) || r.Money && len(p.Loans) > 0) { // a default may cause rolls for rebellions
		return Result{}, ErrDice
	}
	if n := len(p.Units) + len(p.Dislodged); n > position.MaxUnits {
		return Result{}, fmt.Errorf("%d units, more than the board can hold", n)
	}
	s := states.Get().(*state)
	defer s.release()
	s.begin(p, lines, r, d)
	for _, st := range pipeline {
		st.run(s)
		if s.done {
			break
		}
	}
	out := Result{Next: s.pos, Events: s.events}
	if d != nil {
		if err := d.Err(); err != nil {
			return Result{}, err
		}
		out.Rolls = d.Thrown()
	}
	return out, nil
}

// NeedsDice reports whether a game with these rules rolls dice. It may do so
// for money and its effects, for rulers killed by assassins or the bank, or for
// disasters.
func NeedsDice(r *rules.Set) bool {
	return r.Money && (r.DiceOn || r.BankLoans || r.Assassinations) || r.Famine || r.Plague || r.Storms
}

// states keeps the working memory of phases for reuse.
var states = sync.Pool{New: func() any { return new(state) }}
