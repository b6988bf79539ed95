package bot

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// DumbBot is the player by David Norman against which programs for Diplomacy
// are usually measured, written from descriptions of it, for Machiavelli as
// well. It gives every place a value that spreads from the supply centres
// (here: cities) around it, and sends each unit to the best place that it can
// reach. It guesses nobody's orders, plans no convoys, and pays only for units.
// The zero value is ready to use.
//
// Machiavelli adds to the description: a unit whose best place is where it
// stands besieges the city there if it can, and continues a siege; a garrison
// comes out when no other power is near.
type DumbBot struct {
	stage stage
	rng   *rand.Rand
	as    weights

	army        [board.Max]float64
	fleet       [board.Max][machiavelli.NumCoasts]float64
	strength    [board.Max]int // units of the side next to an area, or in it
	competition [board.Max]int // the greatest strength of any other power there
	supports    [board.Max]int // supports that the power's orders give so far
}

// depth is how many steps the value of a centre spreads.
const depth = 10

// weights holds the weights in DumbBot's description for one kind of phase.
type weights struct {
	attack, defence float64        // weights of centres that others own, and of its own
	proximity       [depth]float64 // weight of the centres at each distance
}

// Weights for phases after which centres are not counted, for those after which they are, and
// for builds and removals.
var (
	springWeights = weights{700, 200, [depth]float64{100, 1000, 30, 10, 6, 5, 4, 3, 2, 1}}
	fallWeights   = weights{600, 300, [depth]float64{1000, 100, 30, 10, 6, 5, 4, 3, 2, 1}}
	winterWeights = weights{600, 1000, [depth]float64{1000, 100, 30, 10, 6, 5, 4, 3, 2, 1}}
)

// The other parameters in DumbBot's description.
const (
	strengthWeight    = 1000.0
	competitionWeight = 1000.0
	divisor           = 5.0   // divides the sum over the neighbours
	alternative       = 40    // percentage of cases in which a unit considers the next best place
	alternativeFactor = 500.0 // how strongly a difference in value makes the next best place less likely
)

// Name returns "dumbbot".
func (*DumbBot) Name() string { return "dumbbot" }

// Decide returns the orders of a power for any phase.
func (d *DumbBot) Decide(v View, power machiavelli.Power) []turn.Line {
	if !v.plays(power) {
		return nil
	}
	s := &d.stage
	s.begin(v)
	defer s.release()
	d.rng = v.roll(power)
	counts := v.r.ControlTiming == rules.ControlConstant || v.pos.Phase.Season == machiavelli.Fall
	switch {
	case v.pos.Phase.Step == machiavelli.Adjustments:
		d.as = winterWeights
	case counts:
		d.as = fallWeights
	default:
		d.as = springWeights
	}
	d.count()
	d.assess()
	var out []order.Order
	switch v.pos.Phase.Step {
	case machiavelli.Retreats:
		out = s.retreats(power, d.value)
	case machiavelli.Adjustments:
		out = s.winter(power, d.value)
	default:
		out = d.campaign(power)
	}
	return v.speak(power, out)
}

// value returns the value of a place for a type of unit.
func (d *DumbBot) value(u order.Unit) float64 {
	if u.Type == machiavelli.Fleet {
		return d.fleet[u.At][u.Coast]
	}
	return d.army[u.At]
}

// count computes strength and competition. A field unit counts where it stands
// and where it can go.
func (d *DumbBot) count() {
	s := &d.stage
	var near [machiavelli.MaxPowers][board.Max]int
	clear(d.strength[:])
	clear(d.competition[:])
	for i := range s.p.Units {
		u := &s.p.Units[i]
		if u.InCity() {
			continue
		}
		to := board.SetOf(u.At)
		if u.Owner != machiavelli.Nobody { // an autonomous unit only defends its place
			to = to.Union(reach(s.b, u))
		}
		for at := to.Next(board.None); at != board.None; at = to.Next(at) {
			if s.mine(u.Owner) {
				d.strength[at]++
				continue
			}
			near[u.Owner][at]++
			d.competition[at] = max(d.competition[at], near[u.Owner][at])
		}
	}
}

