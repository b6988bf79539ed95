package movementtest

import (
	"math/rand"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Random returns a position with orders that are each legal and conflict as
// much as possible. Units are packed into one corner of the board and have a
// few popular targets. Supports and convoys mostly match, even between enemies.
// There are sieges and rebellions, and fleets at straits.
func Random(rng *rand.Rand, b *board.Board, r *rules.Set) (*position.Position, movement.Orders, Allies) {
	p, orders, _, allies := RandomWritten(rng, b, r)
	return p, orders, allies
}

// RandomWritten does the same as Random, and also returns the orders as written, before package
// legal refused some and completed others.
func RandomWritten(rng *rand.Rand, b *board.Board, r *rules.Set) (p *position.Position, orders, written movement.Orders, allies Allies) {
	g := &generator{lawyer: lawyer{b: b, r: r}, rng: rng}
	g.populate()
	g.plan()
	written = append(movement.Orders(nil), g.orders...)
	g.bind()
	return g.p, g.orders, written, g.allies
}

// bind passes the orders through package legal, like players' orders. An order
// that is refused becomes a Hold.
func (g *generator) bind() {
	for i, u := range g.p.Units {
		if !g.commanded(u) {
			continue
		}
		who := u.Owner
		if who == machiavelli.Nobody {
			who = 1 // any power that pays for the order can give it (OPT-05)
		}
		bound, _, _, problem := legal.Check(g.p, g.r, who, g.orders[i])
		if problem != nil {
			bound = order.Order{Kind: order.Hold, Unit: g.orders[i].Unit}
		}
		g.orders[i] = bound
	}
}

// generator holds a position while it and its orders are being generated.
type generator struct {
	lawyer
	rng    *rand.Rand
	orders movement.Orders
	allies Allies
	powers int
	busy   []bool // whether the order of each unit is fixed
	hot    board.Set
}

func (g *generator) chance(percent int) bool { return g.rng.Intn(100) < percent }

func (g *generator) power() machiavelli.Power {
	return machiavelli.Power(1 + g.rng.Intn(g.powers))
}

// pick returns a random element, or the zero value for an empty list.
func pick[T any](g *generator, list []T) T {
	var zero T
	if len(list) == 0 {
		return zero
	}
	return list[g.rng.Intn(len(list))]
}

// populate creates the position.
func (g *generator) populate() {
	fortresses := g.r.Fortresses == rules.FortressesOn || g.r.Fortresses == rules.FortressesByScenario && g.chance(40)
	g.p = &position.Position{Setting: setting(g.b, g.r, fortresses), Phase: campaign}
	g.powers = 2 + g.rng.Intn(4)
	wanted := 10 + g.rng.Intn(31)
	if g.chance(30) {
		wanted = 4 + g.rng.Intn(8)
	}
	for _, at := range g.cluster(wanted) {
		if len(g.p.Units) >= wanted {
			break
		}
		g.settleArea(at)
	}
	if len(g.p.Units) == 0 {
		g.addField(pick(g, g.b.Seas.IDs()))
	}
	g.orders = make(movement.Orders, len(g.p.Units))
	g.busy = make([]bool, len(g.p.Units))
	for i, u := range g.p.Units {
		if !u.InCity() && !g.commanded(u) {
			g.give(i, order.Order{Kind: order.Hold})
		}
	}
	for i := 1; i <= g.powers; i++ {
		for j := 1; j <= g.powers; j++ {
			if i != j && g.chance(15) {
				g.allies[i] = g.allies[i].With(machiavelli.Power(j))
			}
		}
	}
}

// cluster returns areas in a connected corner of the board, in the order in
// which it grows. It begins at a strait, at a province with two coasts, in
// Venice, at sea or anywhere.
func (g *generator) cluster(size int) []board.ID {
	var first board.ID
	switch n := g.rng.Intn(11); {
	case n == 10 && !g.b.TwoCoast.Empty():
		first = pick(g, g.b.TwoCoast.IDs())
	case n < 3 && len(g.b.Straits) > 0:
		s := pick(g, g.b.Straits)
		first = pick(g, []board.ID{s.A, s.B, s.Control})
	case n == 3 && g.b.Venice != board.None:
		first = g.b.Venice
	case n < 7:
		first = pick(g, g.b.Seas.IDs())
	default:
		first = pick(g, g.b.Land.IDs())
	}
	list := []board.ID{first}
	in := board.SetOf(first)
	for len(list) < size+2 {
		next := g.b.Borders[pick(g, list)].Minus(in).IDs()
		if len(next) == 0 {
			if g.chance(2) {
				break
			}
			continue
		}
		at := pick(g, next)
		in.Add(at)
		list = append(list, at)
	}
	return list
}

// settleArea adds random units, a siege and a rebellion to an area.
func (g *generator) settleArea(at board.ID) {
	single := g.singleVenice(at)
	field := g.chance(85) && g.addField(at)
	garrison := false
	if g.p.Setting.Forts.Has(at) && g.chance(45) && !(single && field) {
		owner := g.power()
		if g.chance(20) {
			owner = machiavelli.Nobody
		}
		g.add(position.Unit{Owner: owner, Type: machiavelli.Garrison, At: at})
		garrison = true
	}
	if g.b.Land.Has(at) && g.r.Money && g.chance(18) {
		g.rebel(at, field, garrison, single)
	}
	if field && g.chance(40) {
		g.besieged(at)
	}
}

func (g *generator) addField(at board.ID) bool {
	u := position.Unit{Owner: g.power(), At: at}
	if g.r.AutonomousFieldUnits && g.chance(12) {
		u.Owner = machiavelli.Nobody
	}
	switch {
	case g.b.Seas.Has(at) || g.armylessVenice(at), g.b.Coastal.Has(at) && g.chance(50):
		u.Type = machiavelli.Fleet
		if g.b.TwoCoast.Has(at) {
			u.Coast = pick(g, g.b.Areas[at].Coasts)
		}
	default:
		u.Type = g.landForce()
	}
	g.add(u)
	return true
}

func (g *generator) add(u position.Unit) {
	if g.r.SpecialUnits && g.chance(20) && !u.Mounted() {
		u.Quality = machiavelli.Mercenary
	}
	g.p.Units = append(g.p.Units, u)
}

// rebel starts a rebellion if there can be one. A garrisoned city does not
// rebel, and single-space Venice rebels only if it is empty.
func (g *generator) rebel(at board.ID, field, garrison, single bool) {
	if single && (field || garrison) {
		return
	}
	against := g.power()
	if f := g.p.Field(at); f >= 0 && g.chance(70) {
		against = g.p.Units[f].Owner
	}
	city := g.p.Setting.Forts.Has(at) && !garrison && g.chance(60)
	if !single && (!city || g.chance(70)) {
		g.p.RebelLand.Add(at)
	}
	if city || single {
		g.p.RebelCity.Add(at)
	}
	g.p.RebelAgainst[at] = against
}

// besieged puts the city under siege since last campaign, if the field unit
// could have begun the siege.
func (g *generator) besieged(at board.ID) {
	f, city := g.p.Field(at), g.p.Garrison(at)
	u := g.p.Units[f]
	if u.Type == machiavelli.Fleet && !g.b.Ports.Has(at) || !g.p.Setting.Forts.Has(at) {
		return
	}
	if !g.commanded(u) {
		return
	}
	enemy := city >= 0 && (g.p.Units[city].Owner != u.Owner || g.chance(20))
	rebels := g.p.RebelCity.Has(at) && g.p.RebelAgainst[at] == u.Owner
	if enemy || rebels {
		g.p.Sieges.Add(at)
	}
}

// plan writes the orders, beginning with those on which others depend.
func (g *generator) plan() {
	areas := g.unitAreas()
	for n := 1 + g.rng.Intn(4); n > 0; n-- {
		g.hot.Add(pick(g, areas))
	}
	for at := g.p.Sieges.Next(board.None); at != board.None; at = g.p.Sieges.Next(at) {
		g.continueSiege(at)
	}
	if g.chance(25) {
		g.straitPuzzle()
	}
	if g.chance(25) {
		g.crossedConvoys()
	}
	if g.chance(25) {
		g.coastPuzzle()
	}
	for n := g.rng.Intn(5); n > 0; n-- {
		g.convoy()
	}
	if g.chance(30) {
		g.ring()
	}
	for _, i := range g.rng.Perm(len(g.p.Units)) {
		if !g.busy[i] && g.chance(45) {
			g.advance(i)
		}
	}
	for _, i := range g.rng.Perm(len(g.p.Units)) {
		if !g.busy[i] && g.chance(22) {
			g.convert(i)
		}
	}
	for _, i := range g.rng.Perm(len(g.p.Units)) {
		if !g.busy[i] {
			g.rest(i)
		}
	}
}

func (g *generator) unitAreas() []board.ID {
	var s board.Set
	for _, u := range g.p.Units {
		s.Add(u.At)
	}
	return s.IDs()
}

// give fixes the order of unit i.
func (g *generator) give(i int, o order.Order) {
	u := g.p.Units[i]
	o.Unit = order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
	g.orders[i] = o
	g.busy[i] = true
}

func (g *generator) continueSiege(at board.ID) {
	f := g.p.Field(at)
	switch n := g.rng.Intn(100); {
	case n < 55:
		g.give(f, order.Order{Kind: order.Besiege})
	case n < 70 && g.r.SiegeLocksBesieger:
		g.give(f, order.Order{Kind: order.Lift})
	}
}

// places returns the places that a field unit can reach by itself in one step,
// with each coast separately.
func (g *generator) places(u position.Unit) []board.Place {
	var out []board.Place
	if u.Type == machiavelli.Garrison {
		return nil
	}
	if u.Type != machiavelli.Fleet {
		for _, at := range g.b.ArmyEdges[u.At].IDs() {
			if !g.armylessVenice(at) {
				out = append(out, board.Place{At: at})
			}
		}
		return out
	}
	for _, at := range g.b.FleetEdges[u.At][u.Coast].IDs() {
		landing := g.b.Landing(u.At, u.Coast, at)
		for c := machiavelli.NoCoast; c < machiavelli.NumCoasts; c++ {
			if landing.Has(c) {
				out = append(out, board.Place{At: at, Coast: c})
			}
		}
	}
	return out
}

// advance orders unit i to advance, preferably to popular and occupied areas
// and to straits.
func (g *generator) advance(i int) {
	u := g.p.Units[i]
	if u.Mounted() && g.chance(65) && g.ride(i) {
		return
	}
	var draw []board.Place
	for _, to := range g.places(u) {
		weight := 1 + g.ridden(to.At)
		if g.hot.Has(to.At) {
			weight += 6
		}
		if g.p.Field(to.At) >= 0 {
			weight += 2
		}
		if u.Type == machiavelli.Fleet && g.b.StraitBetween(u.At, to.At) != board.None {
			weight += 5
		}
		for _, s := range g.b.Straits {
			if to.At == s.Control {
				weight += 4
			}
		}
		for ; weight > 0; weight-- {
			draw = append(draw, to)
		}
	}
	if len(draw) > 0 {
		g.give(i, order.Order{Kind: order.Advance, To: pick(g, draw)})
	}
}

// ring orders units to move round in a circle, if they stand in one.
func (g *generator) ring() {
	for tries := 0; tries < 20; tries++ {
		first := g.rng.Intn(len(g.p.Units))
		path := []int{first}
		for len(path) < 7 {
			last := path[len(path)-1]
			var next []int
			closes := false
			for _, to := range g.places(g.p.Units[last]) {
				f := g.p.Field(to.At)
				if f == first && len(path) > 2 {
					closes = true
				}
				if f >= 0 && !g.busy[f] && !contains(path, f) {
					next = append(next, f)
				}
			}
			if closes && (len(path) > 4 || g.chance(50)) {
				g.sendRound(path)
				return
			}
			if len(next) == 0 {
				break
			}
			path = append(path, pick(g, next))
		}
	}
}

// sendRound orders each unit to the place of the following unit, and the last
// unit to the place of the first.
func (g *generator) sendRound(units []int) {
	for k, i := range units {
		if g.busy[i] || g.p.Units[i].InCity() {
			continue
		}
		next := g.p.Units[units[(k+1)%len(units)]]
		for _, to := range g.places(g.p.Units[i]) {
			if to.At == next.At {
				g.give(i, order.Order{Kind: order.Advance, To: to})
			}
		}
	}
}

func contains(list []int, i int) bool {
	for _, x := range list {
		if x == i {
			return true
		}
	}
	return false
}

// convert orders a conversion of unit i, if the unit can convert at all.
func (g *generator) convert(i int) {
	u := g.p.Units[i]
	if u.Owner == machiavelli.Nobody || !g.p.Setting.Forts.Has(u.At) {
		return
	}
	o := order.Order{Kind: order.Convert, ConvertTo: machiavelli.Garrison}
	if u.InCity() {
		o.ConvertTo = machiavelli.Army
		if g.armylessVenice(u.At) || g.b.Ports.Has(u.At) && g.chance(60) {
			o.ConvertTo = machiavelli.Fleet
		}
	}
	if g.wrongConversion(u, &o) == "" {
		g.give(i, o)
	}
}

// rest gives unit i an order, mostly to support.
func (g *generator) rest(i int) {
	u := g.p.Units[i]
	if !g.commanded(u) {
		g.give(i, order.Order{Kind: order.Hold})
		return
	}
	if u.InCity() && g.chance(35) {
		g.convert(i)
		if g.busy[i] {
			return
		}
	}
	switch n := g.rng.Intn(100); {
	case n < 78 && g.support(i):
	case n < 86 && g.p.Setting.Forts.Has(u.At) && !u.InCity():
		g.give(i, order.Order{Kind: order.Besiege})
	case n < 91 && g.r.DisbandOrders:
		g.give(i, order.Order{Kind: order.Disband})
	case n < 95 && g.idleConvoy(i):
	default:
		g.give(i, order.Order{Kind: order.Hold, Explicit: true})
	}
}

// idleConvoy orders fleet i to carry some army somewhere, mostly without
// effect. It reports whether it gave an order.
func (g *generator) idleConvoy(i int) bool {
	u := g.p.Units[i]
	if u.Type != machiavelli.Fleet || !g.mayCarry(u.At) {
		return false
	}
	var armies []int
	for j, w := range g.p.Units {
		if marches(w.Type) && g.b.FleetEdges[u.At][u.Coast].Has(w.At) {
			armies = append(armies, j)
		}
	}
	if len(armies) == 0 {
		return false
	}
	j := pick(g, armies)
	to := board.Place{At: pick(g, g.b.FleetEdges[u.At][u.Coast].Intersect(g.b.Coastal).IDs())}
	if g.orders[j].Kind == order.Advance && g.chance(80) {
		to.At = g.orders[j].To.At
	}
	g.give(i, order.Order{Kind: order.Convoy, Target: g.name(j), To: to})
	return true
}

// name returns unit i as an order names it.
func (g *generator) name(i int) order.Unit {
	u := g.p.Units[i]
	return order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
}
