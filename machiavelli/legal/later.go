package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Retreats appends the lawful orders of dislodged unit i to dst: each place to
// which it may retreat, the city if it may enter it, and its disbanding.
func Retreats(p *position.Position, r *rules.Set, i int, dst []order.Order) []order.Order {
	d := &p.Dislodged[i]
	o := order.Order{Kind: order.Retreat, Unit: named(&d.Unit)}
	for _, x := range d.Retreats {
		o.To = x
		dst = append(dst, o)
	}
	if d.IntoCity {
		o.To, o.ConvertTo = board.Place{At: d.Unit.At}, machiavelli.Garrison
		dst = append(dst, o)
	}
	return append(dst, order.Order{Kind: order.Disband, Unit: o.Unit})
}

// Builds appends the lawful winter orders of a power to dst: every unit that it
// could build by itself, special ones included unless it has one; the removal
// of each of its units; and where units are paid their maintenance, else the
// waiving of a build.
func Builds(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	c := checker{power: power}
	c.p, c.r, c.b = p, r, p.Setting.Board
	if power == machiavelli.Nobody || p.Eliminated.Has(power) {
		return dst
	}
	c.locate()
	qualities := []machiavelli.Quality{machiavelli.Ordinary}
	if r.SpecialUnits && c.special() < 0 {
		qualities = append(qualities, machiavelli.Militia, machiavelli.Mercenary, machiavelli.Professional)
	}
	homes := p.Homes(power).Intersect(c.b.Cities)
	for at := homes.Next(board.None); at != board.None; at = homes.Next(at) {
		for t := machiavelli.Army; t <= machiavelli.Garrison; t++ {
			for _, q := range qualities {
				dst = c.builds(at, t, q, dst)
			}
		}
		for t := machiavelli.Cavalry; t <= machiavelli.ArmouredCavalry; t++ {
			if c.has(t) && c.special() < 0 {
				dst = c.builds(at, t, machiavelli.Ordinary, dst)
			}
		}
	}
	paid := r.Money && r.UnitCount == rules.CountMoney
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power {
			if paid {
				dst = append(dst, order.Order{Kind: order.Maintain, Unit: named(u)})
			}
			dst = append(dst, order.Order{Kind: order.Remove, Unit: named(u)})
		}
	}
	if !paid {
		dst = append(dst, order.Order{Kind: order.Waive})
	}
	return dst
}

// builds appends the builds of one kind of unit in one province: one, or one
// for each coast.
func (c *checker) builds(at board.ID, t machiavelli.UnitType, q machiavelli.Quality, dst []order.Order) []order.Order {
	coasts := []machiavelli.Coast{machiavelli.NoCoast}
	if t == machiavelli.Fleet && len(c.portCoasts(at)) > 0 {
		coasts = c.portCoasts(at)
	}
	for _, k := range coasts {
		var bound order.Order
		o := order.Order{Kind: order.Build, Quality: q, Unit: order.Unit{Type: t, At: at, Coast: k}}
		if c.build(&o, &bound) == nil {
			dst = append(dst, bound)
		}
	}
	return dst
}