// size returns the size of each power, a square function of its cities. Nobody
// has the size of a power without cities.
func (d *DumbBot) size() (size [machiavelli.MaxPowers]float64) {
	s := &d.stage
	for x := range size {
		n := 0.0
		for at := s.b.Cities.Next(board.None); at != board.None && x > 0; at = s.b.Cities.Next(at) {
			if s.p.City[at] == machiavelli.Power(x) {
				n++
			}
		}
		size[x] = n*n + 4*n + 16
	}
	return size
}

// base returns the value of each area before it spreads. A centre of the side has the size of the
// largest power with a unit next to it; any other centre has the size of its owner.
func (d *DumbBot) base() (base [board.Max]float64) {
	s := &d.stage
	size := d.size()
	var threat [board.Max]float64
	for i := range s.p.Units {
		u := &s.p.Units[i]
		if u.Owner == machiavelli.Nobody || s.mine(u.Owner) {
			continue
		}
		to := reach(s.b, u)
		to.Add(u.At)
		for at := to.Next(board.None); at != board.None; at = to.Next(at) {
			threat[at] = max(threat[at], size[u.Owner])
		}
	}
	for at := s.b.Cities.Next(board.None); at != board.None; at = s.b.Cities.Next(at) {
		switch owner := s.p.City[at]; {
		case s.p.Setting.OffBoard.Has(at):
		case s.owns(at):
			base[at] = d.as.defence * threat[at]
		case s.mine(owner): // the side owns only the city
			base[at] = d.as.attack * size[s.p.Province[at]]
		default:
			base[at] = d.as.attack * size[owner]
		}
	}
	return base
}

// assess computes the values of all places.
func (d *DumbBot) assess() {
	s := &d.stage
	base := d.base()
	var armies, nextArmies [board.Max]float64
	var fleets, nextFleets [board.Max][machiavelli.NumCoasts]float64
	for at := board.ID(1); int(at) < len(s.b.Areas); at++ {
		own := strengthWeight*float64(d.strength[at]) - competitionWeight*float64(d.competition[at])
		armies[at] = base[at]
		d.army[at] = own + d.as.proximity[0]*base[at]
		for c := range fleets[at] {
			fleets[at][c] = base[at]
			d.fleet[at][c] = own + d.as.proximity[0]*base[at]
		}
	}
	for k := 1; k < depth; k++ {
		for at := board.ID(1); int(at) < len(s.b.Areas); at++ {
			sum := armies[at]
			to := s.b.ArmyEdges[at]
			for x := to.Next(board.None); x != board.None; x = to.Next(x) {
				sum += armies[x]
			}
			nextArmies[at] = sum / divisor
			d.army[at] += d.as.proximity[k] * nextArmies[at]
			for c := range machiavelli.NumCoasts {
				if s.b.FleetEdges[at][c].Empty() {
					continue
				}
				sum := fleets[at][c]
				for there := range machiavelli.NumCoasts {
					to := s.b.Shores[at][c][there]
					for x := to.Next(board.None); x != board.None; x = to.Next(x) {
						sum += fleets[x][there]
					}
				}
				nextFleets[at][c] = sum / divisor
				d.fleet[at][c] += d.as.proximity[k] * nextFleets[at][c]
			}
		}
		armies, fleets = nextArmies, nextFleets
	}
}

