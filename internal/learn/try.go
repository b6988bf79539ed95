package learn

import (
	"slices"

	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// Outcome is the result of orders.
type Outcome struct {
	Verdicts []game.Verdict // verdicts on the reader's text, line by line
	Lines    []turn.Line    // all order lines of the phase, including those of other powers
	Result   turn.Result
	Met      []Met
	Solved   bool
	Refused  int // number of invalid lines
}

// Met is one of the goal's conditions, and says whether it is met.
type Met struct {
	Text message.Message
	OK   bool
}

// seed is the seed for the dice in all exercises. They roll the same for every reader and are
// independent of any game's dice.
var seed = make([]byte, dice.SeedBytes)

// Try resolves the phase with the reader's orders, one per line, and the other powers' orders. It
// returns the errors of turn.Process.
func (x *Exercise) Try(text string) (*Outcome, error) {
	o := &Outcome{}
	o.Lines, o.Verdicts = x.Read(text)
	o.Lines = append(o.Lines, x.others...)
	for _, v := range o.Verdicts {
		if v.Refused() {
			o.Refused++
		}
	}
	var err error
	o.Result, err = turn.Process(x.Position, o.Lines, x.Rules, dice.New(seed, dice.Scope("learn", x.ID, ""), x.rolls))
	if err != nil {
		return nil, err
	}
	o.Solved = true
	for _, c := range x.wants {
		ok := c.met(x, &o.Result)
		o.Met = append(o.Met, Met{c.text, ok})
		o.Solved = o.Solved && ok
	}
	return o, nil
}

// Read parses the reader's text: the order lines, and a verdict on each line.
func (x *Exercise) Read(text string) ([]turn.Line, []game.Verdict) {
	return ordertext.ReadLines(x.Position, x.Rules, []machiavelli.Power{x.You}, text)
}

// Others lists the other powers' order lines.
func (x *Exercise) Others() []turn.Line { return slices.Clone(x.others) }

// AnotherWay returns an answer that differs from the reader's orders. The result ok is false if
// there is none.
func (x *Exercise) AnotherWay(written []game.Verdict) (a Answer, ok bool) {
	mine := canonical(written)
	for _, a := range x.Answers {
		if _, v := x.Read(a.Orders); !slices.Equal(canonical(v), mine) {
			return a, true
		}
	}
	return Answer{}, false
}

// canonical returns the valid orders in their full form, sorted.
func canonical(verdicts []game.Verdict) []string {
	var out []string
	for _, v := range verdicts {
		if !v.Refused() && !v.Replaced {
			out = append(out, v.Canonical)
		}
	}
	slices.Sort(out)
	return out
}
