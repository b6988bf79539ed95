package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// scenesWanted is the maximum number of guesses of the others' orders against
// which a plan is evaluated.
const scenesWanted = 4

// neighbourhood is the distance, in campaigns, within which the orders of
// foreign units are guessed; units farther away are assumed to hold.
const neighbourhood = 4

// variety is the increase in the weight of chance from each scene to the next.
const variety = 2.5

// contact is the distance, in campaigns, within which the plans of other powers
// are computed: two units at that distance can meet in this campaign.
const contact = 2

// guess creates the scenes. In the first scene the others hold, or do what they would plan quickly.
// In each further scene every power does what looks good to it at a glance, differently each time.
// Other powers of the same seat count as others here.
func (m *mind) guess() {
	m.scenes = m.scenes[:0]
	m.scenes = append(m.scenes, m.rehearse(m.nearby(contact)))
	near := m.nearby(neighbourhood)
	for k := 1; k < m.skill.scenes; k++ {
		var scene []turn.Line
		for x := machiavelli.Power(1); int(x) < len(m.p.Setting.Powers); x++ {
			if x == m.me || m.p.Eliminated.Has(x) {
				continue
			}
			scene = append(scene, m.glimpse(x, float64(k)*variety, near)...)
		}
		m.scenes = append(m.scenes, scene)
	}
}

// rehearse returns the plans of each other power that is near, made from what
// the mind's side can see. The minds that make these plans do not rehearse in turn.
func (m *mind) rehearse(near board.Set) []turn.Line {
	if !m.skill.rehearses {
		return nil
	}
	var lines []turn.Line
	for x := machiavelli.Power(1); int(x) < len(m.p.Setting.Powers); x++ {
		if x == m.me || m.p.Eliminated.Has(x) || !m.near(x, near) {
			continue
		}
		k := m.other
		k.begin(m.v.of(x), x, rehearsing)
		k.list()
		k.guess()
		q := k.plan()
		for _, o := range k.write(&q) {
			lines = append(lines, turn.Line{Power: x, Order: o})
		}
	}
	return lines
}

// near reports whether a unit of a power stands in one of the areas.
func (m *mind) near(power machiavelli.Power, where board.Set) bool {
	for i := range m.p.Units {
		if u := &m.p.Units[i]; u.Owner == power && where.Has(u.At) {
			return true
		}
	}
	return false
}

// nearby returns the areas at most radius campaigns from a unit of the side,
// and its provinces with the areas next to them.
func (m *mind) nearby(radius uint8) (near board.Set) {
	for i := range m.p.Units {
		if u := &m.p.Units[i]; m.mine(u.Owner) {
			row := m.roads.of(u)
			for at := 1; at < len(m.b.Areas); at++ {
				if row[at] <= radius || m.roads.march[u.At][at] <= radius {
					near.Add(board.ID(at))
				}
			}
		}
	}
	for at := m.b.Land.Next(board.None); at != board.None; at = m.b.Land.Next(at) {
		if m.mine(m.p.Province[at]) {
			near = near.Union(m.b.Borders[at])
			near.Add(at)
		}
	}
	return near
}

// glance chooses an order for each unit of a power in the given areas. First each unit in turn
// chooses the place that looks best to it; then units that stay support those that move. For each
// unit of the position, glance returns an index into orders, or -1 for no order. noise is the
// weight of chance.
func (m *mind) glance(power machiavelli.Power, noise float64, where board.Set) []int {
	chosen := make([]int, len(m.p.Units))
	var units []int
	for i := range m.p.Units {
		chosen[i] = -1
		if u := &m.p.Units[i]; u.Owner == power && where.Has(u.At) {
			units = append(units, i)
		}
	}
	m.rng.Shuffle(len(units), func(i, j int) { units[i], units[j] = units[j], units[i] })
	var taken, leaving board.Set
	for _, i := range units {
		best, most := -1, 0.0
		for k := m.span[i][0]; k < m.span[i][1]; k++ {
			s, ok := m.appeal(power, i, &m.orders[k], &taken, &leaving)
			if !ok {
				continue
			}
			if len(m.v.pacts) > 0 {
				s -= m.breaches(power, &m.orders[k])
			}
			if s += noise * m.rng.Float64(); best < 0 || s > most {
				best, most = k, s
			}
		}
		chosen[i] = best
		if best < 0 {
			continue
		}
		if o := &m.orders[best]; o.Kind == order.Advance {
			taken.Add(o.To.At)
			leaving.Add(m.p.Units[i].At)
		} else {
			taken.Add(m.p.Units[i].At)
		}
	}
	m.lend(power, units, chosen)
	return chosen
}

