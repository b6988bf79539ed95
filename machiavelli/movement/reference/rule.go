package reference

import "podesta/machiavelli/board"

// successOf implements section 3: whether mover m succeeds. While it is
// undecided whether the unit in the destination leaves, it examines both cases,
// and what they have in common is certain.
func (c *campaign) successOf(v *values, m int) truth {
	o := c.standing(c.destination(m))
	if o < 0 || !c.isMover(o) || c.rides[o] || v.success[o] != unknown {
		return c.rule(v, m)
	}
	defer func() { v.success[o] = unknown }()
	v.success[o] = no
	ifStays := c.rule(v, m)
	ifLeaves := no // for units that meet head to head, since o beats m if it leaves
	if !c.headOn(m, o) {
		v.success[o] = yes
		ifLeaves = c.rule(v, m)
	}
	if ifStays != ifLeaves {
		return unknown
	}
	return ifStays
}

// rule applies the rule of section 3 as far as the nodes are known.
func (c *campaign) rule(v *values, m int) truth {
	at := c.destination(m)
	if c.keptOutOfVenice(m) {
		return no
	}
	attack := c.attack(v, m)
	out := and(v.path[m], attack.exceeds(c.hold(v, m)))
	if o := c.standing(at); o >= 0 && c.headOn(m, o) {
		out = and(out, or(not(c.opposed(v, m, o)), attack.exceeds(c.power(v, o))))
	}
	for _, r := range c.moversInto(at) {
		if r != m {
			out = and(out, attack.exceeds(c.prevent(v, r)))
		}
	}
	return out
}

// keptOutOfVenice reports whether single-space Venice is closed to mover m: a
// garrison stands there (VENICE-06), or it rebels against m's owner
// (VENICE-09).
func (c *campaign) keptOutOfVenice(m int) bool {
	at := c.destination(m)
	if !c.singleVenice(at) {
		return false
	}
	if g, ok := c.garrison[at]; ok && g != m {
		return true
	}
	return c.rebelsAgainst(at, m)
}

// rebelsAgainst reports whether the area, in province or city, rebels against
// the owner of unit u.
func (c *campaign) rebelsAgainst(at board.ID, u int) bool {
	return (c.p.RebelLand.Has(at) || c.p.RebelCity.Has(at)) && c.side(c.p.RebelAgainst[at]) == c.owner(u)
}
