// Package check tells what cannot be in a position: what must hold after every
// phase of a game, whatever the players have ordered, and so must hold of a
// position that somebody has typed in or corrected too.
package check

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Problem is something in a position that cannot be.
type Problem struct {
	Rule string // id of the rule that it breaks: "BOARD-02"; empty for plain nonsense
	Text string // a sentence
	Mend string // the correction that would put it right, in the words of package correction; empty if there is not one only
}

// String is the sentence with its rule.
func (p Problem) String() string {
	if p.Rule == "" {
		return p.Text
	}
	return p.Text + " (" + p.Rule + ")"
}

// Position lists everything in p that cannot be under the rules r; nothing for a
// possible position. It does not change p.
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

// mend notes a problem with the correction that puts it right.
func (c *checker) mend(rule, mend, format string, args ...any) {
	c.found = append(c.found, Problem{Rule: rule, Text: fmt.Sprintf(format, args...), Mend: mend})
}

// id is the identifier of a power, "nobody" where there is none.
func (c *checker) id(p machiavelli.Power) string {
	if p == machiavelli.Nobody || int(p) >= len(c.s.Powers) {
		return "nobody"
	}
	return c.s.Powers[p].ID
}

// name is the name of a power.
func (c *checker) name(p machiavelli.Power) string {
	if p == machiavelli.Nobody || int(p) >= len(c.s.Powers) {
		return "nobody"
	}
	return c.s.Powers[p].Name
}
