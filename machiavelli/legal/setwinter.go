package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// takeBack reports whether a winter order removes or withdraws a unit that an
// earlier order of the set would build. That order is then undone, and nothing
// else happens (BUG-14).
func (c *checker) takeBack(o *order.Order, earlier []Verdict, v *Verdict) bool {
	if o.Kind != order.Remove && o.Kind != order.Disband && o.Kind != order.Clear {
		return false
	}
	for i := range earlier {
		e := &earlier[i]
		if b := &e.Bound; e.stands() && b.Kind == order.Build && b.Unit.At == o.Unit.At &&
			(o.Unit.Type == machiavelli.NoType || o.Unit.Type == b.Unit.Type) && !c.exists(&o.Unit) {
			e.Replaced = true
			*v = Verdict{Unit: -1, Bound: order.Order{Kind: order.Clear, Unit: order.Unit{Type: b.Unit.Type, At: b.Unit.At}}}
			return true
		}
	}
	return false
}

// winterSet checks the winter orders of a power as a whole.
func (c *checker) winterSet(set []Verdict) {
	c.trades(set)
	c.musters(set)
	if c.r.UnitCount == rules.CountMoney {
		c.upkeep(set)
	} else {
		c.byCities(set)
	}
}

// trades refuses a build if a unit in the other space of the same province, in the city or outside,
// is removed in the same winter and the rules forbid that (BUILD-06). A unit in the same space
// prevents the build in any case; Check has reported that.
func (c *checker) trades(set []Verdict) {
	if c.r.TradeInProvince != rules.TradeForbidden {
		return
	}
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Build {
			continue
		}
		for k := range set {
			w := &set[k]
			if !w.stands() || w.Bound.Kind != order.Remove || w.Bound.Unit.At != v.Bound.Unit.At {
				continue
			}
			v.Problem = refuse(noBuild, message.New("You remove {unit}; in this game no other unit is built there in the same winter.", c.the(&c.p.Units[w.Unit])))
		}
	}
}

// musters refuses builds of a second special unit (SPEC-02, SPEC-04) and of
// units without counters (BUILD-09). Removals come first.
func (c *checker) musters(set []Verdict) {
	var of [machiavelli.ArmouredCavalry + 1]int
	special, building := -1, -1 // indices of the power's special unit and of the build of one, or -1
	for i := range c.p.Units {
		u := &c.p.Units[i]
		if !c.one(u.Owner, c.power) || removed(set, i) {
			continue
		}
		of[u.Type]++
		if u.Special() {
			special = i
		}
	}
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Build {
			continue
		}
		u := c.built(&v.Bound)
		most, limited := c.r.MostUnits(u.Type)
		switch {
		case u.Special() && building >= 0:
			first := c.built(&set[building].Bound)
			v.Problem = refuse(twoSpecial, message.New("You may have one special unit only, and there is {unit} that you build; remove that first.", c.the(&first)))
		case u.Special() && special >= 0:
			v.Problem = refuse(twoSpecial, message.New("You may have one special unit only, and there is {unit}; remove that first.", c.the(&c.p.Units[special])))
		case limited && of[u.Type] >= most:
			v.Problem = refuse(notPermitted, message.New("A power has no more than {n} of the type {type}.", message.Number(most), kind(u.Type)))
		default:
			of[u.Type]++
			if u.Special() {
				building = i
				v.Notes = nil // the notes are about the removed unit
			}
		}
	}
}

// built returns the unit that a build order creates.
func (c *checker) built(o *order.Order) position.Unit {
	return position.Unit{Owner: c.power, Type: o.Unit.Type, Quality: o.Quality, At: o.Unit.At, Coast: o.Unit.Coast}
}

// removed reports whether an order of the set removes unit i.
func removed(set []Verdict, i int) bool {
	w := standing(set, i)
	return w != nil && w.Bound.Kind == order.Remove
}

// upkeep spends the money in sequence and notes where it runs out. It first
// pays the units that stay, including those without an order if they stay by
// default (BUILD-11), and then the builds in the order given (BUILD-12).
func (c *checker) upkeep(set []Verdict) {
	have := c.p.Treasury[c.power]
	stay := c.r.UnorderedUnitInWinter == rules.WinterMaintain || c.p.Opening
	var cost machiavelli.Ducats
	for i := range c.p.Units {
		if u := &c.p.Units[i]; u.Owner == c.power {
			if w := standing(set, i); w == nil && stay || w != nil && w.Bound.Kind == order.Maintain {
				cost += u.Price()
			}
		}
	}
	short := cost > have
	have -= cost
	for i := range set {
		v := &set[i]
		switch {
		case !v.stands():
		case v.Bound.Kind == order.Maintain && short: // BUILD-13
			v.note(ShortOf, message.New("The units that stay cost {sum} and you have {rest}: some will be lost.", message.Ducats(cost), message.Ducats(have+cost)))
		case v.Bound.Kind == order.Build:
			u := c.built(&v.Bound)
			if price := u.Price(); price > have {
				v.note(ShortOf, message.New("This costs {sum}, and {rest} will be left: it will not be built.", message.Ducats(price), message.Ducats(max(have, 0))))
			} else {
				have -= price
			}
		}
	}
}

// byCities limits the builds if the number of cities limits the number of units. If there are too
// many builds, the last ones count or, with unpaid-unit-removal by distance, the first
// (BUILD-17).
func (c *checker) byCities(set []Verdict) {
	free := 0
	for at := c.b.Cities.Next(board.None); at != board.None; at = c.b.Cities.Next(at) {
		if c.one(c.p.City[at], c.power) && c.one(c.p.Province[at], c.power) {
			free++
		}
	}
	for i := range c.p.Units {
		if c.one(c.p.Units[i].Owner, c.power) {
			free--
		}
	}
	for k := range set {
		i := len(set) - 1 - k
		if c.r.UnpaidUnitRemoval == rules.ByDistance {
			i = k
		}
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Build {
			continue
		}
		if free <= 0 {
			v.wasted(message.New("you have fewer builds than you order"))
		}
		free--
	}
}
