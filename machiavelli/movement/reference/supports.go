package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// nobody stands for a supported unit that does not exist.
const nobody = -1

// matchSupports carries out step 7: it matches supports to the orders as
// written.
func (c *campaign) matchSupports() {
	for s := range c.p.Units {
		if !c.free(s, order.Support) {
			continue
		}
		inside, acting, reason := c.supported(s)
		if reason != event.NoReason {
			c.refuse(s, event.Void, reason)
			continue
		}
		c.backs[s] = acting
		if acting != nobody {
			c.backers[acting] = append(c.backers[acting], s)
		}
		if inside != nobody {
			c.keepers[inside] = append(c.keepers[inside], s)
		}
	}
}

// supported returns the unit that support s is for where it stands (inside) and
// the unit whose action it is for (acting), or the reason why there is neither.
// A garrison named without a conversion is supported in leaving the city, if it
// is ordered to (SUPP-13). A unit that disbands may be named, without effect
// (ORD-06), and so may one that money removed earlier (BRIBE-09).
func (c *campaign) supported(s int) (inside, acting int, reason event.Reason) {
	o := &c.orders[s]
	if o.Action == order.PowerThere {
		return c.supportedPower(s)
	}
	unit, ok := c.named(o.Target, o.Action)
	if !ok && o.Action == order.ToHold {
		return nobody, nobody, event.NoReason
	}
	if !ok || unit == s {
		return nobody, nobody, event.NoMatch
	}
	a := &c.orders[unit]
	switch {
	case o.Action == order.ToAdvance:
		ok = a.Kind == order.Advance && a.To.At == o.To.At && sameCoast(o.To, a.To)
	case o.Action == order.ToConvert:
		ok = c.ordersOut(unit)
	default:
		ok = a.Kind != order.Advance && a.Kind != order.Convert || c.ordersOut(unit)
	}
	if !ok || !c.couldGoToo(s, c.meant(unit)) {
		return nobody, nobody, event.NoMatch
	}
	if c.written(unit, order.Advance) || c.written(unit, order.Convert) {
		return nobody, unit, event.NoReason
	}
	return unit, nobody, event.NoReason
}

// meant returns the place at which a unit intends to end the campaign.
func (c *campaign) meant(unit int) board.Place {
	meant := c.p.Units[unit].Place()
	if c.written(unit, order.Advance) {
		meant = c.orders[unit].To
	} else if c.written(unit, order.Convert) {
		meant.Coast = c.orders[unit].To.Coast
	}
	return meant
}

// couldGoToo reports whether support s may be given at a place (SUPP-14). It
// may unless it comes from a fleet that could not go to the place's coast and
// the rules require that.
func (c *campaign) couldGoToo(s int, to board.Place) bool {
	u := c.p.Units[s]
	if c.r.SupportCoast == rules.SupportAnyCoast || u.Type != machiavelli.Fleet {
		return true
	}
	if to.Coast == machiavelli.NoCoast {
		return true
	}
	return c.b.Landing(u.At, u.Coast, to.At).Has(to.Coast)
}

// disbandedAt finds the named unit among those that disband.
func (c *campaign) disbandedAt(u order.Unit) (int, bool) {
	for i, x := range c.p.Units {
		if c.part[i] == gone && x.At == u.At && x.InCity() == (u.Type == machiavelli.Garrison) {
			return i, true
		}
	}
	return 0, false
}

// sameCoast reports whether the coast in a support fits the coast of the move.
func sameCoast(named, move board.Place) bool {
	return named.Coast == machiavelli.NoCoast || move.Coast == machiavelli.NoCoast || named.Coast == move.Coast
}

// named finds the unit that a support names. If the text omits the type, a
// support for a conversion means the garrison, and any other means the field
// unit.
func (c *campaign) named(u order.Unit, action order.Action) (int, bool) {
	if u.Type == machiavelli.Garrison || u.Type == machiavelli.NoType && action == order.ToConvert {
		g, ok := c.garrison[u.At]
		return g, ok
	}
	f, ok := c.field[u.At]
	return f, ok && (u.Type == machiavelli.NoType || u.Type == c.p.Units[f].Type)
}

// ordersOut reports whether unit g is a garrison with a written order to leave
// the city.
func (c *campaign) ordersOut(g int) bool {
	return c.p.Units[g].InCity() && c.written(g, order.Convert)
}

// supportedPower implements SUPP-04: the support names an area and a power. It is for the unit of
// that power in the area, if it stays there, and for the unit that is on its way to the area. If
// several units are on their way, it is for none of them.
func (c *campaign) supportedPower(s int) (inside, acting int, reason event.Reason) {
	o := &c.orders[s]
	inside, acting = nobody, nobody
	if f, ok := c.field[o.To.At]; ok && f != s && c.owner(f) == c.side(o.Power) && c.couldGoToo(s, c.p.Units[f].Place()) {
		inside = f
	}
	var entering []int
	for i, u := range c.p.Units {
		if c.owner(i) != c.side(o.Power) || i == s {
			continue
		}
		advancing := c.written(i, order.Advance) && c.orders[i].To.At == o.To.At
		coming := u.At == o.To.At && c.ordersOut(i)
		if (advancing || coming) && c.couldGoToo(s, c.meant(i)) {
			entering = append(entering, i)
		}
	}
	switch {
	case len(entering) == 1:
		acting = entering[0]
	case inside != nobody:
	case len(entering) == 0:
		reason = event.NoMatch
	default:
		reason = event.Ambiguous
	}
	return inside, acting, reason
}

// supportedArea returns the area that a support is given into.
func (c *campaign) supportedArea(s int) board.ID {
	o := &c.orders[s]
	if o.Action == order.ToAdvance || o.Action == order.PowerThere {
		return o.To.At
	}
	return o.Target.At
}