// campaign orders the field units in random order, then the garrisons, and lets
// those that stay support others.
func (d *DumbBot) campaign(power machiavelli.Power) []order.Order {
	s := &d.stage
	clear(d.supports[:])
	s.list(power)
	for i := range s.units {
		if !s.units[i].unit.InCity() && s.units[i].phase == undecided {
			d.choose(&s.units[i])
		}
	}
	for i := range s.units {
		x := &s.units[i]
		if x.unit.InCity() && (d.competition[x.unit.At] > 0 || !s.comeOut(x)) {
			s.stay(x)
		}
	}
	for i := range s.units {
		if x := &s.units[i]; x.chosen.Kind == order.Hold {
			d.lend(x)
		}
	}
	return s.write()
}

// option is a place where a unit may be after the campaign: where it stands, if
// order is -1, or the destination of one of its legal orders.
type option struct {
	order int
	at    board.ID
	value float64
}

// options returns the places that a unit can be in, best first.
func (d *DumbBot) options(x *unitOrders) []option {
	u := x.unit
	list := []option{{-1, u.At, d.value(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast})}}
	for k := range x.list {
		if o := &x.list[k]; d.stage.step(u, o) {
			list = append(list, option{k, o.To.At, d.value(order.Unit{Type: u.Type, At: o.To.At, Coast: o.To.Coast})})
		}
	}
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(b.value, a.value) })
	return list
}

// choose decides about a field unit, after deciding about the side's own unit that stands where
// it wants to go.
func (d *DumbBot) choose(x *unitOrders) {
	s := &d.stage
	x.phase = deciding
	if s.p.Besieged(x.unit.At) {
		s.stay(x)
		return
	}
	list := d.options(x)
	for len(list) > 0 {
		n := d.pick(list)
		o := list[n]
		if o.order < 0 {
			break
		}
		if i := s.held(o.at); i >= 0 && s.units[i].phase == undecided {
			d.choose(&s.units[i])
		}
		i := s.held(o.at)
		if !s.taken.Has(o.at) && (i < 0 || s.units[i].phase == leaving) {
			s.advance(x, &x.list[o.order])
			return
		}
		if d.support(x, o.at) {
			return
		}
		list = slices.Delete(list, n, n+1)
	}
	s.stay(x)
}

// pick returns the index of the first option, or sometimes of a later one that
// is nearly as good.
func (d *DumbBot) pick(list []option) int {
	n := 0
	for n+1 < len(list) && d.rng.IntN(100) < alternative {
		less := 0.0
		if v := list[n].value; v > 0 {
			less = (v - list[n+1].value) * alternativeFactor / v
		}
		if float64(d.rng.IntN(100)) < less {
			break
		}
		n++
	}
	return n
}

// support makes a unit support another unit of the side that stays in an area or goes there, if
// it needs support and the unit can give it. It reports whether it did.
func (d *DumbBot) support(x *unitOrders, at board.ID) bool {
	s := &d.stage
	for i := range s.units {
		t := &s.units[i]
		if t == x || t.phase < staying || !d.wants(t, at) {
			continue
		}
		for k := range x.list {
			if backs(&x.list[k], t.unit, &t.chosen) {
				x.phase, x.chosen = staying, x.list[k]
				s.taken.Add(x.unit.At)
				d.supports[at]++
				return true
			}
		}
	}
	return false
}

// wants reports whether the order of a unit brings it to an area, or keeps it
// there, and needs support against the competition.
func (d *DumbBot) wants(t *unitOrders, at board.ID) bool {
	switch t.chosen.Kind {
	case order.Advance:
		return t.chosen.To.At == at && d.competition[at] > d.supports[at]
	case order.Hold, order.Besiege:
		return t.unit.At == at && !t.unit.InCity() && d.competition[at] > 1+d.supports[at]
	}
	return false
}

// lend makes a unit that stays support a neighbour that needs it.
func (d *DumbBot) lend(x *unitOrders) {
	to := reach(d.stage.b, x.unit)
	if x.unit.InCity() {
		to.Add(x.unit.At)
	}
	for at := to.Next(board.None); at != board.None; at = to.Next(at) {
		if d.support(x, at) {
			return
		}
	}
}
