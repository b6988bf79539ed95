package sandbox

import (
	"encoding/hex"
	"errors"

	"podesta/internal/game"
	"podesta/internal/ordertext"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Tree is a book with the computed positions of its nodes.
type Tree struct {
	Book   *Book
	Rules  *rules.Set
	Start  *position.Position // the scenario's set-up, before the first income
	Moment []Moment           // indexed by node; zero if not computed
}

// Moment is a computed node.
type Moment struct {
	Position *position.Position // nil if Err is set
	Came     *Outcome           // outcome of the orders that led to the node, or nil
	Opening  *turn.Result       // events before the first phase; only in the first node
	Err      error              // why it cannot be computed
}

// Outcome is the result of resolving orders.
type Outcome struct {
	Before   *position.Position
	Lines    []turn.Line
	Verdicts map[machiavelli.Power][]game.Verdict // verdicts on the lines, keyed by power
	Throws   []dice.Throw
	turn.Result
}

// ground returns a tree with the rules and the set-up of a book, without computed nodes.
func (b *Book) ground() (*Tree, error) {
	set, err := rules.Make(b.Preset, b.Options)
	if err != nil {
		return nil, wrong(message.New("The rules of this sandbox cannot be used: {why}.", message.Of(err)))
	}
	start, err := scenario.New(b.Scenario, b.Variant, &set)
	if err != nil {
		return nil, wrong(message.New("This sandbox cannot begin: {why}.", message.Of(err)))
	}
	if len(b.Seats) > 0 {
		if err := interchange.Seat(start, b.Seats, &set); err != nil {
			return nil, wrong(message.New("The players of this sandbox cannot have those powers: {why}.", message.Of(err)))
		}
	}
	return &Tree{Book: b, Rules: &set, Start: start, Moment: make([]Moment, len(b.Nodes))}, nil
}

// Here computes the nodes from the beginning to the current one.
func (b *Book) Here() (*Tree, error) {
	t, err := b.ground()
	if err != nil {
		return nil, err
	}
	for _, i := range b.Line() {
		if err := t.work(i); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// All computes every node. For nodes that cannot be computed, it sets Err. It returns an error if
// the rules or the scenario are invalid.
func (b *Book) All() (*Tree, error) {
	t, err := b.ground()
	if err != nil {
		return nil, err
	}
	for i := range b.Nodes {
		t.Moment[i].Err = t.work(i)
	}
	return t, nil
}

// Position returns the current position.
func (t *Tree) Position() *position.Position { return t.Moment[t.Book.At].Position }

// Over reports whether the game is won in the current position, so that no phase follows.
func (t *Tree) Over() bool { return t.Position().Victors != 0 }

// work computes one node. The node before it must have been computed.
func (t *Tree) work(i int) error {
	n, m := &t.Book.Nodes[i], &t.Moment[i]
	switch {
	case n.By != nil && t.Moment[n.From].Position == nil:
		return wrong(message.New("This phase cannot be resolved, because an earlier one cannot be."))
	case n.By != nil:
		o, err := t.Carry(t.Moment[n.From].Position, *n.By)
		if err != nil {
			return err
		}
		m.Position, m.Came = o.Next, o
		return nil
	case n.Position == nil:
		opened, err := turn.Open(t.Start, t.Rules, dice.New(nil, dice.Scope("", "opening", ""), nil))
		if err != nil {
			return wrong(message.New("This sandbox cannot begin: {why}.", message.Of(err)))
		}
		m.Position, m.Opening = opened.Next, &opened
		return nil
	}
	var err error
	m.Position, err = t.read(n)
	return err
}

// read parses a position edited by hand.
func (t *Tree) read(n *Node) (*position.Position, error) {
	start := *t.Start
	var err error
	if start.Phase, err = machiavelli.ParsePhase(n.Phase); err != nil {
		return nil, wrong(message.Sentence(message.Of(err)))
	}
	p, err := interchange.DecodePosition(n.Position, &start, t.Rules)
	if err != nil {
		return nil, wrong(message.New("The position cannot be read: {why}.", message.Of(err)))
	}
	return p, nil
}

// Carry resolves the phase of a position.
func (t *Tree) Carry(p *position.Position, g Given) (*Outcome, error) {
	o := &Outcome{Before: p, Verdicts: map[machiavelli.Power][]game.Verdict{}}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		text := g.Orders[p.Setting.Powers[power].ID]
		if text == "" {
			continue
		}
		lines, found := ordertext.ReadLines(p, t.Rules, []machiavelli.Power{power}, text)
		o.Lines = append(o.Lines, lines...)
		o.Verdicts[power] = found
	}
	seed, err := hex.DecodeString(g.Seed)
	if err != nil {
		return nil, wrong(message.New("The seed of the dice must be written in hexadecimal digits."))
	}
	d := dice.New(seed, dice.Scope("", p.Phase.Campaign(), ""), g.Rolls)
	o.Result, err = turn.Process(p, o.Lines, t.Rules, d)
	switch {
	case errors.Is(err, turn.ErrGameOver):
		return nil, wrong(message.New("The game is won: nothing comes after this."))
	case err != nil:
		return nil, wrong(message.New("The phase cannot be resolved: {why}.", message.Of(err)))
	}
	o.Throws = d.Throws()
	return o, nil
}

// Draft returns the result of the orders that are being written.
func (t *Tree) Draft() (*Outcome, error) { return t.Carry(t.Position(), t.Book.Draft) }

// Came returns the outcome that led to the current node, or nil for nodes without preceding
// orders.
func (t *Tree) Came() *Outcome { return t.Moment[t.Book.At].Came }
