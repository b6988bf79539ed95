package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// given records whether the case contains any member of a position, and which of the members that
// the opening would fill in.
type given struct{ any, treasuries, chits, famine bool }

// add records a member.
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

// open fills in what the step before the first campaign provides. This is
// money, and also chits and famine if the rules draw or roll for them. Parts of
// the position that the case has stay as they are. A case with neither a phase
// nor a position begins after the opening, which may be the winter in which
// unpaid units are disbanded (BUILD-21).
func (c *theCase) open(start *position.Position, has given, seed []byte, rolls map[string]int, noPhase bool) error {
	r := c.rules
	money := r.Money && !has.treasuries
	chits := r.Assassinations && r.AssassinationChits == rules.RandomChits && !has.chits
	famine := r.Famine && r.FirstSpringFamine && !has.famine
	if !money && !chits && !famine {
		return nil
	}
	d := dice.New(seed, dice.Scope("", "opening", ""), rolls)
	opened, err := turn.Open(start, r, d)
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

// paid returns the position after the units of the set-up have been paid for, as far as the
// money suffices.
func paid(p *position.Position, r *rules.Set, d *dice.Dice) (*position.Position, error) {
	if p.Phase.Step != machiavelli.Adjustments {
		return p, nil
	}
	res, err := turn.Process(p, nil, r, d)
	return res.Next, err
}
