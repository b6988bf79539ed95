package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// advance checks a move along an edge for the unit's type (BOARD-08, BOARD-09)
// or, for an army, by convoy (CVOY-01 to CVOY-05).
func (c *checker) advance(u *position.Unit, o, bound *order.Order) *Problem {
	to := o.To
	switch {
	case u.InCity(): // GARR-01
		return refuse(garrisonOnly, message.New("A garrison does not move: {unit} holds, supports into its own province or converts.", c.the(u)))
	case !c.known(to.At):
		return refuse(noTarget, message.New("The order does not say where {unit} should go; it can go to {places}.", c.the(u), c.places(c.reach(u), message.Or)))
	case c.p.Setting.OffBoard.Has(to.At): // BOARD-15
		return refuse(noEdge, message.New("{Place} is out of play in this game; from {from} the {type} can go to {places}.", c.place(to.At), c.place(u.At), kind(u.Type), c.places(c.reach(u), message.Or)))
	case to.At == u.At:
		return refuse(noEdge, message.New("{Unit} is already there; to keep it in place order it to hold.", c.the(u)))
	case !marches(u.Type) && o.ByConvoy():
		return refuse(noCargo, message.New("Only armies are convoyed; {unit} sails by itself, to {places}.", c.the(u), c.places(c.reach(u), message.Or)))
	case marches(u.Type) && c.b.Land.Has(to.At) && c.noArmy.Has(to.At): // VENICE-13
		return refuse(notPermitted, message.New("No army may enter {place}; only fleets go there.", c.place(to.At)))
	}
	bound.To.At = to.At
	if u.Type == machiavelli.Fleet {
		return c.landing(u, to, bound)
	}
	if to.Coast != machiavelli.NoCoast {
		c.note(understood, message.New("Coasts matter to fleets only; the {coast} of {place} is left out.", message.CoastOf(to.Coast), c.place(to.At)))
	}
	if mounted(u.Type) {
		if done, problem := c.ride(u, o, bound); done {
			return problem
		}
	}
	walks := c.reach(u).Has(to.At)
	if walks && !o.ByConvoy() {
		return nil
	}
	c.chart()
	return c.embark(u, o, bound, walks)
}

// landing checks the advance of a fleet and determines the coast at which it
// arrives (BOARD-10, BOARD-11).
func (c *checker) landing(u *position.Unit, to board.Place, bound *order.Order) *Problem {
	if !c.reach(u).Has(to.At) {
		return refuse(noEdge, message.New("A fleet cannot go from {start} to {place}; from {from} it can go to {places}.", c.placeOf(u), c.place(to.At), c.place(u.At), c.places(c.reach(u), message.Or)))
	}
	can := c.b.Landing(u.At, u.Coast, to.At)
	coast, one := can.One()
	switch {
	case !c.b.TwoCoast.Has(to.At): // the destination has a single shore, which has no name
	case to.Coast != machiavelli.NoCoast && !can.Has(to.Coast):
		return refuse(noEdge, message.New("From {from} a fleet reaches {place} only at {coasts:the}.", c.placeOf(u), c.place(to.At), coasts(can, message.Or))).
			suggesting(c.advances(u, to.At, can)...)
	case to.Coast != machiavelli.NoCoast:
		coast = to.Coast
	case one:
	default:
		return refuse(noEdge, message.New("The fleet from {place} can arrive at {coasts:the} of {to}; say at which.", c.place(u.At), coasts(can, message.Or), c.place(to.At))).
			suggesting(c.advances(u, to.At, can)...)
	}
	bound.To.Coast = coast
	return nil
}

// advances returns the advance of a fleet to each coast of a set, as orders.
func (c *checker) advances(u *position.Unit, to board.ID, can board.CoastSet) []string {
	var out []string
	for _, k := range c.b.Areas[to].Coasts {
		if can.Has(k) {
			out = append(out, c.short(u)+" - "+c.b.Name(board.Place{At: to, Coast: k}))
		}
	}
	return out
}

// embark checks an advance by convoy. With explicit routes the order must list
// every fleet. With implicit routes any chain of fleets may carry the army, and
// a listed route only proves that there is one.
func (c *checker) embark(u *position.Unit, o, bound *order.Order, walks bool) *Problem {
	to := o.To.At
	implicit := c.r.ConvoyRoute == rules.RouteImplicit
	switch {
	case !c.b.Coastal.Has(to) || !c.b.Coastal.Has(u.At):
		return c.inland(u, o)
	case o.NVia > 0:
		if problem := c.checkRoute(u, o); problem != nil {
			return problem
		}
		if implicit {
			bound.ViaConvoy = walks
		} else {
			bound.NVia = o.NVia
			copy(bound.Via[:], o.Route())
		}
		return nil
	case implicit && c.carried(u.At).Has(to):
		bound.ViaConvoy = walks
		return nil
	}
	route := c.routeText(u, to)
	switch {
	case route != "" && o.ViaConvoy:
		return refuse(noRoute, message.New("In this game the army's order lists the fleets that carry it, as in \"{route}\".", message.Order(route))).suggesting(route)
	case route != "":
		return refuse(noEdge, message.New("An army cannot walk from {place} to {to}. To go by convoy its order lists the fleets, as in \"{route}\".", c.place(u.At), c.place(to), message.Order(route))).suggesting(route)
	case o.ViaConvoy:
		if walks {
			return refuse(noRoute, message.New("No chain of fleets now at sea could carry the army from {place} to {to}. It can walk there: leave the convoy out.", c.place(u.At), c.place(to)))
		}
		return refuse(noRoute, message.New("No chain of fleets now at sea could carry the army from {place} to {to}.", c.place(u.At), c.place(to)))
	}
	return refuse(noEdge, message.New("An army cannot go from {place} to {to}, and no chain of fleets now at sea could carry it; {walks}.", c.place(u.At), c.place(to), c.walks(u)))
}

