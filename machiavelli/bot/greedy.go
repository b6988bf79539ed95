package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Greedy is a player whose units each take the best place that they can reach
// by themselves, one after the other. It guesses nobody's orders, supports
// nothing, and pays only for units. It is one of the baseline players. The zero
// value is ready to use.
type Greedy struct {
	stage  stage
	armies [board.Max]uint8 // distance to the nearest city that is not the side's
	fleets [board.Max]uint8
}

// What a place is worth to a unit of a greedy player.
const (
	openCity    = 10.0 // another power's city that falls to a unit that enters
	closedCity  = 5.0  // another power's city with a garrison
	ongoing     = 15.0 // a siege that has begun
	menacedCity = 3.0  // a city of the side that a foreign unit can reach
	otherLand   = 2.0  // another power's province
	resistance  = -4.0 // a foreign unit stands there
	approach    = 1.0  // divided by one more than the distance to the nearest city of another power
)

// Name returns "greedy".
func (*Greedy) Name() string { return "greedy" }

// Decide returns the orders of a power for any phase.
func (g *Greedy) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	s := &g.stage
	s.begin(v)
	defer s.release()
	g.measure()
	value := func(u order.Unit) float64 { return g.place(u.Type, u.At) }
	var out []order.Order
	switch v.pos.Phase.Step {
	case machiavelli.Retreats:
		out = s.retreats(power, value)
	case machiavelli.Adjustments:
		out = s.winter(power, value)
	default:
		s.list(power)
		for i := range s.units {
			g.choose(&s.units[i])
		}
		out = s.write()
	}
	return v.speak(power, out)
}

// measure computes the distances to the cities of other powers.
func (g *Greedy) measure() {
	s := &g.stage
	var goals board.Set
	for at := s.b.Cities.Next(board.None); at != board.None; at = s.b.Cities.Next(at) {
		if !s.owns(at) && !s.p.Setting.OffBoard.Has(at) {
			goals.Add(at)
		}
	}
	distances(&g.armies, goals, func(at board.ID) board.Set { return s.b.ArmyEdges[at] })
	distances(&g.fleets, goals, func(at board.ID) board.Set {
		var all board.Set
		for c := range s.b.FleetEdges[at] {
			all = all.Union(s.b.FleetEdges[at][c])
		}
		return all
	})
}

// distances fills in how many steps each area is from the nearest of the goals,
// or far.
func distances(d *[board.Max]uint8, goals board.Set, next func(board.ID) board.Set) {
	for at := range d {
		d[at] = far
	}
	seen := goals
	for n := uint8(0); n < far && !goals.Empty(); n++ {
		var wave board.Set
		for at := goals.Next(board.None); at != board.None; at = goals.Next(at) {
			d[at] = n
			wave = wave.Union(next(at))
		}
		goals = wave.Minus(seen)
		seen = seen.Union(goals)
	}
}

// place rates an area for a unit of a type.
func (g *Greedy) place(t machiavelli.UnitType, at board.ID) float64 {
	s := &g.stage
	v := 0.0
	if s.b.Land.Has(at) && !s.mine(s.p.Province[at]) {
		v += otherLand
	}
	if s.b.Cities.Has(at) {
		switch c := s.city[at]; {
		case s.owns(at):
			if s.menaced(at) {
				v += menacedCity
			}
		case c >= 0 && !s.mine(s.p.Units[c].Owner):
			v += closedCity
		default:
			v += openCity
		}
	}
	if f := s.field[at]; f >= 0 && !s.mine(s.p.Units[f].Owner) {
		v += resistance
	}
	d := g.armies[at]
	if t == machiavelli.Fleet {
		d = g.fleets[at]
	}
	return v + approach/float64(d+1)
}

// menaced reports whether a unit of another power can go to an area.
func (s *stage) menaced(at board.ID) bool {
	for i := range s.p.Units {
		if u := &s.p.Units[i]; u.Owner != machiavelli.Nobody && !s.mine(u.Owner) && reach(s.b, u).Has(at) {
			return true
		}
	}
	return false
}

// choose gives a unit the order of the highest value.
func (g *Greedy) choose(x *unitOrders) {
	s := &g.stage
	if x.unit.InCity() {
		if s.menaced(x.unit.At) || !s.comeOut(x) {
			s.stay(x)
		}
		return
	}
	best, most := -1, g.here(x.unit)
	for k := range x.list {
		o := &x.list[k]
		if !s.step(x.unit, o) || s.taken.Has(o.To.At) {
			continue
		}
		if i := s.held(o.To.At); i >= 0 && s.units[i].phase != leaving {
			continue
		}
		if v := g.place(x.unit.Type, o.To.At); v > most {
			best, most = k, v
		}
	}
	if best < 0 {
		s.stay(x)
		return
	}
	s.advance(x, &x.list[best])
}

// here rates staying where a unit stands.
func (g *Greedy) here(u *position.Unit) float64 {
	if g.stage.p.Besieged(u.At) {
		return ongoing
	}
	return g.place(u.Type, u.At)
}
