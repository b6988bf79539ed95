package legal

import (
	"slices"

	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// convoys notes armies and fleets of the power whose orders do not fit
// together: W05. The orders of foreign fleets are unknown here.
func (c *checker) convoys(set []Verdict) {
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Unit < 0 {
			continue
		}
		u := &c.p.Units[v.Unit]
		switch {
		case v.Bound.Kind == order.Convoy:
			c.cargo(set, u, v)
		case v.Bound.Kind == order.Advance && marches(u.Type) && !v.Bound.Rides(c.b):
			c.passage(set, u, v)
		}
	}
}

// cargo checks that the army which a fleet is to carry is ordered to be
// carried.
func (c *checker) cargo(set []Verdict, u *position.Unit, v *Verdict) {
	i := c.unitOf(&v.Bound.Target)
	if c.p.Units[i].Owner != c.power || v.Bound.To.At == board.None {
		return
	}
	army := c.the(&c.p.Units[i])
	w := standing(set, i)
	switch {
	case w == nil:
		v.note(adrift, message.New("{Unit} has no order to go to {place}.", army, c.place(v.Bound.To.At)))
	case w.Bound.Kind != order.Advance || !c.carries(&v.Bound, u.At, &w.Bound):
		v.note(adrift, message.New("{Unit} is ordered otherwise: it does not go to {place} with this fleet.", army, c.place(v.Bound.To.At)))
	}
}

// carries reports whether a convoy order for the fleet in the given area fits
// the advance of an army. The convoy must lead to the army's destination or
// leave it open. If the army lists a route, the route must include the fleet,
// and the convoy may also lead to the next link.
func (c *checker) carries(convoy *order.Order, at board.ID, army *order.Order) bool {
	if convoy.Target.At != army.Unit.At {
		return false
	}
	if army.NVia == 0 {
		return convoy.To.At == army.To.At || convoy.To.At == board.None
	}
	i := slices.Index(army.Route(), at)
	stops := append(slices.Clone(army.Route()), army.To.At)
	return i >= 0 && (convoy.To.At == army.To.At || convoy.To.At == stops[i+1] || convoy.To.At == board.None)
}

// passage checks that the power's own fleets on an army's route carry it.
func (c *checker) passage(set []Verdict, u *position.Unit, v *Verdict) {
	o := &v.Bound
	if o.NVia > 0 {
		for _, at := range o.Route() {
			if !c.willing(set, at, o) {
				v.note(adrift, message.New("Your fleet in {place} is not ordered to carry the army to {to}.", c.place(at), c.place(o.To.At)))
				return
			}
		}
		return
	}
	if c.r.ConvoyRoute != rules.RouteImplicit || !o.ViaConvoy && c.reach(u).Has(o.To.At) {
		return
	}
	var fleets board.Set
	for at := c.afloat.Next(board.None); at != board.None; at = c.afloat.Next(at) {
		if c.willing(set, at, o) {
			fleets.Add(at)
		}
	}
	if !c.ferries(fleets, u.At, o.To.At) {
		v.note(adrift, message.New("The orders of your fleets leave no chain that carries the army from {place} to {to}.", c.place(u.At), c.place(o.To.At)))
	}
}

// willing reports whether the fleet in an area may be part of an army's convoy.
// A foreign fleet always may, but one of the power's own fleets may only if it
// is ordered to.
func (c *checker) willing(set []Verdict, at board.ID, army *order.Order) bool {
	i := int(c.field[at])
	if c.p.Units[i].Owner != c.power {
		return true
	}
	w := standing(set, i)
	return w != nil && w.Bound.Kind == order.Convoy && c.carries(&w.Bound, at, army)
}

// ferries reports whether some chain of the given fleets carries an army from
// one province to another.
func (c *checker) ferries(fleets board.Set, from, to board.ID) bool {
	front := c.boarding(from).Intersect(fleets)
	for !front.Empty() {
		fleets = fleets.Minus(front)
		var next board.Set
		for at := front.Next(board.None); at != board.None; at = front.Next(at) {
			if c.shores(at).Has(to) {
				return true
			}
			next = next.Union(c.adjoin[at])
		}
		front = next.Intersect(fleets)
	}
	return false
}
