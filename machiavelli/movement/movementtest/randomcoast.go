package movementtest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// coastPuzzle sends a fleet to a province with two coasts and lets others
// support it there without naming the coast, whether they could go to it or not
// (SUPP-14).
func (g *generator) coastPuzzle() {
	areas := g.b.TwoCoast.IDs()
	if len(areas) == 0 {
		return
	}
	to := pick(g, areas)
	var fleets []int
	for i, u := range g.p.Units {
		if !g.busy[i] && u.Type == machiavelli.Fleet && g.commanded(u) && g.b.Landing(u.At, u.Coast, to) != 0 {
			fleets = append(fleets, i)
		}
	}
	if len(fleets) < 2 {
		return
	}
	g.rng.Shuffle(len(fleets), func(i, j int) { fleets[i], fleets[j] = fleets[j], fleets[i] })
	mover := fleets[0]
	u := g.p.Units[mover]
	var ends []board.Place
	for _, c := range g.b.Areas[to].Coasts {
		if g.b.Landing(u.At, u.Coast, to).Has(c) {
			ends = append(ends, board.Place{At: to, Coast: c})
		}
	}
	g.give(mover, order.Order{Kind: order.Advance, To: pick(g, ends)})
	for _, i := range fleets[1:] {
		if !g.chance(80) {
			continue
		}
		o := order.Order{Kind: order.Support, Action: order.ToAdvance, Target: g.name(mover), To: board.Place{At: to}}
		if g.r.SupportTarget == rules.SupportPowerInSpace && g.chance(80) {
			o = g.byPower(o)
		}
		g.give(i, o)
	}
}
