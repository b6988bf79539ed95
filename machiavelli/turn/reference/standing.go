package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// stand runs the steps M5 to M7 without movement: units disband, sieges
// continue, end or are completed, and units that hold quell rebellions.
func (c *campaign) stand() {
	orders := make([]order.Order, len(c.now.Units))
	var gone []int
	for i, u := range c.now.Units {
		orders[i] = c.final(u)
		if orders[i].Kind == order.Disband {
			gone = append(gone, i)
			c.tell(event.Removed{Unit: u, Reason: event.ByOrder})
		}
	}
	given := map[position.Unit]order.Order{}
	for i, u := range c.now.Units {
		given[u] = orders[i]
	}
	c.drop(gone)
	c.control()                      // CA1b
	idle := map[position.Unit]bool{} // units ordered to besiege that have nothing to besiege
	for u, o := range given {
		idle[u] = o.Kind == order.Besiege && !c.canBesiege(u)
	}
	c.sieges(given)
	c.control() // CA2
	c.quell(given, idle)
}

// final returns the order that a unit carries out. This is the last order that
// its present owner or, for an autonomous unit, the power that hired it gave
// (OPT-05), unless an exchange promised another. Without an order, or if its
// ruler is dead, the unit holds (BRIBE-10, BRIBE-12, ASSN-07).
func (c *campaign) final(u position.Unit) order.Order {
	who := u.Owner
	if by, ok := c.hired[u]; ok {
		who = by // OPT-05
	}
	if who == machiavelli.Nobody || c.victims.Has(u.Owner) {
		return order.Order{Kind: order.Hold}
	}
	if o, ok := c.promised[u]; ok {
		return o
	}
	o := c.last(who, u)
	if u.Owner == machiavelli.Nobody && o.Kind != order.Besiege {
		return order.Order{Kind: order.Hold}
	}
	return o
}

// last returns the last order that a power gave for a unit, or a default Hold.
func (c *campaign) last(power machiavelli.Power, u position.Unit) order.Order {
	o := order.Order{Kind: order.Hold}
	for _, l := range c.orders {
		switch l.Order.Kind {
		case order.Tax, order.GiveProvince, order.Permit:
		default:
			if l.Power == power && fitsUnit(l.Order.Unit, u) {
				o = l.Order
			}
		}
	}
	return o
}

// canBesiege reports whether a unit has something to besiege (SIEGE-01,
// VENICE-06).
func (c *campaign) canBesiege(u position.Unit) bool {
	if u.Type == machiavelli.Garrison || !c.start.Setting.Forts.Has(u.At) || single(c.now, c.r, u.At) {
		return false
	}
	if u.Type == machiavelli.Fleet && !c.board().Ports.Has(u.At) {
		return false
	}
	if g := garrisonAt(c.now, u.At); g >= 0 {
		return !one(c.now, c.now.Units[g].Owner, u.Owner)
	}
	return c.now.RebelCity.Has(u.At) && one(c.now, c.now.RebelAgainst[u.At], u.Owner)
}

// sieges carries out the orders to besiege (SIEGE-02, SIEGE-03). A besieger
// with other orders abandons the siege (SIEGE-07, SIEGE-08).
func (c *campaign) sieges(given map[position.Unit]order.Order) {
	var starved []int
	for _, at := range c.board().Land.IDs() {
		f := fieldAt(c.now, at)
		second := f >= 0 && besieged(c.start, c.r, at) && besieged(c.now, c.r, at)
		c.now.Sieges.Remove(at)
		if f < 0 {
			continue
		}
		u := c.now.Units[f]
		if given[u].Kind != order.Besiege || !c.canBesiege(u) {
			continue
		}
		if !second {
			c.now.Sieges.Add(at)
			continue
		}
		if g := garrisonAt(c.now, at); g >= 0 {
			starved = append(starved, g)
			c.tell(event.Removed{Unit: c.now.Units[g], Reason: event.BySiege})
		} else {
			c.endRebellion(at, "put down", u.Owner) // REB-19
		}
	}
	c.drop(starved)
}

// quell ends a rebellion in a province if a unit of the power that it is
// against has held there (REB-17, REB-18, REB-20).
func (c *campaign) quell(given map[position.Unit]order.Order, idle map[position.Unit]bool) {
	for _, u := range c.now.Units {
		at := u.At
		if !c.now.RebelLand.Has(at) || !one(c.now, c.now.RebelAgainst[at], u.Owner) || c.victims.Has(u.Owner) {
			continue
		}
		if u.Type == machiavelli.Garrison && !c.r.GarrisonHoldQuells {
			continue
		}
		o := given[u]
		written := o.Kind == order.Hold && o.Explicit
		if !written && !((o.Kind == order.Hold || idle[u]) && c.r.HoldQuells == rules.QuellAnyHold) {
			continue
		}
		c.tell(event.RebellionEnded{Province: at, InLand: true, Against: c.now.RebelAgainst[at], How: "quelled", By: u.Owner})
		c.now.RebelLand.Remove(at)
		if !c.now.RebelCity.Has(at) {
			c.now.RebelAgainst[at] = machiavelli.Nobody
		}
	}
}
