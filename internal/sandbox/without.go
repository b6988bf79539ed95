package sandbox

import (
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
)

// Difference is the effect of an order: the events that happen only with it, and those that
// happen only without it.
type Difference struct {
	Line    turn.Line
	With    []whatif.Fact
	Without []whatif.Fact
}

// Without returns the effect of the order in line n of the draft, as numbered in Outcome. It uses
// the dice of the draft. If other dice would be rolled without the order, the possible results
// are described with their chances.
func (t *Tree) Without(n int) (*Difference, error) {
	o, err := t.Draft()
	if err != nil {
		return nil, err
	}
	if n < 0 || n >= len(o.Lines) || !o.Lines[n].Err.IsZero() {
		return nil, wrong(message.New("There is no such order any more."))
	}
	d := &Difference{Line: o.Lines[n]}
	tried := o.Lines[n]
	if tried.Order.Kind == order.Hold { // a unit without an order holds, too
		tried.Text = ""
	}
	var others []turn.Line
	for i, l := range o.Lines {
		if i != n {
			others = append(others, l)
		}
	}
	q := whatif.Question{
		Position: o.Before, Rules: t.Rules, Lines: others, Rolls: o.Rolls, Limit: 64, Samples: 32,
		Unknowns: []whatif.Unknown{{Choices: []whatif.Choice{{Lines: []turn.Line{tried}}, {}}}},
	}
	a, err := whatif.Ask(q)
	if err != nil {
		return nil, wrong(message.New("The phase cannot be resolved: {why}.", message.Of(err)))
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
	return d, nil
}
