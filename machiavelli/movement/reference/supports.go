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

// matchSupports is step 7: supports are matched to the orders as written.
func (c *campaign) matchSupports() {
	for s := range c.p.Units {
		if !c.free(s, order.Support) {
			continue
		}
		backed, reason := c.supported(s)
		if reason != event.NoReason {
			c.refuse(s, event.Void, reason)
			continue
		}
		c.backs[s] = backed
		if backed != nobody {
			c.backers[backed] = append(c.backers[backed], s)
		}
	}
}

// supported returns the unit that support s is for, or why there is none. A
// garrison named without a conversion is supported in leaving the city, if it
// is ordered to (SUPP-13). A unit that disbands may be named, without effect
// (ORD-06), and so may one that money removed earlier (BRIBE-09): nobody.
func (c *campaign) supported(s int) (unit int, reason event.Reason) {
	o := &c.orders[s]
	if o.Action == order.PowerThere {
		return c.supportedPower(s)
	}
	unit, ok := c.named(o.Target, o.Action)
	if !ok && o.Action == order.ToHold {
		unit, ok = c.disbandedAt(o.Target)
	}
	if !ok && o.Action == order.ToHold {
		return nobody, event.NoReason
	}
	if !ok || unit == s {
		return 0, event.NoMatch
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
	if !ok || !c.couldGoToo(s, unit) {
		return 0, event.NoMatch
	}
	return unit, event.NoReason
}

// couldGoToo reports whether support s may be given to a fleet at a coast
// (SUPP-14): by a unit that is not a fleet, or by a fleet that could go to that
// coast. The coast is the one at which the supported unit intends to end the
// campaign.
func (c *campaign) couldGoToo(s, supported int) bool {
	u := c.p.Units[s]
	if c.r.SupportCoast == rules.SupportAnyCoast || u.Type != machiavelli.Fleet {
		return true
	}
	meant := c.p.Units[supported].Place()
	if c.written(supported, order.Advance) {
		meant = c.orders[supported].To
	} else if c.written(supported, order.Convert) {
		meant.Coast = c.orders[supported].To.Coast
	}
	if meant.Coast == machiavelli.NoCoast {
		return true
	}
	return c.b.Landing(u.At, u.Coast, meant.At).Has(meant.Coast)
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

// sameCoast reports whether a support that names a place fits a move there.
func sameCoast(named, move board.Place) bool {
	return named.Coast == machiavelli.NoCoast || move.Coast == machiavelli.NoCoast || named.Coast == move.Coast
}

// named finds the unit that a support names. If the text omits the type, a
// conversion means the garrison, anything else the field unit.
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

// supportedPower implements SUPP-04: the support names an area and a power.
func (c *campaign) supportedPower(s int) (unit int, reason event.Reason) {
	o := &c.orders[s]
	var entering []int
	for i, u := range c.p.Units {
		if c.owner(i) != c.side(o.Power) || i == s {
			continue
		}
		advancing := c.written(i, order.Advance) && c.orders[i].To.At == o.To.At
		coming := u.At == o.To.At && c.ordersOut(i)
		if (advancing || coming) && c.couldGoToo(s, i) {
			entering = append(entering, i)
		}
	}
	switch len(entering) {
	case 0:
	case 1:
		return entering[0], event.NoReason
	default:
		return 0, event.Ambiguous
	}
	f, ok := c.field[o.To.At]
	if !ok || f == s || c.owner(f) != c.side(o.Power) || c.written(f, order.Advance) || c.written(f, order.Convert) || !c.couldGoToo(s, f) {
		return 0, event.NoMatch
	}
	return f, event.NoReason
}

// supportedArea returns the area that a support is given into.
func (c *campaign) supportedArea(s int) board.ID {
	o := &c.orders[s]
	if o.Action == order.ToAdvance || o.Action == order.PowerThere {
		return o.To.At
	}
	return o.Target.At
}
