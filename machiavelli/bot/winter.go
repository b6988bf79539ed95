package bot

import (
	"math"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// mostBuilds is the maximum number of builds in one winter.
const mostBuilds = 12

// retreat chooses the best retreat for each dislodged unit, one after the
// other.
func (m *mind) retreat() []order.Order {
	m.scenes = append(m.scenes[:0], nil)
	var out []order.Order
	for i := range m.p.Dislodged {
		if m.p.Dislodged[i].Unit.Owner != m.me {
			continue
		}
		if best, _ := m.best(out, legal.Retreats(m.p, m.v.r, i, nil)); best >= 0 {
			out = append(out, legal.Retreats(m.p, m.v.r, i, nil)[best])
		}
	}
	return out
}

// best returns the index of the best order of a list in addition to those given, and the value of
// the result. The index is -1 for an empty list.
func (m *mind) best(given, list []order.Order) (index int, value float64) {
	index = -1
	for k, o := range list {
		if x := m.after(append(given[:len(given):len(given)], o)); index < 0 || x > value {
			index, value = k, x
		}
	}
	return index, value
}

// after rates the position after the phase if the power gives these orders and the others do
// nothing.
func (m *mind) after(orders []order.Order) float64 {
	lines := make([]turn.Line, len(orders))
	for i, o := range orders {
		lines[i] = turn.Line{Power: m.me, Order: o}
	}
	return m.play(lines, 0)
}

// winter maintains, disbands and builds units.
func (m *mind) winter() []order.Order {
	var others []turn.Line
	var keep []order.Order
	for i := range m.p.Units {
		u := &m.p.Units[i]
		o := order.Order{Kind: order.Maintain, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		switch {
		case m.r.UnitCount != rules.CountMoney || !m.r.Money || u.Owner == machiavelli.Nobody:
		case u.Owner == m.me:
			keep = append(keep, o)
		default:
			others = append(others, turn.Line{Power: u.Owner, Order: o})
		}
	}
	m.scenes = append(m.scenes[:0], others)
	if m.r.Money && m.r.UnitCount == rules.CountMoney {
		kept := m.dismiss(keep)
		return m.raise(kept, mostBuilds, m.p.Treasury[m.me]-m.owedNext()-m.keeping(kept))
	}
	a := turn.Allow(m.p, m.me)
	if a.Units > a.Cities {
		return m.disband(a.Units - a.Cities)
	}
	out := m.raise(nil, a.Cities-a.Units, math.MaxInt32)
	for n := len(out); n < a.Cities-a.Units; n++ {
		out = append(out, order.Order{Kind: order.Waive})
	}
	return out
}

// disband returns orders that remove n units, least valuable first.
func (m *mind) disband(n int) []order.Order {
	var out []order.Order
	list := m.finder.Removals(m.p, m.v.r, m.me, nil)
	for ; n > 0; n-- {
		k, _ := m.best(out, list)
		if k < 0 {
			break
		}
		out = append(out, list[k])
		list = append(list[:k:k], list[k+1:]...)
	}
	return out
}

// dismiss replaces the maintenance of units by their removal until the treasury
// can pay for the rest and for next year's debts, and for units that cost more
// than they are worth.
func (m *mind) dismiss(orders []order.Order) []order.Order {
	have := m.p.Treasury[m.me] - m.owedNext()
	for {
		cost := m.keeping(orders)
		if cost <= have || cost == 0 {
			return orders
		}
		at, value := -1, 0.0
		for i := range orders {
			if orders[i].Kind != order.Maintain {
				continue
			}
			orders[i].Kind = order.Remove
			if x := m.after(orders); at < 0 || x > value {
				at, value = i, x
			}
			orders[i].Kind = order.Maintain
		}
		orders[at].Kind = order.Remove
	}
}

// owedNext returns what the bank collects in the next year before its income.
func (m *mind) owedNext() machiavelli.Ducats {
	debts := machiavelli.Ducats(0)
	for _, l := range m.p.Loans {
		if l.Power == m.me && l.Year == m.p.Phase.Year+1 && l.Season <= machiavelli.Fall {
			debts += l.Principal + l.Interest
		}
	}
	return debts
}

// keeping returns the cost of the units that orders maintain.
func (m *mind) keeping(orders []order.Order) machiavelli.Ducats {
	cost := machiavelli.Ducats(0)
	for i := range orders {
		if j := legal.TargetUnit(m.p, orders[i].Unit); j >= 0 && orders[i].Kind == order.Maintain {
			cost += m.p.Units[j].Price()
		}
	}
	return cost
}

// raise adds up to n builds to orders, as long as each is worth its price and
// there are ducats not needed for debts.
func (m *mind) raise(orders []order.Order, n int, purse machiavelli.Ducats) []order.Order {
	now := m.after(orders)
	for ; n > 0; n-- {
		var list []order.Order
		for _, o := range m.finder.Builds(m.p, m.v.r, m.me, nil) {
			if !built(orders, &o) && price(&o) <= purse {
				list = append(list, o)
			}
		}
		k, value := m.best(orders, list)
		if k < 0 || value < now+better {
			break
		}
		purse -= price(&list[k])
		orders, now = append(orders, list[k]), value
	}
	return orders
}

// price returns the cost of a build if units are paid for.
func price(o *order.Order) machiavelli.Ducats {
	return (&position.Unit{Type: o.Unit.Type, Quality: o.Quality}).Price()
}

// built reports whether orders build in the same province, or remove the unit
// there.
func built(orders []order.Order, o *order.Order) bool {
	for i := range orders {
		if x := &orders[i]; x.Kind != order.Maintain && x.Unit.At == o.Unit.At {
			return true
		}
	}
	return false
}
