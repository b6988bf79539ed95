package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// mounted reports whether the unit type is cavalry.
func mounted(t machiavelli.UnitType) bool {
	return t == machiavelli.Cavalry || t == machiavelli.ArmouredCavalry
}

// has reports whether the game has units of that type (OPT-01, OPT-03).
func (g *ground) has(t machiavelli.UnitType) bool {
	switch t {
	case machiavelli.Cavalry:
		return g.r.Cavalry
	case machiavelli.ArmouredCavalry:
		return g.r.ArmouredCavalry
	}
	return t == machiavelli.Army || t == machiavelli.Fleet || t == machiavelli.Garrison
}

// middles returns the provinces through which cavalry could ride from one
// province to another. Units and events there do not obstruct it.
func (g *ground) middles(from, to board.ID) board.Set {
	var s board.Set
	near := g.b.ArmyEdges[from].Minus(g.noArmy)
	for at := near.Next(board.None); at != board.None; at = near.Next(at) {
		if g.b.ArmyEdges[at].Has(to) {
			s.Add(at)
		}
	}
	return s
}

// ridden returns the places that cavalry could reach only by riding over two
// provinces.
func (g *ground) ridden(u *position.Unit) board.Set {
	near := g.reach(u)
	var s board.Set
	for at := near.Next(board.None); at != board.None; at = near.Next(at) {
		s = s.Union(g.b.ArmyEdges[at].Minus(g.noArmy))
	}
	s = s.Minus(near)
	s.Remove(u.At)
	return s
}

// comes returns the places that a field unit could reach by itself, in one step or, as cavalry,
// by a ride over two provinces.
func (g *ground) comes(u *position.Unit) board.Set {
	s := g.reach(u)
	if mounted(u.Type) {
		s = s.Union(g.ridden(u))
	}
	return s
}

// ride checks an advance by which cavalry rides over two provinces (OPT-01).
// The result done is false if the order means a convoy or an ordinary step.
func (c *checker) ride(u *position.Unit, o, bound *order.Order) (done bool, problem *Problem) {
	to := o.To.At
	switch {
	case o.NVia == 1 && !o.ViaConvoy && c.middles(u.At, to).Has(o.Via[0]):
		bound.NVia, bound.Via[0] = 1, o.Via[0]
		return true, nil
	case o.NVia > 0:
		c.chart()
		for _, at := range o.Route() {
			if !c.b.Land.Has(at) || c.afloat.Has(at) {
				return false, nil // by convoy
			}
		}
		return true, c.wrongRide(u, to)
	case o.ViaConvoy || c.reach(u).Has(to):
		return false, nil
	}
	ways := c.middles(u.At, to)
	if ways.Empty() {
		c.chart()
		if c.carried(u.At).Has(to) {
			return false, nil
		}
		return true, c.wrongRide(u, to)
	}
	bound.NVia, bound.Via[0] = 1, c.way(u, ways)
	if ways.Len() > 1 {
		c.note(understood, message.New("{Unit} goes by way of {place}, as no province in the middle is named.", c.the(u), c.place(bound.Via[0])))
	}
	return true, nil
}

// way chooses the province in the middle of a ride that names none. It prefers provinces without
// a unit, so that the cavalry can fall back there, then provinces of the cavalry's own power,
// then the first on the board.
func (c *checker) way(u *position.Unit, ways board.Set) board.ID {
	best, worth := board.None, -1
	for at := ways.Next(board.None); at != board.None; at = ways.Next(at) {
		n := 0
		if c.field[at] < 0 {
			n += 2
		}
		if c.p.Province[at] == u.Owner {
			n++
		}
		if n > worth {
			best, worth = at, n
		}
	}
	return best
}

// wrongRide returns the problem for a place that cavalry cannot reach by land.
func (c *checker) wrongRide(u *position.Unit, to board.ID) *Problem {
	problem := refuse(noEdge, message.New("Cavalry goes two provinces at most, the first of them next to its own and the second next to that: {unit} cannot come to {place} so. {Goes}.",
		c.the(u), c.place(to), c.inOneStep(u)))
	ways := c.middles(u.At, to)
	for at := ways.Next(board.None); at != board.None; at = ways.Next(at) {
		problem.suggesting(c.short(u) + " - " + c.b.Areas[at].Name + " - " + c.b.Areas[to].Name)
	}
	return problem
}

// inOneStep describes which places cavalry can reach in one step.
func (c *checker) inOneStep(u *position.Unit) message.Message {
	if to := c.reach(u); !to.Empty() {
		return message.New("in one step it can go to {places}", c.places(to, message.Or))
	}
	return message.New("in one step it can go nowhere")
}

// rides lists the rides of cavalry over two provinces, through each province in
// the middle, to places that it cannot reach in one step.
func (f *Finder) rides(u *position.Unit, o order.Order, dst []order.Order) []order.Order {
	far := f.ridden(u)
	o.NVia = 1
	for to := far.Next(board.None); to != board.None; to = far.Next(to) {
		o.To = board.Place{At: to}
		ways := f.middles(u.At, to)
		for at := ways.Next(board.None); at != board.None; at = ways.Next(at) {
			o.Via[0] = at
			dst = append(dst, o)
		}
	}
	return dst
}
