package movementtest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// convoy sends an army over a chain of fleets, and sometimes sets up an attack
// on a convoying fleet that the army itself might stop.
func (g *generator) convoy() {
	army, chain, to := g.findConvoy()
	if len(chain) == 0 {
		return
	}
	g.carry(army, chain, to)
	if g.chance(60) {
		victim := pick(g, chain)
		if other := g.someConvoy(); other >= 0 && g.chance(40) {
			victim = other
		}
		g.counterAttack(to, victim)
	}
	if g.chance(25) {
		g.goBack(army, to)
	}
	if g.chance(25) && g.r.Money {
		g.rebel(to, g.p.Field(to) >= 0, g.p.Garrison(to) >= 0, g.singleVenice(to))
	}
}

// crossedConvoys sends each of two armies to the shore from which an attack on
// the other's fleets is supported.
func (g *generator) crossedConvoys() {
	for tries := 0; tries < 20; tries++ {
		army, chain, to := g.findConvoy()
		army2, chain2, to2 := g.findConvoy()
		if len(chain) == 0 || len(chain2) == 0 || army == army2 || to == to2 || overlap(chain, chain2) {
			continue
		}
		victim, victim2 := g.beside(chain, to2), g.beside(chain2, to)
		if victim < 0 || victim2 < 0 {
			continue
		}
		g.carry(army, chain, to)
		g.carry(army2, chain2, to2)
		g.counterAttack(to, victim2)
		g.counterAttack(to2, victim)
		return
	}
}

// beside returns a fleet of the chain whose area borders on the shore, or -1.
func (g *generator) beside(chain []int, shore board.ID) int {
	for _, f := range chain {
		if g.b.Borders[shore].Has(g.p.Units[f].At) {
			return f
		}
	}
	return -1
}

func overlap(a, b []int) bool {
	for _, x := range a {
		if contains(b, x) {
			return true
		}
	}
	return false
}

// carry writes the orders of a convoy, sometimes leaving out a fleet.
func (g *generator) carry(army int, chain []int, to board.ID) {
	o := order.Order{Kind: order.Advance, To: board.Place{At: to}}
	if g.r.ConvoyRoute == rules.RouteExplicit {
		for _, f := range chain {
			o.Via[o.NVia] = g.p.Units[f].At
			o.NVia++
		}
	} else {
		byLand := g.b.ArmyEdges[g.p.Units[army].At].Has(to)
		o.ViaConvoy = g.chance(50) || byLand && g.chance(60)
	}
	g.give(army, o)
	for k, f := range chain {
		if g.chance(4) {
			continue
		}
		g.give(f, order.Order{Kind: order.Convoy, Target: g.name(army), To: g.handOver(&o, k)})
	}
	if g.r.ConvoyRoute == rules.RouteImplicit {
		g.otherWays(army, to)
	}
}

// handOver returns the place that the convoy order of the fleet on link k
// names. This is the destination or, on explicit routes, sometimes the next
// link.
func (g *generator) handOver(o *order.Order, k int) board.Place {
	if k+1 < int(o.NVia) && g.chance(35) {
		return board.Place{At: o.Via[k+1]}
	}
	return board.Place{At: o.To.At}
}

// findConvoy searches at random for an army without an order, a chain of such
// fleets and a shore.
func (g *generator) findConvoy() (army int, chain []int, to board.ID) {
	for tries := 0; tries < 30; tries++ {
		army = g.rng.Intn(len(g.p.Units))
		if chain, to = g.routeFor(army); len(chain) > 0 {
			return army, chain, to
		}
	}
	return 0, nil, board.None
}

// routeFor finds a chain of fleets without orders for the army, and a shore,
// preferably one that is occupied or popular.
func (g *generator) routeFor(army int) (chain []int, to board.ID) {
	u := g.p.Units[army]
	if g.busy[army] || !marches(u.Type) || !g.b.Coastal.Has(u.At) {
		return nil, board.None
	}
	chain = g.walk(u.At)
	if len(chain) == 0 {
		return nil, board.None
	}
	last := g.p.Units[chain[len(chain)-1]]
	var draw []board.ID
	for _, at := range g.b.FleetEdges[last.At][last.Coast].Intersect(g.b.Coastal).IDs() {
		if at == u.At || g.armylessVenice(at) || g.inChain(chain, at) {
			continue
		}
		weight := 1
		if f := g.p.Field(at); f >= 0 {
			weight += 4
		}
		if g.hot.Has(at) {
			weight += 4
		}
		for ; weight > 0; weight-- {
			draw = append(draw, at)
		}
	}
	if len(draw) == 0 {
		return nil, board.None
	}
	return chain, pick(g, draw)
}

