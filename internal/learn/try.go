package learn

import (
	"slices"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/turn"
)

// Outcome is what orders came to.
type Outcome struct {
	Verdicts []judge.Verdict // on what was written, line by line
	Lines    []turn.Line     // all order lines of the phase, those of other powers too
	Result   turn.Result
	Met      []Met
	Solved   bool
	Refused  int // lines that could not be used
}

// Met is a condition of the goal and whether it holds.
type Met struct {
	Text string
	OK   bool
}

// seed is the seed of all dice of exercises: they fall alike for everybody,
// whatever any game's dice do.
var seed = make([]byte, dice.SeedBytes)

// Try carries out the phase with what the reader has written, one order a line,
// and the orders of the others. The error is that of turn.Process.
func (x *Exercise) Try(text string) (*Outcome, error) {
	o := &Outcome{}
	o.Lines, o.Verdicts = x.Read(text)
	o.Lines = append(o.Lines, x.others...)
	for _, v := range o.Verdicts {
		if v.Error != "" {
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

// Read reads what the reader has written: the order lines, and a verdict on each
// line of the text.
func (x *Exercise) Read(text string) ([]turn.Line, []judge.Verdict) {
	return judge.ReadLines(x.Position, x.Rules, []machiavelli.Power{x.You}, text)
}

// Others lists the order lines of the other powers.
func (x *Exercise) Others() []turn.Line { return slices.Clone(x.others) }

// AnotherWay is an answer that is not what was written; ok is false where there
// is none.
func (x *Exercise) AnotherWay(written []judge.Verdict) (a Answer, ok bool) {
	mine := canonical(written)
	for _, a := range x.Answers {
		if _, v := x.Read(a.Orders); !slices.Equal(canonical(v), mine) {
			return a, true
		}
	}
	return Answer{}, false
}

// canonical are the orders that count, as they are understood, in their
// alphabetical order.
func canonical(verdicts []judge.Verdict) []string {
	var out []string
	for _, v := range verdicts {
		if v.Error == "" && !v.Replaced {
			out = append(out, v.Canonical)
		}
	}
	slices.Sort(out)
	return out
}