// walks describes which places an army can reach by land.
func (c *checker) walks(u *position.Unit) message.Message {
	if to := c.reach(u); !to.Empty() {
		return message.New("from {place} it can walk to {places}", c.place(u.At), c.places(to, message.Or))
	}
	return message.New("from {place} it can walk nowhere", c.place(u.At))
}

// goes describes which places a unit on land can reach by itself.
func (c *checker) goes(u *position.Unit) message.Message {
	if to := c.reach(u); !to.Empty() {
		return message.New("from {place} it can go to {places}", c.place(u.At), c.places(to, message.Or))
	}
	return message.New("from {place} it can go nowhere", c.place(u.At))
}

// inland refuses a destination that an army can reach neither by land nor by
// convoy, because one end of the way has no coast.
func (c *checker) inland(u *position.Unit, o *order.Order) *Problem {
	to := o.To.At
	switch {
	case c.b.Seas.Has(to):
		return refuse(noEdge, message.New("An army cannot go to sea; {walks}.", c.walks(u)))
	case o.ByConvoy() && !c.b.Coastal.Has(u.At):
		return refuse(noRoute, message.New("{Place} has no coast, so no fleet can take the army on board.", c.place(u.At)))
	case o.ByConvoy():
		return refuse(noRoute, message.New("{Place} has no coast, so no fleet can land an army there.", c.place(to)))
	}
	return refuse(noEdge, message.New("{Type:a} cannot go from {place} to {to}; {goes}.", kind(u.Type), c.place(u.At), c.place(to), c.goes(u)))
}

// checkRoute checks a listed route fleet by fleet.
func (c *checker) checkRoute(u *position.Unit, o *order.Order) *Problem {
	to := o.To.At
	var used board.Set
	last := u.At
	for _, at := range o.Route() {
		switch {
		case !c.known(at) || used.Has(at) || at == u.At:
			return c.brokenRoute(u, to, message.New("the convoy route touches a place twice"))
		case !c.afloat.Has(at):
			return c.brokenRoute(u, to, c.noLink(at))
		case last == u.At && !c.shores(at).Has(u.At):
			return c.brokenRoute(u, to, message.New("the fleet in {place} cannot take on board an army from {to}", c.place(at), c.place(u.At)))
		case last != u.At && !c.adjoin[last].Has(at):
			return c.brokenRoute(u, to, message.New("the fleet in {place} cannot pass an army on to the fleet in {to}", c.place(last), c.place(at)))
		}
		used.Add(at)
		last = at
	}
	if !c.shores(last).Has(to) {
		return c.brokenRoute(u, to, message.New("the fleet in {place} cannot land an army in {to}", c.place(last), c.place(to)))
	}
	return nil
}

// brokenRoute explains what is wrong with a route and suggests one that works.
func (c *checker) brokenRoute(u *position.Unit, to board.ID, why message.Message) *Problem {
	route := c.routeText(u, to)
	if route == "" {
		return refuse(noRoute, message.New("{Why}, and no other chain of fleets could carry the army from {place} to {to}.", why, c.place(u.At), c.place(to)))
	}
	return refuse(noRoute, message.New("{Why}; a route that exists is \"{route}\".", why, message.Order(route))).suggesting(route)
}

// noLink explains why no fleet in an area can carry an army.
func (c *checker) noLink(at board.ID) message.Message {
	f := c.field[at]
	switch {
	case f < 0:
		return message.New("there is no fleet in {place} to carry the army", c.place(at))
	case c.p.Units[f].Type != machiavelli.Fleet:
		return message.New("there is no fleet in {place}; {standing}", c.place(at), c.standing(at))
	case !c.r.CoastalConvoys:
		return message.New("the fleet in {place} is in port, and here only fleets at sea convoy", c.place(at))
	}
	return message.New("no fleet can convoy through {place}", c.place(at))
}

// placeOf returns the place of a fleet, with its coast.
func (g *ground) placeOf(u *position.Unit) message.Arg {
	if u.Coast == machiavelli.NoCoast {
		return g.place(u.At)
	}
	return message.New("the {coast} of {place}", message.CoastOf(u.Coast), g.place(u.At))
}