func (g *generator) inChain(chain []int, at board.ID) bool {
	for _, f := range chain {
		if g.p.Units[f].At == at {
			return true
		}
	}
	return false
}

// walk returns a random chain of fleets without orders that begins at the
// shore.
func (g *generator) walk(from board.ID) []int {
	var chain []int
	for len(chain) < 4 {
		var next []int
		for f, u := range g.p.Units {
			if g.busy[f] || u.Type != machiavelli.Fleet || !g.mayCarry(u.At) || contains(chain, f) {
				continue
			}
			joined := g.b.FleetEdges[u.At][u.Coast].Has(from)
			if len(chain) > 0 {
				last := g.p.Units[chain[len(chain)-1]]
				joined = g.b.Landing(last.At, last.Coast, u.At).Has(u.Coast)
			}
			if joined {
				next = append(next, f)
			}
		}
		if len(next) == 0 {
			break
		}
		chain = append(chain, pick(g, next))
		if g.chance(45) {
			break
		}
	}
	return chain
}

// otherWays lets more fleets carry the army to the same shore.
func (g *generator) otherWays(army int, to board.ID) {
	for f, u := range g.p.Units {
		if !g.busy[f] && u.Type == machiavelli.Fleet && g.mayCarry(u.At) && g.chance(25) {
			g.give(f, order.Order{Kind: order.Convoy, Target: g.name(army), To: board.Place{At: to}})
		}
	}
}

// counterAttack lets a unit attack the convoying fleet victim with support from
// the unit on the shore where an army lands. It adds missing units if possible.
func (g *generator) counterAttack(shore board.ID, victim int) {
	at := g.p.Units[victim].At
	if g.p.Field(shore) < 0 {
		g.plant(position.Unit{Owner: g.power(), Type: machiavelli.Fleet, At: shore})
	}
	attacker, to := -1, board.Place{}
	for _, i := range g.rng.Perm(len(g.p.Units)) {
		u := g.p.Units[i]
		if g.busy[i] || u.InCity() || u.At == shore {
			continue
		}
		for _, p := range g.places(u) {
			if p.At == at {
				attacker, to = i, p
			}
		}
	}
	if attacker < 0 {
		attacker, to = g.plantBeside(at, shore)
	}
	if attacker >= 0 {
		g.give(attacker, order.Order{Kind: order.Advance, To: to})
		g.supportFrom(shore, attacker)
	}
}

// plantBeside adds a fleet in an empty area, other than shore, from which the
// fleet can advance into the area at. It returns the fleet's index and its
// destination, or -1 if there is no such area.
func (g *generator) plantBeside(at, shore board.ID) (int, board.Place) {
	for _, from := range g.b.Borders[at].IDs() {
		if from == shore || g.p.Field(from) >= 0 || g.b.TwoCoast.Has(from) {
			continue
		}
		i := g.plant(position.Unit{Owner: g.power(), Type: machiavelli.Fleet, At: from})
		if i < 0 {
			continue
		}
		for _, p := range g.places(g.p.Units[i]) {
			if p.At == at {
				return i, p
			}
		}
	}
	return -1, board.Place{}
}

// plant adds a unit to the board and returns its index, or -1 if it cannot
// stand there.
func (g *generator) plant(u position.Unit) int {
	if !g.mayStand(u) || g.singleVenice(u.At) || len(g.p.Units) >= position.MaxUnits {
		return -1
	}
	g.add(u)
	g.orders = append(g.orders, order.Order{})
	g.busy = append(g.busy, false)
	return len(g.p.Units) - 1
}

// someConvoy returns a convoying fleet, or -1.
func (g *generator) someConvoy() int {
	all := []int{}
	for i, o := range g.orders {
		if o.Kind == order.Convoy {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return -1
	}
	return pick(g, all)
}

// supportFrom lets the unit in the area support the advance of unit i, if that
// support is legal and the unit has no order yet.
func (g *generator) supportFrom(at board.ID, i int) {
	s := g.p.Field(at)
	if s < 0 || g.busy[s] || s == i {
		return
	}
	o := order.Order{Kind: order.Support, Action: order.ToAdvance, Target: g.name(i), To: g.orders[i].To}
	if g.wrong(g.p.Units[s], &o) != "" {
		return
	}
	if g.r.SupportTarget == rules.SupportPowerInSpace {
		o = g.byPower(o)
	}
	g.give(s, o)
}

// goBack sends the unit on the landing shore to the army's origin, if the unit
// can go there by itself and has no order.
func (g *generator) goBack(army int, shore board.ID) {
	i := g.p.Field(shore)
	if i < 0 || g.busy[i] {
		return
	}
	for _, to := range g.places(g.p.Units[i]) {
		if to.At == g.p.Units[army].At {
			g.give(i, order.Order{Kind: order.Advance, To: to})
			return
		}
	}
}
