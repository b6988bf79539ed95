package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Retreats appends the legal orders of dislodged unit i to dst. They are a
// retreat to each place that it may go to, a conversion into the city if it may
// enter it, and an order to disband.
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

// Builds appends the legal winter orders of a power to dst: a build for every
// unit that it could build, but for no special unit if it has one already; the
// removal of each of its units; and the maintenance of each unit if units are
// paid, or otherwise the waiving of a build.
func Builds(p *position.Position, r *rules.Set, power machiavelli.Power, dst []order.Order) []order.Order {
	return new(Finder).Winter(p, r, power, dst)
}
