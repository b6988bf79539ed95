package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// net is a group of fleets that could pass an army on to each other.
type net struct {
	areas  board.Set // areas in which the fleets are
	shores board.Set // provinces that the fleets touch
}

// chart finds the fleets of all powers that could convoy. These are fleets at
// sea and, with coastal convoys, fleets in provinces (CVOY-03, CVOY-13). Two
// fleets adjoin if each could sail to the coast of the other (CVOY-04).
func (g *ground) chart() {
	g.afloat, g.numNets = board.Set{}, 0
	for i := range g.p.Units {
		u := &g.p.Units[i]
		if u.Type != machiavelli.Fleet {
			continue
		}
		if g.b.Seas.Has(u.At) || g.r.CoastalConvoys && !(u.At == g.b.Venice && g.lagoonCity() == board.None) {
			g.afloat.Add(u.At)
		}
	}
	for at := g.afloat.Next(board.None); at != board.None; at = g.afloat.Next(at) {
		c := g.p.Units[g.field[at]].Coast
		near := g.b.FleetEdges[at][c].Intersect(g.afloat)
		for x := near.Next(board.None); x != board.None; x = near.Next(x) {
			cx := g.p.Units[g.field[x]].Coast
			if !g.b.Landing(at, c, x).Has(cx) {
				near.Remove(x)
			}
		}
		g.adjoin[at] = near
	}
	clear(g.boards[:])
	for at := g.afloat.Next(board.None); at != board.None; at = g.afloat.Next(at) {
		s := g.b.FleetEdges[at][g.p.Units[g.field[at]].Coast].Intersect(g.b.Coastal).Minus(g.noArmy)
		g.shore[at] = s
		for x := s.Next(board.None); x != board.None; x = s.Next(x) {
			g.boards[x].Add(at)
		}
	}
	for rest := g.afloat; !rest.Empty(); {
		n := &g.nets[g.numNets]
		n.areas = g.spread(rest.Next(board.None))
		n.shores = g.touched(n.areas)
		for at := n.areas.Next(board.None); at != board.None; at = n.areas.Next(at) {
			g.netAt[at] = uint8(g.numNets)
		}
		g.numNets++
		rest = rest.Minus(n.areas)
	}
}

// shores returns the provinces at which the convoying fleet in an area could
// take an army on board or land it (CVOY-02, CVOY-04).
func (g *ground) shores(at board.ID) board.Set { return g.shore[at] }

// touched returns the shores of all fleets in a set of areas.
func (g *ground) touched(areas board.Set) board.Set {
	var s board.Set
	for at := areas.Next(board.None); at != board.None; at = areas.Next(at) {
		s = s.Union(g.shores(at))
	}
	return s
}

// spread returns the areas of all fleets that are connected with the fleet in
// the given area, including that one.
func (g *ground) spread(at board.ID) board.Set {
	all := board.SetOf(at)
	for front := all; !front.Empty(); {
		var next board.Set
		for x := front.Next(board.None); x != board.None; x = front.Next(x) {
			next = next.Union(g.adjoin[x])
		}
		front = next.Minus(all)
		all = all.Union(front)
	}
	return all
}

// boarding returns the areas of the fleets that an army in a province could
// board.
func (g *ground) boarding(from board.ID) board.Set { return g.boards[from] }

// serves reports whether the convoying fleet in the given area could be part of
// a chain that carries an army from one province to another. This is so if
// fleets of its net touch both. The fleet may lie in the province where the
// army lands.
func (g *ground) serves(at, from, to board.ID) bool {
	n := &g.nets[g.netAt[at]]
	return from != to && n.shores.Has(from) && n.shores.Has(to)
}

// needed reports whether a chain that carries an army from one province to
// another could need the convoying fleet in the given area. With implicit
// routes, a fleet that no chain needs carries nothing, and its order is void
// (DATC 6.G.19). It returns true for coastal convoys, where chains have many
// ways along a shore.
func (g *ground) needed(at, from, to board.ID) bool {
	if g.r.ConvoyRoute == rules.RouteExplicit || g.r.CoastalConvoys {
		return true
	}
	boards := g.boarding(from)
	for first := boards.Next(board.None); first != board.None; first = boards.Next(first) {
		if g.leadsOn(first, to, at, board.SetOf(first), boards) {
			return true
		}
	}
	return false
}

