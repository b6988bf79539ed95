package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// survey holds where units stand in an evaluated position, and where they could
// go.
type survey struct {
	field, city [board.Max]int16
	strike      [machiavelli.MaxPowers][board.Max]uint8 // the greatest strength with which each power could enter an area
	sides       [board.Max]uint8                        // strength with which the side could enter an area
	near        [board.Max][3]uint8                     // distances of the side's three nearest units
}

// decay is the weight of a goal for a unit, indexed by the distance in campaigns.
var decay = [far + 1]float64{1, 0.62, 0.36, 0.2, 0.11, 0.06, 0.03, 0.015, 0.008}

// turns is the weight of the nearest, second and third unit for a goal.
var turns = [3]float64{1, 0.5, 0.25}

// look surveys a position.
func (s *survey) look(m *mind, q *position.Position) {
	for i := range s.field {
		s.field[i], s.city[i] = -1, -1
		s.near[i] = [3]uint8{far, far, far}
		s.sides[i] = 0
	}
	for x := range q.Setting.Powers {
		clear(s.strike[x][:])
	}
	for i := range q.Units {
		u := &q.Units[i]
		strength := uint8(u.Strength())
		if u.InCity() {
			s.city[u.At] = int16(i)
		} else {
			s.field[u.At] = int16(i)
		}
		own := m.mine(u.Owner)
		to := reach(m.b, u)
		if u.Owner != machiavelli.Nobody {
			for at := to.Next(board.None); at != board.None; at = to.Next(at) {
				if own {
					s.sides[at] += strength
				} else {
					s.strike[u.Owner][at] += strength
				}
			}
		}
		if !own {
			continue
		}
		row, late := m.roads.of(u), uint8(0)
		if u.InCity() {
			late = 1
		}
		for at := m.b.Land.Next(board.None); at != board.None; at = m.b.Land.Next(at) {
			d := min(row[at]+late, far)
			n := &s.near[at]
			switch {
			case d < n[0]:
				n[0], n[1], n[2] = d, n[0], n[1]
			case d < n[1]:
				n[1], n[2] = d, n[1]
			case d < n[2]:
				n[2] = d
			}
		}
	}
}

// foe returns the greatest strength with which another power could enter an
// area.
func (s *survey) foe(at board.ID, powers int) int {
	most := uint8(0)
	for x := 1; x < powers; x++ {
		most = max(most, s.strike[x][at])
	}
	return int(most)
}

// part is a component of the value of a position.
type part uint8

const (
	forces    part = iota // the side's own units
	foes                  // units of the others
	land                  // the side's own provinces
	cities                // the side's own cities
	danger                // share of the side's cities that may be lost
	pending               // units in places whose control is settled in the fall
	sieges                // sieges of the others' cities
	bare                  // the side's provinces without a unit that others can enter
	goals                 // places that the units can reach
	countries             // whole and partly owned home countries
	rivals                // cities of the others
	ducats                // ducats less debts
	progress              // progress towards victory, less the others' progress
	parts
)

// taste holds a weight for each part of a value.
type taste [parts]float64

// plain holds the weights of a condottiere, which ignores progress.
var plain = taste{
	forces: 1, foes: 1, land: 1, cities: 1, danger: 1, pending: 1,
	sieges: 1, bare: 1, goals: 1, countries: 1, rivals: 1, ducats: 1,
}

// with returns a copy of the taste with another weight for a part.
func (t taste) with(p part, weight float64) taste {
	t[p] = weight
	return t
}

// value rates a position for the side after a phase with the given events.
func (m *mind) value(q *position.Position, events []event.Event) float64 {
	if q.Victors != 0 {
		if q.Victors&m.side != 0 {
			return victory
		}
		return -victory
	}
	v := 0.0
	if q.Eliminated.Has(m.me) {
		v -= ruin
	}
	all := m.rate(q, events)
	for i, x := range all {
		v += m.skill.taste[i] * x
	}
	return v
}

// rate returns the parts of a position's value for the side, in points.
func (m *mind) rate(q *position.Position, events []event.Event) (v [parts]float64) {
	s := &m.standing
	s.look(m, q)
	for i := range q.Units {
		u := &q.Units[i]
		v[whose(m, u)] += m.force(u)
	}
	m.places(q, s, &v)
	v[countries] = m.countries(q)
	var held [machiavelli.MaxPowers]int
	for x := machiavelli.Power(1); int(x) < len(q.Setting.Powers); x++ {
		held[x] = turn.Cities(q, &m.r, x)
	}
	v[rivals] = m.rivals(q, &held)
	v[progress] = m.progress(q, &held)
	if m.r.Money {
		v[ducats] = m.purse(q, events)
	}
	return v
}

