package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// given tells which members of a position a case has, as far as the opening
// would fill them in.
type given struct{ any, treasuries, chits, famine bool }

// add notes a member.
func (g *given) add(name string) {
	g.any = true
	switch name {
	case "treasuries":
		g.treasuries = true
	case "chits":
		g.chits = true
	case "famine":
		g.famine = true
	}
}

// open fills in what the step before the first campaign gives the powers: money,
// and where they are drawn or rolled for, chits and famine. What the case has of
// the position stays as it is. A case with neither a phase nor a position begins
// where the opening leads to, which may be the winter in which units that cannot
// be paid are given up (BUILD-21).
func (c *theCase) open(g *ground, has given, seed []byte, rolls map[string]int, noPhase bool) error {
	r := g.rules
	money := r.Money && !has.treasuries
	chits := r.Assassinations && r.AssassinationChits == rules.RandomChits && !has.chits
	famine := r.Famine && r.FirstSpringFamine && !has.famine
	if !money && !chits && !famine {
		return nil
	}
	d := dice.New(seed, dice.Scope("", "opening", ""), rolls)
	opened, err := turn.Open(g.start, r, d)
	if err != nil {
		return err
	}
	c.opening = opened.Rolls
	if noPhase && !has.any {
		c.position, c.phase = opened.Next, opened.Next.Phase.String()
		return nil
	}
	p, err := paid(opened.Next, r, d)
	if err != nil {
		return err
	}
	if money {
		c.position.Treasury = p.Treasury
	}
	if chits {
		c.position.Chits = p.Chits
	}
	if famine {
		c.position.Famine = p.Famine
	}
	return nil
}

// paid is the position in which the units of the set-up are paid for, as far as
// the money goes.
func paid(p *position.Position, r *rules.Set, d *dice.Dice) (*position.Position, error) {
	if p.Phase.Step != machiavelli.Adjustments {
		return p, nil
	}
	res, err := turn.Process(p, nil, r, d)
	return res.Next, err
}
