package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
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
		return problemf(garrisonOnly, "A garrison does not move: %s holds, supports into its own province or converts.", c.the(u))
	case !c.known(to.At):
		return problemf(noTarget, "The order does not say where %s should go; it can go to %s.", c.the(u), c.places(c.reach(u), "or"))
	case c.p.Setting.OffBoard.Has(to.At): // BOARD-15
		return problemf(noEdge, "%s is out of play in this game; from %s the %s can go to %s.", c.place(to.At), c.place(u.At), u.Type, c.places(c.reach(u), "or"))
	case to.At == u.At:
		return problemf(noEdge, "%s is already there; to keep it in place order it to hold.", c.the(u))
	case !marches(u.Type) && o.ByConvoy():
		return problemf(noCargo, "Only armies are convoyed; %s sails by itself, to %s.", c.the(u), c.places(c.reach(u), "or"))
	case marches(u.Type) && c.b.Land.Has(to.At) && c.noArmy.Has(to.At): // VENICE-13
		return problemf(notPermitted, "No army may enter %s; only fleets go there.", c.place(to.At))
	}
	bound.To.At = to.At
	if u.Type == machiavelli.Fleet {
		return c.landing(u, to, bound)
	}
	if to.Coast != machiavelli.NoCoast {
		c.note(understood, "Coasts matter to fleets only; the "+to.Coast.String()+" of "+c.place(to.At)+" is left out.")
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
// arrives: BOARD-10, BOARD-11.
func (c *checker) landing(u *position.Unit, to board.Place, bound *order.Order) *Problem {
	if !c.reach(u).Has(to.At) {
		return problemf(noEdge, "A fleet cannot go from %s to %s; from %s it can go to %s.",
			c.placeOf(u), c.place(to.At), c.place(u.At), c.places(c.reach(u), "or"))
	}
	can := c.b.Landing(u.At, u.Coast, to.At)
	coast, one := can.One()
	switch {
	case !c.b.TwoCoast.Has(to.At): // its shore has no name
	case to.Coast != machiavelli.NoCoast && !can.Has(to.Coast):
		return problemf(noEdge, "From %s a fleet reaches %s only at %s.", c.placeOf(u), c.place(to.At), coasts(can, "or")).
			suggesting(c.advances(u, to.At, can)...)
	case to.Coast != machiavelli.NoCoast:
		coast = to.Coast
	case one:
	default:
		return problemf(noEdge, "The fleet from %s can arrive at %s of %s; say at which.", c.place(u.At), coasts(can, "or"), c.place(to.At)).
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
		return problemf(noRoute, "In this game the army's order lists the fleets that carry it, as in \"%s\".", route).suggesting(route)
	case route != "":
		return problemf(noEdge, "An army cannot walk from %s to %s. To go by convoy its order lists the fleets, as in \"%s\".",
			c.place(u.At), c.place(to), route).suggesting(route)
	case o.ViaConvoy:
		walk := ""
		if walks {
			walk = " It can walk there: leave the convoy out."
		}
		return problemf(noRoute, "No chain of fleets now at sea could carry the army from %s to %s.%s", c.place(u.At), c.place(to), walk)
	}
	return problemf(noEdge, "An army cannot go from %s to %s, and no chain of fleets now at sea could carry it; from %s it can walk to %s.",
		c.place(u.At), c.place(to), c.place(u.At), c.walks(u))
}

// walks lists the places that an army can reach by land.
func (c *checker) walks(u *position.Unit) string {
	if s := c.places(c.reach(u), "or"); s != "" {
		return s
	}
	return "nowhere"
}

// inland refuses a destination that an army can reach neither by land nor by
// sea.
func (c *checker) inland(u *position.Unit, o *order.Order) *Problem {
	to := o.To.At
	switch {
	case c.b.Seas.Has(to):
		return problemf(noEdge, "An army cannot go to sea; from %s it can walk to %s.", c.place(u.At), c.walks(u))
	case o.ByConvoy() && !c.b.Coastal.Has(u.At):
		return problemf(noRoute, "%s has no coast, so no fleet can take the army on board.", c.place(u.At))
	case o.ByConvoy():
		return problemf(noRoute, "%s has no coast, so no fleet can land an army there.", c.place(to))
	}
	return problemf(noEdge, "%s cannot go from %s to %s; from %s it can go to %s.",
		an(u.Type), c.place(u.At), c.place(to), c.place(u.At), c.walks(u))
}

// checkRoute checks a listed route fleet by fleet.
func (c *checker) checkRoute(u *position.Unit, o *order.Order) *Problem {
	to := o.To.At
	var used board.Set
	last := u.At
	for _, at := range o.Route() {
		switch {
		case !c.known(at) || used.Has(at) || at == u.At:
			return c.brokenRoute(u, to, "The convoy route touches a place twice")
		case !c.afloat.Has(at):
			return c.brokenRoute(u, to, c.noLink(at))
		case last == u.At && !c.shores(at).Has(u.At):
			return c.brokenRoute(u, to, "The fleet in "+c.place(at)+" cannot take on board an army from "+c.place(u.At))
		case last != u.At && !c.adjoin[last].Has(at):
			return c.brokenRoute(u, to, "The fleet in "+c.place(last)+" cannot pass an army on to the fleet in "+c.place(at))
		}
		used.Add(at)
		last = at
	}
	if !c.shores(last).Has(to) {
		return c.brokenRoute(u, to, "The fleet in "+c.place(last)+" cannot land an army in "+c.place(to))
	}
	return nil
}

// brokenRoute explains what is wrong with a route and suggests one that works.
func (c *checker) brokenRoute(u *position.Unit, to board.ID, why string) *Problem {
	route := c.routeText(u, to)
	if route == "" {
		return problemf(noRoute, "%s, and no other chain of fleets could carry the army from %s to %s.", why, c.place(u.At), c.place(to))
	}
	return problemf(noRoute, "%s; a route that exists is \"%s\".", why, route).suggesting(route)
}

// noLink explains why no fleet in an area can carry an army.
func (c *checker) noLink(at board.ID) string {
	f := c.field[at]
	switch {
	case f < 0:
		return "There is no fleet in " + c.place(at) + " to carry the army"
	case c.p.Units[f].Type != machiavelli.Fleet:
		return "There is no fleet in " + c.place(at) + c.standing(at)
	case !c.r.CoastalConvoys:
		return "The fleet in " + c.place(at) + " is in port, and here only fleets at sea convoy"
	}
	return "No fleet can convoy through " + c.place(at)
}

// placeOf returns the place of a fleet, with its coast.
func (g *ground) placeOf(u *position.Unit) string {
	if u.Coast == machiavelli.NoCoast {
		return g.place(u.At)
	}
	return "the " + u.Coast.String() + " of " + g.place(u.At)
}