// whose returns the part of a value to which a unit belongs.
func whose(m *mind, u *position.Unit) part {
	if m.mine(u.Owner) {
		return forces
	}
	return foes
}

// force rates a unit. A unit of the side counts in full; the units of others count as a smaller
// loss, and autonomous units as a small one.
func (m *mind) force(u *position.Unit) float64 {
	w := unitWorth
	if u.Strength() > 1 {
		w *= 1.5
	}
	switch {
	case m.mine(u.Owner):
		return w
	case u.Owner == machiavelli.Nobody:
		return -0.5
	}
	return -0.3 * w
}

// places rates the provinces and cities that the side owns, what it may lose of them, and its
// prospect of gaining others.
func (m *mind) places(q *position.Position, s *survey, v *[parts]float64) {
	powers := len(q.Setting.Powers)
	fall := m.r.ControlTiming == rules.ControlFall && q.Phase.Season != machiavelli.Winter
	for at := m.b.Land.Next(board.None); at != board.None; at = m.b.Land.Next(at) {
		f, g := s.field[at], s.city[at]
		ownField := f >= 0 && m.mine(q.Units[f].Owner)
		ownCity := g >= 0 && m.mine(q.Units[g].Owner)
		ours, city := m.mine(q.Province[at]), m.mine(q.City[at])
		if fall { // the power whose unit is there in the fall will own it
			v[pending] += m.pending(q, s, at)
		}
		if ours {
			v[land] += m.worth.land[at]
			if q.RebelLand.Has(at) {
				v[land] -= 4
			}
		}
		if m.worth.city[at] > 0 {
			w := m.worth.city[at]
			whole := ours == city || m.r.SplitCityProvince == rules.SplitSeparate
			switch {
			case city && whole:
				v[cities] += w
			case city:
				v[cities] += 0.5 * w
			}
			if city && q.RebelCity.Has(at) {
				v[cities] -= 5
			}
			if city {
				v[danger] -= w * m.danger(q, s, at, s.foe(at, powers), ownField, ownCity)
			}
			if !city && g >= 0 && !ownCity && ownField && q.Besieged(at) {
				v[sieges] += 0.45 * w
			}
		} else if ours && !ownField {
			if s.foe(at, powers) > 0 {
				v[bare] -= 0.3 * m.worth.land[at]
			}
		}
		if !city || !ours {
			goal := m.worth.field[at]
			if city {
				goal = 0.3 * m.worth.land[at]
			} else if ours && m.worth.city[at] == 0 {
				goal = 0
			}
			for i, d := range s.near[at] {
				v[goals] += goal * turns[i] * decay[d]
			}
		}
	}
}

// danger returns the share of the value of one of the side's cities that may be lost in the next
// campaign. The parameter foe is the strength of the foes nearby.
func (m *mind) danger(q *position.Position, s *survey, at board.ID, foe int, ownField, ownCity bool) float64 {
	f := s.field[at]
	hostile := f >= 0 && !ownField
	help := int(s.sides[at])
	switch {
	case ownCity && hostile && q.Besieged(at):
		return 0.5
	case ownCity && hostile:
		return 0.3
	case ownCity && !ownField && foe > 0:
		return 0.08
	case ownCity:
		return 0
	case ownField && foe > q.Units[f].Strength()+help:
		return 0.4
	case ownField && foe > q.Units[f].Strength():
		return 0.12
	case ownField:
		return 0
	case foe > help && foe > 0:
		return 0.6
	case foe > 0:
		return 0.35
	}
	return 0
}

// pending rates a unit in a place whose control is settled in the fall.
func (m *mind) pending(q *position.Position, s *survey, at board.ID) float64 {
	f, g := s.field[at], s.city[at]
	var owner machiavelli.Power
	switch {
	case f >= 0 && g >= 0 && q.Units[f].Owner != q.Units[g].Owner:
		return 0
	case f >= 0:
		owner = q.Units[f].Owner
	case g >= 0:
		owner = q.Units[g].Owner
	default:
		return 0
	}
	part := 0.45
	if q.Phase.Season == machiavelli.Fall {
		part = 0.65
	}
	v := 0.0
	if now := q.Province[at]; now != owner {
		v += part * m.worth.land[at] * m.change(now, owner)
	}
	if now := q.City[at]; now != owner && m.worth.city[at] > 0 {
		v += part * m.worth.city[at] * m.change(now, owner)
	}
	return v
}

