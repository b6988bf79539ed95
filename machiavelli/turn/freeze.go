package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// freeze runs step M0: every line is checked, the last valid line for a unit
// counts, and a unit without one holds (ORD-04), which does not quell a
// rebellion (DIST-03). Autonomous units hold (GARR-03). Permissions to pass
// straits are for this campaign only (ORD-08). Money orders are sorted by
// purpose; orders for foreign units wait for their purchase (BRIBE-12).
func freeze(s *state) {
	s.locate()
	s.pos.Allies = [machiavelli.MaxPowers]machiavelli.PowerSet{}
	s.standStill(len(s.pos.Units), func(i int) *position.Unit { return &s.pos.Units[i] })
	var numbers order.Numbers
	for k := range s.lines {
		l := &s.lines[k]
		if k == 0 || l.Power != s.lines[k-1].Power {
			numbers = order.Numbers{}
			s.expect(k)
		}
		o, unit, ok := s.check(l)
		if !ok {
			continue
		}
		switch o.Kind {
		case order.Ally:
			s.pos.Allies[l.Power] |= o.Powers
		case order.Unally:
			s.pos.Allies[l.Power] &^= o.Powers
		case order.Expense:
			if numbers.Give(&o) { // EXP-01
				s.spend(l, o)
			} else {
				s.say(event.Refused{Power: l.Power, Given: l.Text, Error: tooManyExpenses, Code: order.CodeSlot})
			}
		case order.Payment:
			s.payments = s.account(s.payments, l, o)
		case order.Loan:
			s.loans = s.account(s.loans, l, o)
		case order.GiveChit:
			s.chits = s.account(s.chits, l, o)
		case order.Tax, order.GiveProvince:
			s.deeds = s.account(s.deeds, l, o)
		case order.Exchange:
			s.lodge(l, o)
		case order.Silence, order.Overrule:
			s.vote(l.Power, o)
		case order.Permit:
			s.permits = append(s.permits, permit{from: l.Power, to: o.Power, unit: o.Target})
		default:
			if u := &s.pos.Units[unit]; u.Owner == l.Power {
				s.take(l, unit, u, o)
			} else {
				s.foresee(l, unit, o)
			}
		}
	}
}

// expect passes to the checker the purchases of the power whose lines begin
// with line k, as its orders may support those units and name them by their new
// numbers.
func (s *state) expect(k int) {
	s.expected = s.expected[:0]
	for i := k; i < len(s.lines) && s.lines[i].Power == s.lines[k].Power; i++ {
		if o := &s.lines[i].Order; o.Expense == order.BuyUnit {
			s.expected = append(s.expected, *o)
		}
	}
	s.checker.Expect(s.expected)
}

// bindConvoys runs step M5: it sets the destination of convoy orders in the
// 1978 notation, which name only an army, to the army's final destination.
func bindConvoys(s *state) {
	for i := range s.orders {
		o := &s.orders[i]
		if o.Kind != order.Convoy || o.To.At != board.None {
			continue
		}
		if f := s.field[o.Target.At]; f >= 0 && s.orders[f].Kind == order.Advance {
			o.To.At = s.orders[f].To.At
		}
	}
}

// hold returns the default order of a unit.
func hold(u *position.Unit) order.Order {
	return order.Order{
		Kind: order.Hold,
		Unit: order.Unit{Type: u.Type, Serial: u.Serial, At: u.At, Coast: u.Coast},
	}
}

// standStill gives each of n units a default hold.
func (s *state) standStill(n int, unit func(int) *position.Unit) {
	s.orders, s.given = s.orders[:0], s.given[:0]
	for i := range n {
		s.orders = append(s.orders, hold(unit(i)))
		s.given = append(s.given, "")
	}
}

// take makes o the order of unit u, which has index i. It notes that an earlier
// order was replaced. A Clear order withdraws the earlier order and leaves the
// default hold.
func (s *state) take(l *Line, i int, u *position.Unit, o order.Order) {
	if o.Kind == order.Clear {
		s.orders[i], s.given[i] = hold(u), ""
		remove(&s.ordered, i)
		return
	}
	if s.ordered.Has(i) {
		s.replaced(l.Power, s.given[i], laterOrder)
	}
	s.orders[i], s.given[i] = o, l.Text
	s.ordered.Add(i)
}

// The reasons why lines do not count.
var (
	laterExpense    = message.New("a later line for the same expense counts instead")
	laterDeal       = message.New("a later order of the same kind counts instead")
	laterOrder      = message.New("a later order for the same unit counts instead")
	exchangedOrder  = message.New("the order that was promised in an exchange counts instead")
	tooManyExpenses = message.New("four expenses were ordered already, which is the most")
)

// replaced notes that another order counts instead of the given line.
func (s *state) replaced(power machiavelli.Power, given string, why message.Message) {
	s.say(event.Noted{Power: power, Given: given, Code: "replaced", Note: why})
}

// remove removes unit i from the set.
func remove(set *event.UnitSet, i int) { set[i>>6] &^= 1 << (i & 63) }
