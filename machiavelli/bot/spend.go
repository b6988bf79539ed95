package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// mostLines is the maximum number of expenses of a power.
const mostLines = 4

// settle begins a plan's money with its debts. If the bank collects more than the treasury holds,
// settle borrows the rest again, because a default is worse.
func (m *mind) settle(q *plan) {
	if !m.r.Money {
		return
	}
	short := m.due(true) - m.p.Treasury[m.me]
	if short > 0 && short <= m.credit() {
		m.borrow(q, short)
	}
}

// due returns what the bank collects from the power in this campaign. If now is false, due returns
// what it collects in the rest of the year.
func (m *mind) due(now bool) machiavelli.Ducats {
	sum := machiavelli.Ducats(0)
	for _, l := range m.p.Loans {
		if l.Power != m.me {
			continue
		}
		if l.Year == m.p.Phase.Year && (l.Season == m.p.Phase.Season || !now && l.Season >= m.p.Phase.Season) {
			sum += l.Principal + l.Interest
		}
	}
	return sum
}

// credit returns how much the bank would lend the power now.
func (m *mind) credit() machiavelli.Ducats {
	list := m.finder.Loans(m.p, m.v.r, m.me, nil)
	if len(list) == 0 {
		return 0
	}
	return machiavelli.Ducats(list[0].Amount)
}

// prudent returns how much can be borrowed for a year so that the next income pays for the loan and
// the upkeep. It is 0 if the power already has a loan.
func (m *mind) prudent() machiavelli.Ducats {
	if principal, _ := legal.Owed(m.p, m.me); principal > 0 {
		return 0
	}
	left := m.income[m.me] - float64(turn.Upkeep(m.p, m.me))
	return min(m.credit(), machiavelli.Ducats(max(left/1.5, 0)))
}

// borrow adds a one-year loan to the plan, or increases the existing one.
func (m *mind) borrow(q *plan, ducats machiavelli.Ducats) {
	q.borrows += ducats
	for i := range q.money {
		if q.money[i].Kind == order.Loan {
			q.money = append([]order.Order(nil), q.money...)
			q.money[i].Amount += int32(ducats)
			return
		}
	}
	q.money = append(q.money, order.Order{Kind: order.Loan, Amount: int32(ducats), Years: 1})
}

// left returns what a plan can still spend, without what the bank collects
// before the next income.
func (m *mind) left(q *plan) machiavelli.Ducats {
	return m.p.Treasury[m.me] + q.borrows - m.due(false) - q.cost
}

// pay adds an expense to a plan, with a loan if necessary and prudent. It returns false if there is
// not enough money, or if the plan already has the maximum number of expenses.
func (m *mind) pay(q *plan, o order.Order) bool {
	slot := uint8(1)
	for i := range q.money {
		if q.money[i].Kind == order.Expense {
			slot++
		}
	}
	if slot > mostLines {
		return false
	}
	price := machiavelli.Ducats(o.Amount)
	if short := price - m.left(q); short > 0 {
		if q.borrows+short > m.prudent() {
			return false
		}
		m.borrow(q, short)
	}
	o.Slot = slot
	q.cost += price
	q.money = append(q.money, o)
	return true
}

// spend tries each expense by itself. It also tries expenses that clear or open a place together
// with a unit that goes there, and bought units with orders for them.
func (m *mind) spend(best *plan) {
	if !m.r.Money {
		return
	}
	for _, o := range m.finder.Expenses(m.p, m.v.r, m.me, nil) {
		at := o.To.At
		switch o.Expense {
		case order.FamineRelief, order.Pacify:
			if !m.mine(m.p.Province[at]) && !m.mine(m.p.City[at]) {
				continue
			}
		case order.Ransom:
			if g := m.p.Garrison(at); !m.mine(m.p.Units[g].Owner) {
				continue
			}
		case order.Rebellion:
			if m.mine(m.p.Province[at]) {
				continue
			}
		case order.DisbandUnit, order.BuyUnit, order.ToAutonomous:
			at = o.Target.At
			if i := legal.TargetUnit(m.p, o.Target); i < 0 || m.mine(m.p.Units[i].Owner) {
				continue
			}
			if m.rng.IntN(3) == 0 && m.p.Treasury[m.me] > machiavelli.Ducats(o.Amount)+9 {
				o.Amount += 3 // leave a reserve in case another power pays as much
			}
		default:
			continue
		}
		if m.taken(best, &o) {
			continue
		}
		m.buy(best, o, at)
	}
}

