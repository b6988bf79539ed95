package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// retreat checks an order for a dislodged unit: to one of its places, into the
// city if that is possible (RETR-05), or off the board (ORD-07). It returns an
// index into p.Dislodged.
func (c *checker) retreat(o, bound *order.Order) (int, *Problem) {
	switch o.Kind {
	case order.Retreat, order.Advance, order.Disband, order.Clear:
	case order.Convert:
		if o.ConvertTo != machiavelli.NoType && o.ConvertTo != machiavelli.Garrison {
			return withoutUnit(problemf(noRetreat, "A dislodged unit can become a garrison only."))
		}
	default:
		return withoutUnit(problemf(noVerb, "This is no order for the retreats: a dislodged unit retreats or disbands, and nothing else is ordered now."))
	}
	i, problem := c.dislodged(&o.Unit)
	if problem != nil {
		return withoutUnit(problem)
	}
	d := &c.p.Dislodged[i]
	bound.Kind, bound.Unit = o.Kind, named(&d.Unit)
	switch o.Kind {
	case order.Disband, order.Clear:
		return i, nil
	}
	bound.Kind, bound.NewSerial = order.Retreat, o.NewSerial
	if o.Kind == order.Convert || o.ConvertTo == machiavelli.Garrison || o.To.At == d.Unit.At {
		if !d.IntoCity {
			return withoutUnit(problemf(noRetreat, "%s may not enter the city; %s.", c.the(&d.Unit), c.options(d)))
		}
		bound.ConvertTo, bound.To = machiavelli.Garrison, board.Place{At: d.Unit.At}
		return i, nil
	}
	if o.ByConvoy() {
		return withoutUnit(problemf(noRoute, "No unit retreats by convoy: %s.", c.options(d)))
	}
	return i, c.refuge(d, o.To, bound)
}

// dislodged finds the power's dislodged unit that n means.
func (c *checker) dislodged(n *order.Unit) (int, *Problem) {
	serial := n.At == board.None && n.Serial != 0
	if !serial && !c.known(n.At) {
		return withoutUnit(problemf(noPlace, "The order does not say where the unit is that it is for."))
	}
	owner := c.power
	if serial && n.Nation != machiavelli.Nobody {
		owner = n.Nation
	}
	found := -1
	for i := range c.p.Dislodged {
		u := &c.p.Dislodged[i].Unit
		if serial && u.Owner == owner && u.Serial == n.Serial && u.Type == n.Type || !serial && u.At == n.At {
			found = i
		}
	}
	if found < 0 {
		problem := problemf(noRetreat, "No unit of yours was dislodged there; %s.", c.dislodgedList())
		for i := range c.p.Dislodged {
			if u := &c.p.Dislodged[i].Unit; u.Owner == c.power {
				problem.suggesting(c.short(u))
			}
		}
		return withoutUnit(problem)
	}
	u := &c.p.Dislodged[found].Unit
	switch {
	case u.Owner != c.power:
		return withoutUnit(c.foreign(noUnit, u))
	case n.Type != machiavelli.NoType && n.Type != u.Type:
		return withoutUnit(problemf(noUnit, "No %s was dislodged in %s; the unit dislodged there is %s.", n.Type, c.place(u.At), an(u.Type)).suggesting(c.short(u)))
	}
	return found, c.nation(n, u)
}

// dislodgedList names the power's units that must retreat.
func (c *checker) dislodgedList() string {
	var names []string
	for i := range c.p.Dislodged {
		if u := &c.p.Dislodged[i].Unit; u.Owner == c.power {
			names = append(names, c.the(u))
		}
	}
	switch len(names) {
	case 0:
		return "you have nothing to retreat in this phase"
	case 1:
		return "you have to retreat " + names[0] + " only"
	}
	return "you have to retreat " + list(names, "and")
}

// refuge checks that a place is one of those to which a unit may retreat.
func (c *checker) refuge(d *position.Dislodged, to board.Place, bound *order.Order) *Problem {
	if d.Unit.Type != machiavelli.Fleet {
		to.Coast = machiavelli.NoCoast
	}
	var can board.CoastSet
	for _, x := range d.Retreats {
		if x.At == to.At {
			can |= 1 << x.Coast
		}
	}
	coast, one := can.One()
	switch {
	case !c.known(to.At):
		return problemf(noTarget, "The order does not say where %s should retreat; %s.", c.the(&d.Unit), c.options(d))
	case can == 0:
		return problemf(noRetreat, "%s may not retreat to %s; %s.", c.the(&d.Unit), c.place(to.At), c.options(d))
	case can.Has(to.Coast):
		coast = to.Coast
	case to.Coast != machiavelli.NoCoast:
		return problemf(noRetreat, "%s may not retreat to %s; %s.", c.the(&d.Unit), c.b.Name(to), c.options(d))
	case one:
	default:
		return problemf(noRetreat, "%s may retreat to %s of %s; say to which.", c.the(&d.Unit), coasts(can, "or"), c.place(to.At)).
			suggesting(c.advances(&d.Unit, to.At, can)...)
	}
	bound.To = board.Place{At: to.At, Coast: coast}
	return nil
}

// options describes what a dislodged unit may do.
func (c *checker) options(d *position.Dislodged) string {
	var where []string
	for _, x := range d.Retreats {
		where = append(where, c.b.Name(x))
	}
	s := "it may "
	if len(where) > 0 {
		s += "retreat to " + list(where, "or") + ", "
	}
	if d.IntoCity {
		s += "enter the city, "
	}
	if s == "it may " {
		return "it can only disband"
	}
	return s + "or disband"
}
