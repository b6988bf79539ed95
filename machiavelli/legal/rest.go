package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Rest returns an order to hold for each of a power's units that has no other
// order. It serves a line that orders all other units to hold
// (order.Line.Rest). The parameter typ, if set, is the type of the units meant;
// orders lists the orders that the power gives.
func Rest(p *position.Position, r *rules.Set, power machiavelli.Power, typ machiavelli.UnitType, orders []order.Order) []order.Order {
	ordered := make([]bool, len(p.Units))
	for _, o := range orders {
		if _, unit, _, problem := Check(p, r, power, o); problem == nil && unit >= 0 && unit < len(ordered) {
			ordered[unit] = o.Kind != order.Clear
		}
	}
	var out []order.Order
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner == power && !ordered[i] && (typ == machiavelli.NoType || u.Type == typ) {
			out = append(out, order.Order{Kind: order.Hold, Explicit: true, Unit: named(u)})
		}
	}
	return out
}