// taken reports whether a plan already has an expense with the same targets as the order.
func (m *mind) taken(q *plan, o *order.Order) bool {
	for i := range q.money {
		e := &q.money[i]
		if e.Kind == order.Expense && e.Target == o.Target && e.To == o.To {
			return true
		}
	}
	return false
}

// buy tries one expense for the place at in combination with suitable orders.
func (m *mind) buy(best *plan, o order.Order, at board.ID) {
	q := best.copy()
	if !m.pay(&q, o) {
		return
	}
	m.try(best, q)
	switch o.Expense {
	case order.BuyUnit:
		m.employ(best, &q, o)
	case order.DisbandUnit, order.ToAutonomous, order.Rebellion:
		m.enter(best, &q, at)
	}
}

// enter tries the plan q with each unit that could go to a place.
func (m *mind) enter(best, q *plan, at board.ID) {
	for n, i := range q.units {
		for k := m.span[i][0]; k < m.span[i][1]; k++ {
			if o := &m.orders[k]; o.Kind == order.Advance && o.To.At == at && !o.ByConvoy() {
				c := q.copy()
				c.set(n, k)
				m.try(best, c)
			}
		}
	}
}

// employ tries the plan q, which buys a unit, with orders for it: to leave its
// city, and to go to a worthwhile place.
func (m *mind) employ(best, q *plan, e order.Order) {
	for _, o := range m.finder.Prospects(m.p, m.v.r, m.me, []order.Order{e}, nil) {
		switch {
		case o.Kind == order.Convert:
		case o.Kind == order.Advance && !o.ByConvoy() && m.inviting(o.To.At):
		default:
			continue
		}
		c := q.copy()
		c.hired = append(c.hired, o)
		m.try(best, c)
	}
}

// guard adds counter-bribes if a few ducats put an important unit out of reach
// of a neighbour's treasury.
func (m *mind) guard(q *plan, out []order.Order) []order.Order {
	if !m.r.Money {
		return out
	}
	spare := m.left(q) - machiavelli.Ducats(max(float64(turn.Upkeep(m.p, m.me))-m.income[m.me], 0))
	for _, i := range q.units {
		u := &m.p.Units[i]
		if m.stake(u) < 1.2*cityWorth {
			continue
		}
		o := order.Order{Kind: order.Expense, Expense: order.DisbandUnit, Target: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		price := machiavelli.Ducats(0)
		most := machiavelli.Ducats(0)
		for x := machiavelli.Power(1); int(x) < len(m.p.Setting.Powers); x++ {
			if m.mine(x) || m.p.Eliminated.Has(x) {
				continue
			}
			if near, _ := legal.Near(m.p, m.v.r, x, &o); near {
				price, _ = legal.Price(m.p, m.v.r, x, &o)
				most = max(most, m.p.Treasury[x])
			}
		}
		if price == 0 || most < price {
			continue
		}
		counter := (most-price)/3*3 + 3
		if counter > 6 || counter > spare {
			continue
		}
		c := plan{money: out, cost: q.cost, borrows: q.borrows}
		o.Expense, o.HasSum, o.Amount = order.CounterBribe, true, int32(counter)
		if m.pay(&c, o) {
			out = c.money
			spare -= counter
			q.cost += counter
		}
	}
	return out
}

// stake rates what the side may lose with a unit.
func (m *mind) stake(u *position.Unit) float64 {
	s := unitWorth
	if f, g := m.field[u.At], m.city[u.At]; m.mine(m.p.City[u.At]) && (f < 0 || g < 0) {
		s += 0.5 * m.worth.city[u.At]
	}
	if !u.InCity() && m.p.Besieged(u.At) {
		s += 0.8 * m.worth.city[u.At]
	}
	return s
}

// murder adds an assassination attempt on a power that is about to win, if
// there are enough ducats for an even chance.
func (m *mind) murder(q *plan, out []order.Order) []order.Order {
	if !m.r.Money || !m.r.Assassinations || m.left(q) < 36 {
		return out
	}
	need := turn.CitiesNeeded(m.p, &m.r)
	for _, o := range m.finder.Expenses(m.p, m.v.r, m.me, nil) {
		if o.Expense != order.Assassinate || m.mine(o.Power) || turn.Cities(m.p, &m.r, o.Power) < need-3 {
			continue
		}
		o.Amount = 36
		c := plan{money: out, cost: q.cost, borrows: q.borrows}
		if m.pay(&c, o) {
			return c.money
		}
	}
	return out
}
