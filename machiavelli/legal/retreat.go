package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// retreat checks an order for a dislodged unit. The unit may go to one of its
// places, into the city if that is possible (RETR-05), or off the board
// (ORD-07). It returns an index into p.Dislodged.
func (c *checker) retreat(o, bound *order.Order) (int, *Problem) {
	switch o.Kind {
	case order.Retreat, order.Advance, order.Disband, order.Clear:
	case order.Convert:
		if o.ConvertTo != machiavelli.NoType && o.ConvertTo != machiavelli.Garrison {
			return withoutUnit(refuse(noRetreat, message.New("A dislodged unit can become a garrison only.")))
		}
	default:
		return withoutUnit(refuse(noVerb, message.New("This is not an order for retreats: dislodged units now retreat or disband, and nothing else can be ordered.")))
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
			return withoutUnit(refuse(noRetreat, message.New("{Unit} may not enter the city; {options}.", c.the(&d.Unit), c.options(d))))
		}
		bound.ConvertTo, bound.To = machiavelli.Garrison, board.Place{At: d.Unit.At}
		return i, nil
	}
	if o.ByConvoy() {
		return withoutUnit(refuse(noRoute, message.New("No unit retreats by convoy: {options}.", c.options(d))))
	}
	return i, c.refuge(d, o.To, bound)
}

// dislodged finds the power's dislodged unit that n names.
func (c *checker) dislodged(n *order.Unit) (int, *Problem) {
	serial := n.At == board.None && n.Serial != 0
	if !serial && !c.known(n.At) {
		return withoutUnit(refuse(noPlace, message.New("The order does not say where the unit is that it is for.")))
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
		problem := refuse(noRetreat, message.New("No unit of yours was dislodged there; {others}.", c.dislodgedList()))
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
		return withoutUnit(refuse(noUnit, message.New("No {type} was dislodged in {place}; the unit dislodged there is {other:a}.", kind(n.Type), c.place(u.At), kind(u.Type))).suggesting(c.short(u)))
	}
	return found, c.nation(n, u)
}

// dislodgedList names the power's dislodged units.
func (c *checker) dislodgedList() message.Message {
	var units []message.Somewhere
	for i := range c.p.Dislodged {
		if u := &c.p.Dislodged[i].Unit; u.Owner == c.power {
			units = append(units, c.the(u))
		}
	}
	switch len(units) {
	case 0:
		return message.New("you have nothing to retreat in this phase")
	case 1:
		return message.New("you have to retreat {unit} only", units[0])
	}
	return message.New("you have to retreat {units}", message.ListOf(message.And, units))
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
		return refuse(noTarget, message.New("The order does not say where {unit} should retreat; {options}.", c.the(&d.Unit), c.options(d)))
	case can == 0:
		return refuse(noRetreat, message.New("{Unit} may not retreat to {place}; {options}.", c.the(&d.Unit), c.place(to.At), c.options(d)))
	case can.Has(to.Coast):
		coast = to.Coast
	case to.Coast != machiavelli.NoCoast:
		return refuse(noRetreat, message.New("{Unit} may not retreat to {place}; {options}.", c.the(&d.Unit), message.Order(c.b.Name(to)), c.options(d)))
	case one:
	default:
		return refuse(noRetreat, message.New("{Unit} may retreat to {coasts:the} of {place}; say to which.", c.the(&d.Unit), coasts(can, message.Or), c.place(to.At))).
			suggesting(c.advances(&d.Unit, to.At, can)...)
	}
	bound.To = board.Place{At: to.At, Coast: coast}
	return nil
}

// options describes what a dislodged unit may do.
func (c *checker) options(d *position.Dislodged) message.Message {
	var where []string
	for _, x := range d.Retreats {
		where = append(where, c.b.Name(x))
	}
	switch to := orders(where, message.Or); {
	case len(where) > 0 && d.IntoCity:
		return message.New("it may retreat to {places}, enter the city, or disband", to)
	case len(where) > 0:
		return message.New("it may retreat to {places}, or disband", to)
	case d.IntoCity:
		return message.New("it may enter the city, or disband")
	}
	return message.New("it can only disband")
}
