package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/rules"
)

// straitControl returns the province that controls the fleet edge between two
// areas under the rules in use, or None.
func (c *campaign) straitControl(x, y board.ID) board.ID {
	control := c.b.StraitBetween(x, y)
	switch {
	case c.r.Straits == rules.NoStraits:
		return board.None
	case c.r.Straits == rules.MessinaOnly && c.b.Areas[control].Code != "mes":
		return board.None
	}
	return control
}

// hostile reports whether the unit guard closes a strait to unit x because it
// has another owner, who did not let x's owner through (ORD-08).
func (c *campaign) hostile(guard, x int) bool { return c.foes(c.owner(guard), c.owner(x)) }

// foes reports whether fleets of a power close straits to those of another. For powers that
// count as one, the permission of one counts for all.
func (c *campaign) foes(guard, x machiavelli.Power) bool {
	for a, through := range c.allies {
		for b := range machiavelli.Power(machiavelli.MaxPowers) {
			if through.Has(b) && c.side(machiavelli.Power(a)) == guard && c.side(b) == x {
				return false
			}
		}
	}
	return guard != x
}

// guards returns the fleets that may come to control the strait of a province,
// and whether each does.
func (c *campaign) guards(control board.ID) map[int]func(*values) truth {
	always := func(*values) truth { return yes }
	out := map[int]func(*values) truth{}
	if f, ok := c.field[control]; ok && c.p.Units[f].Type == machiavelli.Fleet {
		switch {
		case c.part[f] == turnsGarrison && !c.r.StraitGarrisoningFleetBlocks:
		case c.part[f] == advances && !c.r.StraitDepartingFleetBlocks:
			out[f] = func(v *values) truth { return not(v.success[f]) }
		default:
			out[f] = always
		}
		return out
	}
	if !c.r.StraitEnteringFleetBlocks {
		return out
	}
	for _, m := range c.moversInto(control) {
		if c.typeAfter(m) == machiavelli.Fleet {
			out[m] = func(v *values) truth { return v.success[m] }
		}
	}
	if g := c.standing(control); g >= 0 && c.part[g] == standsUp && c.typeAfter(g) == machiavelli.Fleet {
		out[g] = always
	}
	return out
}

// typeAfter returns the type of unit i after its order.
func (c *campaign) typeAfter(i int) machiavelli.UnitType {
	switch c.part[i] {
	case comesOut, standsUp, turnsGarrison:
		return c.orders[i].ConvertTo
	}
	return c.p.Units[i].Type
}

// closed evaluates whether the edge between two areas is closed to fleet x.
func (c *campaign) closed(v *values, x int, a, b board.ID) truth {
	control := c.straitControl(a, b)
	if control == board.None {
		return no
	}
	if v.blocked[crossing{x, control}] {
		return yes
	}
	out := no
	for guard, controls := range c.guards(control) {
		if c.hostile(guard, x) {
			out = or(out, controls(v))
		}
	}
	return out
}
