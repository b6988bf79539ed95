package sandbox

import (
	"slices"
	"strings"

	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
)

// Difference is what an order changes: what happens with it only, and what
// without it only.
type Difference struct {
	Line    turn.Line
	With    []whatif.Fact
	Without []whatif.Fact
}

// Without tells what the order in line n of the draft changes, as Outcome lists
// the lines. The dice are those of the draft; where others would be thrown
// without the order, what may come of them is told with its chance.
func (t *Tree) Without(n int) (*Difference, error) {
	o, err := t.Draft()
	if err != nil {
		return nil, err
	}
	if n < 0 || n >= len(o.Lines) || o.Lines[n].Err != "" {
		return nil, wrong("There is no such order any more.")
	}
	d := &Difference{Line: o.Lines[n]}
	var others []turn.Line
	for i, l := range o.Lines {
		if i != n {
			others = append(others, l)
		}
	}
	q := whatif.Question{
		Position: o.Before, Rules: t.Rules, Lines: others, Rolls: o.Rolls, Limit: 64, Samples: 32,
		Unknowns: []whatif.Unknown{{Choices: []whatif.Choice{{Lines: o.Lines[n : n+1]}, {}}}},
	}
	a, err := whatif.Ask(q)
	if err != nil {
		return nil, wrong("The phase cannot be carried out: %s.", err)
	}
	for _, c := range a.Summary(&q).Cases {
		for _, when := range c.When {
			if when[0] == 0 {
				d.With = append(d.With, c.Facts...)
			} else {
				d.Without = append(d.Without, c.Facts...)
			}
		}
	}
	if d.Line.Order.Kind == order.Hold { // that it held is no news, for without an order it holds too
		d.With = slices.DeleteFunc(d.With, func(f whatif.Fact) bool { return strings.HasSuffix(f.Text, " HOLD: carried out.") })
	}
	return d, nil
}
