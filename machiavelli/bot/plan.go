package bot

import (
	"math"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// better is the minimum gain in value for which a plan replaces another.
const better = 0.05

// usualWorst is the weight of the worst guess for the value of a plan.
const usualWorst = 0.15

// plan is a possible set of a power's orders: an order for each of its units,
// by index into the mind's orders, and its expenses, with orders for what it
// buys.
type plan struct {
	units   []int // the power's units, by index into the position
	chosen  []int // their orders, by index into the mind's orders
	money   []order.Order
	hired   []order.Order
	cost    machiavelli.Ducats
	borrows machiavelli.Ducats
	scores  [scenesWanted]float64
	score   float64
}

// copy returns a copy of the plan that can be changed independently.
func (q *plan) copy() plan {
	c := *q
	c.chosen = slices.Clone(q.chosen)
	c.money = slices.Clip(q.money)
	c.hired = slices.Clip(q.hired)
	return c
}

// set assigns the order k to the n-th unit of the plan.
func (q *plan) set(n, k int) { q.chosen[n] = k }

// write returns a plan as orders, money first so that bought units may be
// ordered.
func (m *mind) write(q *plan) []order.Order {
	out := append([]order.Order(nil), q.money...)
	for _, k := range q.chosen {
		if k >= 0 {
			out = append(out, m.orders[k])
		}
	}
	return append(out, q.hired...)
}

// weigh plays a plan in every scene and reports whether it is better than best,
// or whether best is nil. It stops as soon as a plan that begins worse than
// best is unlikely to recover.
func (m *mind) weigh(q, best *plan) bool {
	if m.spent >= m.limit && best != nil {
		return false
	}
	var own []turn.Line
	for _, o := range m.write(q) {
		own = append(own, turn.Line{Power: m.me, Order: o})
	}
	sum, worst, lead := 0.0, math.Inf(1), 0.0
	for k := range m.scenes {
		x := m.play(own, k)
		q.scores[k] = x
		sum += x
		worst = min(worst, x)
		if best != nil {
			if lead += x - best.scores[k]; lead < -12 {
				return false
			}
		}
	}
	q.score = (1-m.skill.worst)*sum/float64(len(m.scenes)) + m.skill.worst*worst
	if len(m.v.pacts) > 0 {
		q.score += m.faith(q)
	}
	if m.skill.blur > 0 {
		q.score += m.skill.blur * m.rng.NormFloat64()
	}
	return best == nil || q.score > best.score+better
}

// plan searches for the best plan. It starts with holding everywhere and with
// plans made at a glance, and improves the best of them.
func (m *mind) plan() plan {
	best := plan{}
	for i := range m.p.Units {
		if m.p.Units[i].Owner == m.me {
			best.units = append(best.units, i)
			best.chosen = append(best.chosen, m.resting(i))
		}
	}
	m.settle(&best)
	m.weigh(&best, nil)
	var all board.Set
	for i := range best.units {
		all.Add(m.p.Units[best.units[i]].At)
	}
	for range m.skill.glances {
		q := best.copy()
		chosen := m.glance(m.me, m.skill.haste, all)
		for n, i := range q.units {
			if k := chosen[i]; k >= 0 && (m.skill.forgets == 0 || m.rng.Float64() >= m.skill.forgets) {
				q.set(n, k)
			}
		}
		m.try(&best, q)
	}
	m.oblige(&best)
	m.improve(&best)
	return best
}

// improve changes a plan step by step as long as it becomes better.
func (m *mind) improve(best *plan) {
	for range m.skill.rounds {
		before := best.score
		if m.skill.masses {
			m.attack(best)
		}
		m.each(best)
		if m.skill.ferries {
			m.ferry(best)
		}
		if m.skill.spends {
			m.spend(best)
		}
		m.tidy(best)
		if best.score < before+better {
			break
		}
	}
}

// tidy makes units hold if their orders lost their purpose while the plan was
// improved: supports of nothing, convoys without an army, and armies without
// their convoy.
func (m *mind) tidy(q *plan) {
	for n, i := range q.units {
		if k := q.chosen[n]; k >= 0 && m.groundless(q, i, &m.orders[k]) && !m.promised(&m.orders[k]) {
			q.set(n, m.resting(i))
		}
	}
}

// groundless reports whether the order of unit i needs another order that the
// plan does not have.
func (m *mind) groundless(q *plan, i int, o *order.Order) bool {
	if o.Kind != order.Support && o.Kind != order.Convoy && !(o.Kind == order.Advance && (o.ByConvoy() || m.overseas(i, o))) {
		return false
	}
	for n, j := range q.units {
		if j == i || q.chosen[n] < 0 {
			continue
		}
		x := &m.orders[q.chosen[n]]
		switch o.Kind {
		case order.Support:
			if k := m.supporting(i, j, x); k >= 0 && m.orders[k] == *o {
				return false
			}
		case order.Convoy:
			if x.Kind == order.Advance && x.Unit.At == o.Target.At && x.To.At == o.To.At {
				return false
			}
		default:
			if x.Kind == order.Convoy && x.Target.At == m.p.Units[i].At && x.To.At == o.To.At {
				return false
			}
		}
	}
	return true
}

// try replaces the best plan if q is better.
func (m *mind) try(best *plan, q plan) bool {
	if !m.weigh(&q, best) {
		return false
	}
	*best = q
	return true
}

// resting returns the index of the order for a unit that stays: a unit that besieges a city
// continues the siege, and any other unit holds.
func (m *mind) resting(i int) int {
	hold := -1
	for k := m.span[i][0]; k < m.span[i][1]; k++ {
		switch m.orders[k].Kind {
		case order.Besiege:
			if m.p.Besieged(m.p.Units[i].At) {
				return k
			}
		case order.Hold:
			hold = k
		}
	}
	return hold
}

// each improves the orders of one unit after the other.
func (m *mind) each(best *plan) {
	for _, n := range m.rng.Perm(len(best.units)) {
		i := best.units[n]
		for k := m.span[i][0]; k < m.span[i][1]; k++ {
			if k != best.chosen[n] && m.sensible(best, n, k) {
				q := best.copy()
				q.set(n, k)
				m.try(best, q)
			}
		}
	}
}

// sensible reports whether order k of the n-th unit can be useful without
// changes to the other orders of the plan.
func (m *mind) sensible(q *plan, n, k int) bool {
	o := &m.orders[k]
	switch o.Kind {
	case order.Hold, order.Besiege, order.Convert, order.Lift:
		return true
	case order.Advance:
		return !o.ByConvoy()
	case order.Support:
		for x, j := range q.units {
			if x == n || q.chosen[x] < 0 {
				continue
			}
			t := &m.orders[q.chosen[x]]
			if m.supporting(q.units[n], j, t) != k {
				continue
			}
			at := m.p.Units[j].At
			if t.Kind == order.Advance {
				at = t.To.At
			}
			return m.disputed(m.me, at)
		}
	}
	return false
}

// attack tries advances with as many supports as possible, reassigning the
// supporters.
func (m *mind) attack(best *plan) {
	for _, n := range m.rng.Perm(len(best.units)) {
		i := best.units[n]
		for k := m.span[i][0]; k < m.span[i][1]; k++ {
			if o := &m.orders[k]; o.Kind == order.Advance && !o.ByConvoy() && m.disputed(m.me, o.To.At) {
				m.press(best, n, k)
			}
		}
	}
}

// press tries one advance with one, two and three supports.
func (m *mind) press(best *plan, n, k int) {
	i := best.units[n]
	var helpers [][2]int // supporter and its order; idle units first
	for pass := range 2 {
		for x, j := range best.units {
			idle := best.chosen[x] < 0 || m.orders[best.chosen[x]].Kind == order.Hold
			if x == n || idle != (pass == 0) {
				continue
			}
			if s := m.supporting(j, i, &m.orders[k]); s >= 0 {
				helpers = append(helpers, [2]int{x, s})
			}
		}
	}
	q := best.copy()
	q.set(n, k)
	for _, h := range helpers[:min(len(helpers), 3)] {
		q = q.copy()
		q.set(h[0], h[1])
		m.try(best, q)
	}
}

// ferry tries convoys by the side's own fleets.
func (m *mind) ferry(best *plan) {
	for n, i := range best.units {
		for k := m.span[i][0]; k < m.span[i][1]; k++ {
			o := &m.orders[k]
			if o.Kind != order.Advance || !o.ByConvoy() && !m.overseas(i, o) || !m.inviting(o.To.At) {
				continue
			}
			q := best.copy()
			q.set(n, k)
			if m.carry(&q, i, o) {
				m.try(best, q)
			}
		}
	}
}

// overseas reports whether an army cannot reach the destination of the order by
// land.
func (m *mind) overseas(i int, o *order.Order) bool {
	u := &m.p.Units[i]
	return u.Type == machiavelli.Army && !m.b.ArmyEdges[u.At].Has(o.To.At)
}

// inviting reports whether a place does not belong to the side, or is in
// danger.
func (m *mind) inviting(at board.ID) bool {
	return !m.mine(m.p.Province[at]) || m.worth.city[at] > 0 && (!m.mine(m.p.City[at]) || m.disputed(m.me, at))
}

// carry orders the fleets that an advance needs: those on its route, or one
// that suffices, or all that can help. It returns false if a fleet of the route
// belongs to another power.
func (m *mind) carry(q *plan, i int, o *order.Order) bool {
	found, need := 0, len(o.Route())
	for n, j := range q.units {
		f := &m.p.Units[j]
		if f.Type != machiavelli.Fleet || need > 0 && !slices.Contains(o.Route(), f.At) {
			continue
		}
		for k := m.span[j][0]; k < m.span[j][1]; k++ {
			if c := &m.orders[k]; c.Kind == order.Convoy && c.Target.At == m.p.Units[i].At && c.To.At == o.To.At {
				q.set(n, k)
				found++
				break
			}
		}
	}
	return found > 0 && found >= need
}