// lend makes units that would stay support advances of the power's other units,
// and hold neighbouring ones.
func (m *mind) lend(power machiavelli.Power, units, chosen []int) {
	var backed board.Set
	for _, i := range units {
		if chosen[i] < 0 || m.orders[chosen[i]].Kind != order.Hold {
			continue
		}
		for _, j := range units {
			if i == j || chosen[j] < 0 {
				continue
			}
			o := &m.orders[chosen[j]]
			at := o.To.At
			if o.Kind != order.Advance || backed.Has(at) || m.rng.IntN(4) == 0 || !m.disputed(power, at) {
				continue
			}
			if k := m.supporting(i, j, o); k >= 0 {
				chosen[i] = k
				backed.Add(at)
				break
			}
		}
	}
}

// glimpse returns the orders that glance chooses, as lines.
func (m *mind) glimpse(power machiavelli.Power, noise float64, where board.Set) (lines []turn.Line) {
	for _, o := range m.glance(power, noise, where) {
		if o >= 0 {
			lines = append(lines, turn.Line{Power: power, Order: m.orders[o]})
		}
	}
	return lines
}

// disputed reports whether another power's unit stands in an area or could go
// there.
func (m *mind) disputed(power machiavelli.Power, at board.ID) bool {
	if f := m.field[at]; f >= 0 && m.p.Units[f].Owner != power {
		return true
	}
	for i := range m.p.Units {
		if u := &m.p.Units[i]; u.Owner != power && u.Owner != machiavelli.Nobody && reach(m.b, u).Has(at) {
			return true
		}
	}
	return false
}

// appeal rates how good an order of a unit looks by itself to its power. ok is false for an order
// that is not considered. The parameter taken holds the goals and places of other units, and
// leaving holds the areas that units leave.
func (m *mind) appeal(power machiavelli.Power, i int, o *order.Order, taken, leaving *board.Set) (score float64, ok bool) {
	u := &m.p.Units[i]
	switch o.Kind {
	case order.Hold:
		s := 0.15 * m.lure(power, i, u.At)
		if m.p.City[u.At] == power && m.worth.city[u.At] > 0 && m.disputed(power, u.At) {
			s += 5
		}
		return s, true
	case order.Besiege:
		s := 6.0
		if m.p.Besieged(u.At) {
			s = 14
		}
		return s, true
	case order.Convert:
		if u.InCity() && (m.field[u.At] >= 0 || m.disputed(power, u.At)) || !u.InCity() {
			return 0, false
		}
		return 1.5, true
	case order.Advance:
		if o.ByConvoy() || taken.Has(o.To.At) {
			return 0, false
		}
		at := o.To.At
		s := m.lure(power, i, at)
		if f := m.field[at]; f >= 0 {
			if x := m.p.Units[f].Owner; x == power {
				if !leaving.Has(at) {
					return 0, false
				}
			} else {
				s *= 0.6
			}
		}
		if m.p.Besieged(u.At) && !u.InCity() {
			s -= 8
		}
		if m.p.City[u.At] == power && m.worth.city[u.At] > 0 && m.disputed(power, u.At) {
			s -= 3
		}
		return s, true
	}
	return 0, false
}

// lure rates how attractive a place is to a unit of a power at a glance.
func (m *mind) lure(power machiavelli.Power, i int, at board.ID) float64 {
	s := 0.0
	if m.worth.city[at] > 0 && m.p.City[at] != power {
		if g := m.city[at]; g >= 0 && m.p.Units[g].Owner != power {
			s += 0.45 * m.worth.city[at]
		} else {
			s += m.worth.city[at]
		}
	}
	if m.p.Province[at] != power {
		s += m.worth.land[at]
	}
	u := m.p.Units[i]
	u.At = at
	if u.Type == machiavelli.Garrison {
		return s
	}
	row, next := m.roads.of(&u), uint8(far)
	for t := m.b.Cities.Next(board.None); t != board.None; t = m.b.Cities.Next(t) {
		if m.p.City[t] != power && row[t] < next {
			next = row[t]
		}
	}
	return s + 6*decay[next]
}

// supporting returns the index of the order with which unit i supports the
// order o of unit j, or -1.
func (m *mind) supporting(i, j int, o *order.Order) int {
	for k := m.span[i][0]; k < m.span[i][1]; k++ {
		if backs(&m.orders[k], &m.p.Units[j], o) {
			return k
		}
	}
	return -1
}

// backs reports whether s is a support of the order o of unit t.
func backs(s *order.Order, t *position.Unit, o *order.Order) bool {
	if s.Kind != order.Support {
		return false
	}
	switch s.Action {
	case order.PowerThere:
		at := t.At
		if o.Kind == order.Advance {
			at = o.To.At
		}
		return s.To.At == at && s.Power == t.Owner
	case order.ToAdvance:
		return o.Kind == order.Advance && s.Target.At == t.At && s.To == o.To
	case order.ToConvert:
		return o.Kind == order.Convert && t.InCity() && s.Target.At == t.At
	case order.ToHold:
		return o.Kind != order.Advance && !t.InCity() && s.Target.At == t.At
	}
	return false
}
