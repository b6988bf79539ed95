package movementtest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// support writes a support by unit i, mostly for what another unit really does,
// and sometimes for what it does not do. It reports whether there was anything
// to support.
func (g *generator) support(i int) bool {
	u := g.p.Units[i]
	var draw []order.Order
	for j, w := range g.p.Units {
		if j == i {
			continue
		}
		o, weight := g.backing(j, w)
		if o.Kind == order.NoKind || g.wrong(u, &o) != "" {
			continue
		}
		if w.Owner == u.Owner {
			weight += 2
		}
		for ; weight > 0; weight-- {
			draw = append(draw, o)
		}
	}
	if len(draw) == 0 {
		return false
	}
	o := pick(g, draw)
	if g.chance(8) {
		o = g.mismatch(u, o)
	}
	if g.r.SupportTarget == rules.SupportPowerInSpace && g.chance(80) {
		o = g.byPower(o)
	}
	g.give(i, o)
	return true
}

// backing returns the support order that fits the order of unit j, with a
// weight.
func (g *generator) backing(j int, w position.Unit) (order.Order, int) {
	o := order.Order{Kind: order.Support, Target: g.name(j)}
	if w.Type == machiavelli.Fleet && g.r.SupportCoast == rules.SupportAnyCoast && g.chance(50) {
		o.Target.Coast = machiavelli.NoCoast
	}
	switch done := g.orders[j]; {
	case done.Kind == order.Advance:
		o.Action = order.ToAdvance
		o.To = done.To
		weight := 3
		if g.b.TwoCoast.Has(o.To.At) && g.chance(50) {
			o.To.Coast = machiavelli.NoCoast
			weight += 3
		}
		if g.hot.Has(done.To.At) {
			weight += 2
		}
		if f := g.p.Field(done.To.At); f >= 0 {
			weight += 2
			if g.orders[f].Kind == order.Convoy {
				weight += 6
			}
		}
		for _, s := range g.b.Straits {
			if s.Control == done.To.At {
				weight += 4
			}
		}
		return o, weight
	case done.Kind == order.Convert && w.InCity():
		o.Action = order.ToConvert
		if g.chance(50) {
			o.ConvertTo = done.ConvertTo
		}
		if g.chance(20) {
			o.Action, o.ConvertTo = order.ToHold, machiavelli.NoType
		}
		return o, 6
	case w.InCity() && g.chance(80), done.Kind == order.Convert:
		return order.Order{}, 0
	}
	o.Action = order.ToHold
	weight := 1
	if g.orders[j].Kind == order.Convoy {
		weight += 3
	}
	return o, weight
}

// mismatch turns a support into one that does not fit, if that is legal.
func (g *generator) mismatch(u position.Unit, o order.Order) order.Order {
	bad := o
	switch o.Action {
	case order.ToHold:
		bad.Action = order.ToAdvance
		places := g.places(u)
		if len(places) == 0 {
			return o
		}
		bad.To = pick(g, places)
	case order.ToAdvance:
		if g.b.TwoCoast.Has(o.To.At) && g.chance(60) {
			bad.To.Coast = pick(g, g.b.Areas[o.To.At].Coasts)
		} else {
			bad.Action = order.ToHold
			bad.To = board.Place{}
		}
	case order.ToConvert:
		bad.ConvertTo = pick(g, []machiavelli.UnitType{machiavelli.Army, machiavelli.Fleet})
	}
	if g.wrong(u, &bad) != "" {
		return o
	}
	return bad
}

// byPower turns a support into the form of SUPP-04, which names an area and a
// power.
func (g *generator) byPower(o order.Order) order.Order {
	to := o.Target.At
	if o.Action == order.ToAdvance {
		to = o.To.At
	}
	named := g.p.Field(o.Target.At)
	if o.Target.Type == machiavelli.Garrison {
		named = g.p.Garrison(o.Target.At)
	}
	power := g.p.Units[named].Owner
	if g.chance(10) {
		power = g.power()
	}
	return order.Order{Kind: order.Support, Action: order.PowerThere, Power: power, To: board.Place{At: to}}
}
