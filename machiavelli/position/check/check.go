// Package check finds impossible states of a position. Its conditions hold after every phase of
// a game, whatever the players order, and so must also hold for a position that someone has
// typed in or edited.
package check

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Problem is an impossible state in a position.
type Problem struct {
	Rule string          // id of the rule that the position breaks: "BOARD-02"; empty if no rule covers it
	Text message.Message // a sentence that describes the problem
	// the correction that would repair the problem, in the words of package correction; empty
	// if there is not exactly one
	Mend string
}

// String returns the sentence with its rule, in English.
func (p Problem) String() string { return p.Say().String() }

// Say returns the sentence with its rule.
func (p Problem) Say() message.Message {
	if p.Rule == "" {
		return p.Text
	}
	return message.New("{problem} ({rule})", p.Text, message.Order(p.Rule))
}

// Position returns everything that is impossible in p under the rules r, or
// nothing for a valid position. It does not change p.
func Position(p *position.Position, r *rules.Set) []Problem {
	c := checker{p: p, r: r, s: p.Setting}
	c.units()
	c.dislodged()
	c.control()
	c.rebellions()
	c.powers()
	c.loans()
	return c.found
}

// checker collects the problems of one position.
type checker struct {
	p     *position.Position
	r     *rules.Set
	s     *position.Setting
	found []Problem
}

func (c *checker) fail(rule string, m message.Message) {
	c.found = append(c.found, Problem{Rule: rule, Text: m})
}

// mend adds a problem with the correction that repairs it.
func (c *checker) mend(rule, mend string, m message.Message) {
	c.found = append(c.found, Problem{Rule: rule, Text: m, Mend: mend})
}

// id returns the identifier of a power, or "nobody".
func (c *checker) id(p machiavelli.Power) string {
	if p == machiavelli.Nobody || int(p) >= len(c.s.Powers) {
		return "nobody"
	}
	return c.s.Powers[p].ID
}

// power returns a power as an argument of messages.
func (c *checker) power(p machiavelli.Power) message.Power {
	if int(p) >= len(c.s.Powers) {
		return message.Power{}
	}
	return message.PowerOf(c.s.Powers, p)
}

// place returns an area as an argument of messages.
func place(b *board.Board, at board.ID) message.Place {
	return message.Place{Name: b.Areas[at].Name, Sea: b.Seas.Has(at)}
}
