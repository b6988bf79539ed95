package movementtest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// straitPuzzle sets up situations that STRAIT-16 decides. In these a fleet
// moves into the controlling province, another fleet crosses the strait against
// a unit that affects it, and others may try to enter the province too.
func (g *generator) straitPuzzle() {
	if len(g.b.Straits) == 0 {
		return
	}
	s := pick(g, g.b.Straits)
	from, to := s.A, s.B
	if g.chance(50) {
		from, to = to, from
	}
	if g.chance(35) {
		g.sailAway(s.Control, to)
	}
	g.enterControl(s.Control, to)
	if g.chance(80) {
		g.enterControl(s.Control, to)
	}
	crossing := g.fleetAt(from)
	if crossing < 0 {
		return
	}
	for _, p := range g.places(g.p.Units[crossing]) {
		if p.At == to {
			g.give(crossing, order.Order{Kind: order.Advance, To: p})
			if g.chance(60) {
				g.backUp(crossing, s.Control)
			}
		}
	}
}

// backUp lets a fleet next to the destination of unit i support its advance,
// but not one in the area that the parameter free names.
func (g *generator) backUp(i int, free board.ID) {
	to := g.orders[i].To.At
	for _, at := range g.b.Borders[to].IDs() {
		if at == free || at == g.p.Units[i].At || g.b.TwoCoast.Has(at) || g.chance(40) {
			continue
		}
		if f := g.fleetAt(at); f >= 0 {
			g.supportFrom(at, i)
			return
		}
	}
}

// sailAway lets an army in the area leave by a random convoy, if there is or
// can be a fleet in the area via. It adds the army if its area is empty.
func (g *generator) sailAway(at, via board.ID) {
	f := g.p.Field(at)
	if f < 0 {
		f = g.plant(position.Unit{Owner: g.power(), Type: machiavelli.Army, At: at})
	}
	if f < 0 || g.fleetAt(via) < 0 {
		return
	}
	if chain, to := g.routeFor(f); len(chain) > 0 {
		g.carry(f, chain, to)
	}
}

// enterControl sends a fleet into the controlling province, often with support
// from the far side of the strait.
func (g *generator) enterControl(control, far board.ID) {
	for _, i := range g.rng.Perm(len(g.b.Areas)) {
		at := board.ID(i)
		if !g.b.Borders[control].Has(at) || at == far || g.b.TwoCoast.Has(at) {
			continue
		}
		entrant := g.fleetAt(at)
		if entrant < 0 {
			continue
		}
		for _, p := range g.places(g.p.Units[entrant]) {
			if p.At == control {
				g.give(entrant, order.Order{Kind: order.Advance, To: p})
			}
		}
		if g.busy[entrant] {
			if supporter := g.fleetAt(far); supporter >= 0 && g.chance(60) {
				g.supportFrom(far, entrant)
			}
			return
		}
	}
}

// fleetAt returns the index of a fleet without an order in the area. It adds
// one if the area is empty, and returns -1 if it cannot or another unit is
// there.
func (g *generator) fleetAt(at board.ID) int {
	f := g.p.Field(at)
	if f < 0 {
		return g.plant(position.Unit{Owner: g.power(), Type: machiavelli.Fleet, At: at})
	}
	if g.busy[f] || g.p.Units[f].Type != machiavelli.Fleet {
		return -1
	}
	return f
}
