// Package check finds impossible states of a position. Whatever players order, the conditions
// that it checks hold after every phase of a game. They must therefore also hold for a position
// that someone has typed in or edited.
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
	Rule string          // id of the rule that the position breaks, such as "BOARD-02", or empty
	Text message.Message // a sentence that describes the problem
	// the only statement of package correction that would repair the problem, or empty
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

// Position returns everything that is impossible in p under the rules r. The
// result is empty for a valid position. It does not change p.
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

// mend adds a problem with the statement that would repair it.
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
