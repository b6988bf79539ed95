package sandbox

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// Edited is a position corrected by statements of package correction.
type Edited struct {
	Position *position.Position // nil if there are problems
	Changes  []message.Message
	Problems []correction.Problem
}

// Edit applies statements to the current position. If a phase is given, such as "spring 1454
// orders", it sets that first.
func (t *Tree) Edit(text, phase string) *Edited {
	p, err := rephased(t.Position(), phase)
	if err != nil {
		return &Edited{Problems: []correction.Problem{{Message: message.Of(err)}}}
	}
	return t.edit(p, correction.Split(text))
}

func (t *Tree) edit(p *position.Position, statements []string) *Edited {
	res, problems := correction.Apply(p, t.Rules, statements)
	if len(problems) > 0 {
		return &Edited{Problems: problems}
	}
	e := &Edited{Position: res.Position}
	for _, c := range res.Changes {
		e.Changes = append(e.Changes, c.Message)
	}
	return e
}

// rephased returns a position moved to another phase, without data that belong only to its own
// phase. A game that was won continues.
func rephased(p *position.Position, phase string) (*position.Position, error) {
	p = p.Clone()
	p.Victors = 0
	if strings.TrimSpace(phase) != "" {
		ph, err := machiavelli.ParsePhase(phase)
		if err != nil {
			return nil, wrong(message.Sentence(message.Of(err)))
		}
		p.Phase = ph
	}
	if p.Phase.Step != machiavelli.Retreats {
		p.Dislodged, p.Transfers = nil, nil
		p.Contested = p.Contested.Minus(p.Contested)
		clear(p.Allies[:])
	}
	p.Opening = p.Opening && p.Phase.Step == machiavelli.Adjustments
	return p, nil
}

// Put returns the book with the current position replaced. If orders lead to the position or
// follow it, the new position becomes a separate branch.
func (t *Tree) Put(p *position.Position) (*Book, error) {
	c := t.Book.Clone()
	if n := &c.Nodes[c.At]; n.By == nil && len(c.children(c.At)) == 0 {
		t.put(n, p)
		return c, nil
	}
	n := Node{From: c.At}
	t.put(&n, p)
	return c, c.add(n)
}

// Anew returns a sandbox that begins with the current position, without earlier
// phases and other branches.
func (t *Tree) Anew() (*Book, error) {
	c := t.Book.Clone()
	c.Nodes, c.At = []Node{{}}, 0
	t.put(&c.Nodes[0], t.Position())
	return c, nil
}

// Rule returns a sandbox with other rules that begins with the current position.
func (t *Tree) Rule(preset string, options map[string]string) (*Book, error) {
	b, err := Begin(t.Book.Scenario, t.Book.Variant, preset, options)
	if err != nil {
		return nil, err
	}
	b.Seats = t.Book.Seats
	other, err := b.ground()
	if err != nil {
		return nil, err
	}
	c := t.Book.Clone()
	c.Preset, c.Options, c.Nodes, c.At = b.Preset, b.Options, []Node{{}}, 0
	other.Book = c
	p := t.Position().Clone()
	p.Setting = other.Start.Setting
	if !other.Rules.Money {
		p.Loans, p.Bankrupt = nil, 0
		clear(p.Treasury[:])
	}
	other.put(&c.Nodes[0], p)
	read, err := other.read(&c.Nodes[0])
	if err != nil {
		return nil, wrong(message.New("The position cannot be under those rules: {why}", message.Of(err)))
	}
	if e := other.edit(read, nil); len(e.Problems) > 0 {
		return nil, wrong(message.New("The position cannot be under those rules: {why}", correction.Tell(e.Problems)))
	}
	return c, nil
}

// Touch returns the statements in text, followed by those for using a tool on an area, given by
// its code.
func (t *Tree) Touch(text, phase string, tool correction.Tool, area string) ([]string, error) {
	base, err := rephased(t.Position(), phase)
	if err != nil {
		return nil, err
	}
	return correction.Touch(base, t.Rules, correction.Split(text), tool, area)
}

// Bare returns the statements in text, followed by those that remove all units from the board.
func (t *Tree) Bare(text, phase string) ([]string, error) {
	base, err := rephased(t.Position(), phase)
	if err != nil {
		return nil, err
	}
	return correction.Bare(base, t.Rules, correction.Split(text))
}