// leadsOn reports whether the chain, which ends with the fleet in area last, can be continued so
// that it lands in the destination and includes the fleet in the area that the parameter with
// names. The chain has no short cuts, which means that each fleet touches no earlier fleet but
// its predecessor. The set barred holds the areas that would create a short cut.
func (g *ground) leadsOn(last, to, with board.ID, chain, barred board.Set) bool {
	if g.shores(last).Has(to) {
		return chain.Has(with)
	}
	next := g.adjoin[last].Minus(barred)
	barred = barred.Union(g.adjoin[last])
	for at := next.Next(board.None); at != board.None; at = next.Next(at) {
		longer := chain
		longer.Add(at)
		if g.leadsOn(at, to, with, longer, barred) {
			return true
		}
	}
	return false
}

// carried returns the provinces to which fleets could carry an army from a
// province.
func (g *ground) carried(from board.ID) board.Set {
	var to board.Set
	for i := range g.numNets {
		if n := &g.nets[i]; n.shores.Has(from) {
			to = to.Union(n.shores)
		}
	}
	to.Remove(from)
	return to
}

// voyage is a search for the shortest routes from a province.
type voyage struct {
	queue  [board.Max]board.ID // areas of the fleets, in order of distance
	length int
	behind [board.Max]board.ID // the previous area on the shortest route to each area
	first  [board.Max]board.ID // the first area of the route to each area
	links  [board.Max]uint8    // number of fleets on the route to each area
	shores board.Set           // provinces in which the fleets can land an army
	lands  [board.Max]board.ID // for each province, the area of the nearest fleet that can land there
}

// sail fills v with the routes from a province. It leaves out routes that begin
// with the fleet in the area that the parameter without names.
func (g *ground) sail(v *voyage, from, without board.ID) {
	v.length = 0
	seen := g.boarding(from)
	seen.Remove(without)
	for at := seen.Next(board.None); at != board.None; at = seen.Next(at) {
		v.add(at, board.None, at, 1)
	}
	for k := 0; k < v.length; k++ {
		at := v.queue[k]
		next := g.adjoin[at].Minus(seen)
		seen = seen.Union(next)
		for x := next.Next(board.None); x != board.None; x = next.Next(x) {
			v.add(x, at, v.first[at], v.links[at]+1)
		}
	}
	v.shores = board.Set{}
	for _, at := range v.queue[:v.length] {
		more := g.shores(at).Minus(v.shores)
		v.shores = v.shores.Union(more)
		for x := more.Next(board.None); x != board.None; x = more.Next(x) {
			v.lands[x] = at
		}
	}
}

func (v *voyage) add(at, behind, first board.ID, links uint8) {
	v.queue[v.length] = at
	v.length++
	v.behind[at], v.first[at], v.links[at] = behind, first, links
}

// write stores in an order the route that ends with the fleet in area last. It
// returns false if the route has more fleets than an order can name.
func (v *voyage) write(o *order.Order, last board.ID) bool {
	n := int(v.links[last])
	if n > order.MaxVia {
		return false
	}
	o.NVia = uint8(n)
	for at := last; at != board.None; at = v.behind[at] {
		n--
		o.Via[n] = at
	}
	return true
}

// routeTo stores a shortest route between two provinces in an order and reports
// whether there is one. The parameter v holds the routes from the first
// province, and detour is scratch memory. If there is another route, routeTo
// avoids one that begins with the fleet in the province where the army lands,
// because that fleet would be in the army's way.
func (g *ground) routeTo(o *order.Order, v, detour *voyage, from, to board.ID) bool {
	if !v.shores.Has(to) {
		return false
	}
	if v.first[v.lands[to]] == to {
		if g.sail(detour, from, to); detour.shores.Has(to) {
			v = detour
		}
	}
	return v.write(o, v.lands[to])
}

// routeText returns a convoyed advance by a shortest route as an order, or ""
// if there is no route.
func (g *ground) routeText(u *position.Unit, to board.ID) string {
	var o order.Order
	var v, detour voyage
	g.sail(&v, u.At, board.None)
	if !g.routeTo(&o, &v, &detour, u.At, to) {
		return ""
	}
	s := g.short(u)
	for _, at := range o.Route() {
		s += " - " + g.b.Areas[at].Name
	}
	return s + " - " + g.b.Areas[to].Name
}
