package movementtest

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// marches reports whether units of the type move on land.
func marches(t machiavelli.UnitType) bool {
	return t == machiavelli.Army || t == machiavelli.Cavalry || t == machiavelli.ArmouredCavalry
}

// mayRide reports whether cavalry can go from one province to the next.
func (l lawyer) mayRide(from, to board.ID) bool {
	return l.b.ArmyEdges[from].Has(to) && !l.armylessVenice(to)
}

// commanded reports whether someone can give orders to the unit. This is its
// owner or, for an autonomous unit outside a city, a power that pays for the
// orders (OPT-05).
func (g *generator) commanded(u position.Unit) bool {
	return u.Owner != machiavelli.Nobody || !u.InCity() && g.r.AutonomousOrders && g.r.Money
}

// landForce returns a type of unit on land, often cavalry if the rules allow
// it. It disregards the limit of one special unit for each power, which does
// not matter to movement.
func (g *generator) landForce() machiavelli.UnitType {
	kinds := []machiavelli.UnitType{machiavelli.Army}
	if g.r.Cavalry {
		kinds = append(kinds, machiavelli.Cavalry)
	}
	if g.r.ArmouredCavalry {
		kinds = append(kinds, machiavelli.ArmouredCavalry)
	}
	if len(kinds) == 1 {
		return kinds[0]
	}
	return pick(g, kinds)
}

// ride orders cavalry i to ride over two provinces, preferably to targets where
// it may bounce and by routes on which it meets other riders. It reports
// whether there was a ride.
func (g *generator) ride(i int) bool {
	u := g.p.Units[i]
	var draw []order.Order
	for _, mid := range g.b.ArmyEdges[u.At].IDs() {
		for _, to := range g.b.ArmyEdges[mid].IDs() {
			if to == u.At || !g.mayRide(u.At, mid) || !g.mayRide(mid, to) {
				continue
			}
			weight := 1 + g.ridden(mid)
			if g.hot.Has(to) {
				weight += 6
			}
			if g.p.Field(to) >= 0 {
				weight += 2
			}
			o := order.Order{Kind: order.Advance, To: board.Place{At: to}, NVia: 1, Via: [order.MaxVia]board.ID{mid}}
			for ; weight > 0; weight-- {
				draw = append(draw, o)
			}
		}
	}
	if len(draw) == 0 {
		return false
	}
	g.give(i, pick(g, draw))
	return true
}

// ridden returns how attractive an area is because riders may fall back to it.
// The result is 0 if none may.
func (g *generator) ridden(at board.ID) int {
	n := 0
	for i, o := range g.orders {
		if o.NVia == 1 && g.p.Units[i].Mounted() && (g.p.Units[i].At == at || o.Via[0] == at) {
			n += 4
		}
	}
	return n
}