// change returns 1 if the side gains a place that changes owners, -1 if it
// loses the place, and otherwise 0.
func (m *mind) change(from, to machiavelli.Power) float64 {
	switch {
	case m.mine(to) && !m.mine(from):
		return 1
	case m.mine(from) && !m.mine(to):
		return -1
	}
	return 0
}

// countries rates home countries: those held, and the owned part of each, so
// that one is completed before the next is begun.
func (m *mind) countries(q *position.Position) float64 {
	v := 0.0
	for i := range q.Setting.Countries {
		c := &q.Setting.Countries[i]
		if m.mine(q.Holder[i]) {
			v += countryAll
			continue
		}
		n, all := 0, 0
		for at := c.Provinces.Next(board.None); at != board.None; at = c.Provinces.Next(at) {
			all++
			if m.mine(q.Province[at]) {
				n++
			}
			if m.b.Cities.Has(at) {
				all++
				if m.mine(q.City[at]) {
					n++
				}
			}
		}
		if all > 0 && m.v.r.VictoryHomes != rules.HomesNone {
			part := float64(n) / float64(all)
			v += countryPart * part * part
		}
	}
	return v
}

// rivals returns the cost of the cities that each of the others holds. The cost is low unless a
// power is close to victory.
func (m *mind) rivals(q *position.Position, held *[machiavelli.MaxPowers]int) float64 {
	need := turn.CitiesNeeded(q, &m.r)
	v := 0.0
	for x, n := range held {
		if x := machiavelli.Power(x); m.mine(x) || q.Eliminated.Has(x) {
			continue
		}
		part := 0.12
		if need > 0 && 3*n >= 2*need {
			part = 0.6
		}
		v -= part * cityWorth * float64(n)
	}
	return v
}

// within is the number of steps before victory from which progress counts. A city counts as one
// step and a home country as two.
const within = 8

// progress rates how close to victory the side is, less how close the others are.
// held is the number of cities of each power.
func (m *mind) progress(q *position.Position, held *[machiavelli.MaxPowers]int) float64 {
	need := turn.CitiesNeeded(q, &m.r)
	if need == 0 {
		return 0
	}
	v, own := 0.0, 0
	for x, n := range held {
		switch x := machiavelli.Power(x); {
		case m.mine(x):
			own += n
		case x != machiavelli.Nobody && !q.Eliminated.Has(x):
			v -= m.approach(q, machiavelli.PowerSet(0).With(x), need-n)
		}
	}
	return v + m.approach(q, m.side, need-own)
}

// approach returns the square of how many of the last steps to victory a side
// has taken. lacks is the number of cities that it still needs.
func (m *mind) approach(q *position.Position, side machiavelli.PowerSet, lacks int) float64 {
	homes := turn.HomesNeeded(&m.r, turn.CitiesNeeded(q, &m.r))
	foreign := turn.ForeignHomes(&m.r)
	for i := range q.Setting.Countries {
		c := &q.Setting.Countries[i]
		if h := q.Holder[i]; h != machiavelli.Nobody && side.Has(h) && !(foreign && side.Has(c.Native)) {
			homes--
		}
	}
	taken := float64(max(within-max(lacks, 0)-2*max(homes, 0), 0))
	return taken * taken
}

// purse rates the ducats of the side less its debts.
func (m *mind) purse(q *position.Position, events []event.Event) float64 {
	v := 0.0
	for x := machiavelli.Power(1); int(x) < len(q.Setting.Powers); x++ {
		if !m.mine(x) || q.Eliminated.Has(x) {
			continue
		}
		have, want := float64(q.Treasury[x]), float64(turn.Upkeep(q, x))
		if q.Phase.Step == machiavelli.Adjustments { // the income has been paid
			have -= m.luck(events)
		} else {
			have += m.income[x]
		}
		for _, l := range q.Loans {
			if l.Power == x {
				want += 1.1 * float64(l.Principal+l.Interest)
			}
		}
		v += treasure(have, want, 9)
	}
	return v
}
