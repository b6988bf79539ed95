// Package check finds impossible states of a position. Its conditions hold
// after every phase of a game, whatever the players order, and so must hold for
// a position that someone has typed in or edited, too.
package check

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Problem is an impossible state in a position.
type Problem struct {
	Rule string // id of the rule that it breaks: "BOARD-02"; empty for other nonsense
	Text string // a sentence
	Mend string // the correction that would repair it, in the words of package correction; empty if there is not exactly one
}

// String returns the sentence with its rule.
func (p Problem) String() string {
	if p.Rule == "" {
		return p.Text
	}
	return p.Text + " (" + p.Rule + ")"
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

func (c *checker) fail(rule, format string, args ...any) {
	c.found = append(c.found, Problem{Rule: rule, Text: fmt.Sprintf(format, args...)})
}

// mend adds a problem with the correction that repairs it.
func (c *checker) mend(rule, mend, format string, args ...any) {
	c.found = append(c.found, Problem{Rule: rule, Text: fmt.Sprintf(format, args...), Mend: mend})
}

// id returns the identifier of a power, or "nobody".
func (c *checker) id(p machiavelli.Power) string {
	if p == machiavelli.Nobody || int(p) >= len(c.s.Powers) {
		return "nobody"
	}
	return c.s.Powers[p].ID
}

// name returns the name of a power, or "nobody".
func (c *checker) name(p machiavelli.Power) string {
	if p == machiavelli.Nobody || int(p) >= len(c.s.Powers) {
		return "nobody"
	}
	return c.s.Powers[p].Name
}
