package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// MaxCase is the maximum size of a case, in bytes.
const MaxCase = 128 << 10

// put replaces the content of a node by a position.
func (t *Tree) put(n *Node, p *position.Position) {
	*n = Node{From: n.From, Phase: p.Phase.String(), Position: difference(t.Start, p)}
}

// difference returns a position without the members that are the same as in the set-up of its
// scenario.
func difference(start, p *position.Position) json.RawMessage {
	var was, is map[string]json.RawMessage
	// Unmarshal cannot fail, because the package itself has written both.
	_ = json.Unmarshal(interchange.AppendPosition(nil, start), &was)
	_ = json.Unmarshal(interchange.AppendPosition(nil, p), &is)
	for name, text := range is {
		if bytes.Equal(was[name], text) {
			delete(is, name)
		}
	}
	text, _ := json.Marshal(is)
	return text
}

// From returns a sandbox that begins with a position and the draft of its orders. title describes
// it.
func From(p *position.Position, r *rules.Set, title string, draft Given) (*Book, error) {
	own := wrong(message.New("The scenario of this game is its own and none of the judge's; the sandbox has only those."))
	if _, ok := scenario.Find(p.Setting.Scenario); !ok || p.Setting.Variant == "" {
		return nil, own
	}
	b := &Book{Scenario: p.Setting.Scenario, Variant: p.Setting.Variant, Title: shorten(title, maxTitle), Nodes: []Node{{}}}
	b.rule(r)
	var err error
	if b.Seats, err = interchange.Seats(p.Setting); err != nil {
		return nil, own
	}
	t, err := b.ground()
	if err != nil {
		return nil, err
	}
	if !alike(t.Start.Setting, p.Setting) {
		// A saved case contains which powers are joined (SEAT-01), but not since when.
		joined := p.Joined().Setting
		if !alike(t.Start.Setting, joined) {
			return nil, own
		}
		p = p.Clone()
		p.Setting = joined
	}
	t.put(&b.Nodes[0], p)
	b.Draft = draft.trim()
	if err := b.check(); err != nil {
		return nil, err
	}
	_, err = t.read(&b.Nodes[0])
	return b, err
}

// alike reports whether two settings are the same except for their seats. A game's own scenario
// may have the same name as another one.
func alike(a, b *position.Setting) bool {
	if a.Board.Slug != b.Board.Slug || len(a.Board.Areas) != len(b.Board.Areas) {
		return false
	}
	x, y := *a, *b
	x.Board, y.Board, x.Seats, y.Seats = nil, nil, nil, nil
	return reflect.DeepEqual(x, y)
}

// shorten truncates a text to a number of characters.
func shorten(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// Load returns a sandbox for a case in the interchange format. Lines that cannot be parsed are
// kept unchanged, because they are orders, too.
func Load(text string) (*Book, error) {
	if strings.TrimSpace(text) == "" {
		return nil, wrong(message.New("Paste a case first."))
	}
	if len(text) > MaxCase {
		return nil, wrong(message.New("The case is longer than {n} KB.", message.Number(MaxCase>>10)))
	}
	var some []json.RawMessage
	if strings.HasPrefix(strings.TrimSpace(text), "[") && json.Unmarshal([]byte(text), &some) == nil && len(some) == 1 {
		text = string(some[0]) // accepts a list with a single element, too
	}
	var more struct {
		ID       any
		Scenario string
		Variant  string
		Orders   map[string][]string
		Dice     struct{ Seed string }
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(text), &more); errors.As(err, &syntax) {
		return nil, wrong(message.New("This is not a case in JSON: {why}, at character {n}.", message.Of(err), message.Number(syntax.Offset)))
	}
	c, err := interchange.New().Read([]byte(text))
	if err != nil {
		return nil, wrong(message.New("The case cannot be used: {why}.", message.Of(err)))
	}
	g := Given{Orders: map[string]string{}, Rolls: c.Rolls, Seed: more.Dice.Seed}
	for _, l := range c.Lines {
		id := c.Position.Setting.Powers[l.Power].ID
		if l.Power == machiavelli.Nobody {
			continue
		}
		g.Orders[id] += l.Text + "\n"
	}
	title, _ := more.ID.(string)
	return From(c.Position, c.Rules, title, g)
}

// Case returns the current position, with the orders being written, as a case in the interchange
// format.
func (t *Tree) Case() []byte {
	b := t.Book
	c := interchange.Draft{
		ID: b.Title, Position: t.Position(), Rules: t.Rules, Orders: map[string][]string{}, Seed: b.Draft.Seed, Rolls: b.Draft.Rolls,
	}
	for id, text := range b.Draft.Orders {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				c.Orders[id] = append(c.Orders[id], line)
			}
		}
	}
	out, err := c.Write()
	if err != nil {
		return nil
	}
	return out
}

// Disclosed returns those orders of a past phase that the events reveal. Everyone who may see the
// events may also know these orders. Invalid lines are omitted. Orders that were bought belong to
// the power that the unit served.
func Disclosed(before *position.Position, events []event.Event, rolls map[string]int) Given {
	g := Given{Orders: map[string]string{}, Rolls: rolls}
	line := func(power machiavelli.Power, text string) {
		if power != machiavelli.Nobody && text != "" {
			g.Orders[before.Setting.Powers[power].ID] += text + "\n"
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case event.Expense:
			line(e.Power, e.Given)
		case event.Payment:
			line(e.Power, e.Given)
		case event.Borrowed:
			line(e.Power, e.Given)
		case event.ChitGiven:
			line(e.Power, e.Given)
		case event.Taxed:
			line(e.Power, e.Given)
		case event.ProvinceGiven:
			line(e.Power, e.Given)
		case event.Exchanged:
			for i := range e.Lines {
				o := e.Lines[i]
				line(e.Power, order.Format(o, before.Setting.Board, before.Setting.Powers))
				if e.Both {
					line(e.With, order.Format(o.Mirrored(e.Power), before.Setting.Board, before.Setting.Powers))
				}
			}
		case event.Adjusted:
			line(e.Power, e.Given)
		case event.Retreated:
			line(e.Unit.Owner, e.Given)
		case event.Ordered:
			line(e.Unit.Owner, e.Given)
		}
	}
	return g.trim()
}
