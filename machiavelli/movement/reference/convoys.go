package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// matchConvoys carries out step 6: it finds which convoy orders match, which
// advances go by sea and on which fleets, and which of these advances lack a
// fleet.
func (c *campaign) matchConvoys() {
	for f := range c.p.Units {
		if !c.free(f, order.Convoy) {
			continue
		}
		if army, ok := c.armyCarried(f); ok {
			c.convoying[f] = army
		}
	}
	for army := range c.p.Units {
		if !c.written(army, order.Advance) || c.rides[army] {
			continue
		}
		var complete bool
		if c.r.ConvoyRoute == rules.RouteExplicit {
			complete = c.boardExplicit(army)
		} else {
			complete = c.boardImplicit(army)
		}
		if c.byConvoy[army] && !complete && !c.locked[army] {
			c.refuse(army, event.Disrupted, event.NoConvoy)
		}
	}
}

// armyCarried returns the army that fleet f is ordered to carry, if that army
// has a matching order.
func (c *campaign) armyCarried(f int) (army int, ok bool) {
	o := &c.orders[f]
	army, ok = c.field[o.Target.At]
	if !ok || c.p.Units[army].Type == machiavelli.Fleet || !c.written(army, order.Advance) || c.rides[army] {
		return 0, false
	}
	a := &c.orders[army]
	if c.r.ConvoyRoute == rules.RouteImplicit {
		return army, o.To.At == a.To.At
	}
	if !a.ByConvoy() {
		return 0, false
	}
	if o.To.At == a.To.At {
		return army, true
	}
	for i, sea := range a.Route() {
		if sea == c.at(f) && o.To.At == nextPlace(a, i) {
			return army, true
		}
	}
	return 0, false
}

// nextPlace returns the place to which link i of an explicit route hands the
// army on.
func nextPlace(a *order.Order, i int) board.ID {
	if i+1 < len(a.Route()) {
		return a.Route()[i+1]
	}
	return a.To.At
}

// boardExplicit finds the fleets of an explicit route and reports whether each
// link has one.
func (c *campaign) boardExplicit(army int) bool {
	a := &c.orders[army]
	if !a.ByConvoy() {
		return false
	}
	c.byConvoy[army] = true
	for i, sea := range a.Route() {
		f, ok := c.field[sea]
		if !ok {
			return false
		}
		carried, matches := c.convoying[f]
		to := c.orders[f].To.At
		if !matches || carried != army || to != a.To.At && to != nextPlace(a, i) {
			return false
		}
		c.carriers[army] = append(c.carriers[army], f)
	}
	return len(a.Route()) > 0
}

// boardImplicit decides whether an army goes by sea and reports whether the
// fleets ordered to carry it form a chain.
func (c *campaign) boardImplicit(army int) bool {
	var offered []int
	own := false
	for f := range c.p.Units {
		if carried, ok := c.convoying[f]; ok && carried == army {
			offered = append(offered, f)
			own = own || c.owner(f) == c.owner(army)
		}
	}
	from, to := c.at(army), c.orders[army].To.At
	complete := c.chain(from, to, offered, func(int, board.ID, board.ID) bool { return true })
	byLand := c.p.Units[army].Type == machiavelli.Fleet || c.armyEdge(from, to)
	c.byConvoy[army] = c.orders[army].ByConvoy() || !byLand || own && complete
	if c.byConvoy[army] {
		c.carriers[army] = c.usefulFleets(from, to, offered)
	}
	return complete
}

// armyEdge reports whether an army may walk from one area to another.
func (c *campaign) armyEdge(from, to board.ID) bool {
	bridge := c.b.LandBridge
	if from == bridge[0] && to == bridge[1] || from == bridge[1] && to == bridge[0] {
		return c.r.IstriaDalmatiaLandBridge && c.b.ArmyEdges[from].Has(to)
	}
	return c.b.ArmyEdges[from].Has(to)
}

// touches reports whether fleet f could take an army on board in the province,
// or land it there.
func (c *campaign) touches(f int, at board.ID) bool {
	u := c.p.Units[f]
	return c.b.FleetEdges[u.At][u.Coast].Has(at)
}

// linked reports whether fleet f can hand an army to fleet g (CVOY-04).
func (c *campaign) linked(f, g int) bool {
	u, w := c.p.Units[f], c.p.Units[g]
	return c.b.Landing(u.At, u.Coast, w.At).Has(w.Coast)
}

// chain reports whether the fleets connect the two areas. The function passable
// reports whether a fleet may use an edge.
func (c *campaign) chain(from, to board.ID, fleets []int, passable func(f int, a, b board.ID) bool) bool {
	reached := map[int]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range fleets {
			if reached[f] {
				continue
			}
			at := c.at(f)
			ok := c.touches(f, from) && passable(f, from, at)
			for g := range reached {
				ok = ok || c.linked(g, f) && passable(g, c.at(g), at) && passable(f, c.at(g), at)
			}
			if ok {
				reached[f] = true
				changed = true
			}
		}
	}
	for f := range reached {
		if c.touches(f, to) && passable(f, c.at(f), to) {
			return true
		}
	}
	return false
}

// usefulFleets returns the fleets that can be reached from the army's province
// and from which its destination can be reached.
func (c *campaign) usefulFleets(from, to board.ID, fleets []int) []int {
	anyEdge := func(int, board.ID, board.ID) bool { return true }
	var out []int
	for _, f := range fleets {
		if c.chainThrough(from, f, fleets, anyEdge) && c.chainThrough(to, f, fleets, anyEdge) {
			out = append(out, f)
		}
	}
	return out
}

// chainThrough reports whether the fleets connect the province with fleet f.
func (c *campaign) chainThrough(from board.ID, f int, fleets []int, passable func(f int, a, b board.ID) bool) bool {
	seen := map[int]bool{f: true}
	queue := []int{f}
	for len(queue) > 0 {
		g := queue[0]
		queue = queue[1:]
		if c.touches(g, from) && passable(g, c.at(g), from) {
			return true
		}
		for _, h := range fleets {
			if !seen[h] && c.linked(g, h) && passable(g, c.at(g), c.at(h)) && passable(h, c.at(g), c.at(h)) {
				seen[h] = true
				queue = append(queue, h)
			}
		}
	}
	return false
}
