package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// outlay is one expense of a campaign, from the treasury to its effect. The
// told record is completed on the way and becomes an event after all money has
// taken effect (M3b).
type outlay struct {
	power  machiavelli.Power
	order  order.Order
	target int // index of the target unit at present (see drop and transfer); -1 for none
	told   event.Expense
}

// sound reports whether the line has not failed so far.
func (o *outlay) sound() bool { return o.told.Failure == event.NoFailure }

// prospect is an order for a foreign unit, in case the power that wrote it buys
// the unit in the same campaign (BRIBE-12).
type prospect struct {
	line  *Line
	order order.Order
	unit  int // index of the unit at present (see drop and transfer)
}

// moneyLine is a money order other than an expense (see account).
type moneyLine struct {
	line  *Line
	order order.Order
	done  bool // whether the chit has been taken from its giver
}

// permit is a player's permission to bribe a unit that is near only that
// player's units (EXP-25).
type permit struct {
	from, to machiavelli.Power
	unit     order.Unit
}

// spend adds an expense to the campaign's outlays. A later line with the same
// number replaces the earlier one, and "none" deletes it (EXP-01). The lines
// come power by power; each power's outlays are kept in the order of their
// numbers (EXP-03).
func (s *state) spend(l *Line, o order.Order) {
	at := len(s.outlays)
	for at > 0 && s.outlays[at-1].power == l.Power && s.outlays[at-1].order.Slot >= o.Slot {
		at--
	}
	if at < len(s.outlays) && s.outlays[at].order.Slot == o.Slot {
		s.replaced(l.Power, s.outlays[at].told.Given, laterExpense)
		s.outlays = append(s.outlays[:at], s.outlays[at+1:]...)
	}
	if o.Expense == order.Delete {
		return
	}
	s.outlays = append(s.outlays, outlay{})
	copy(s.outlays[at+1:], s.outlays[at:])
	s.outlays[at] = outlay{
		power: l.Power, order: o, target: -1,
		told: event.Expense{Power: l.Power, Slot: int(o.Slot), Order: o, Given: l.Text},
	}
}

// foresee stores an order for a foreign unit. The power's last order for the
// unit counts; a Clear order withdraws it.
func (s *state) foresee(l *Line, unit int, o order.Order) {
	for k := range s.prospects {
		x := &s.prospects[k]
		if x.unit != unit || x.line.Power != l.Power {
			continue
		}
		if o.Kind != order.Clear {
			s.replaced(l.Power, x.line.Text, laterOrder)
		}
		s.prospects = append(s.prospects[:k], s.prospects[k+1:]...)
		break
	}
	if o.Kind == order.Clear {
		return
	}
	s.prospects = append(s.prospects, prospect{line: l, order: o, unit: unit})
}

// account stores a payment, a loan, the gift of a chit or of a province, or a
// forced taxation. A power's later payment to the same recipient replaces the
// earlier, and so does a later loan of the same duration, a later gift of any
// province, or a later taxation of the same province; 0 ducats cancel payments
// and loans (GIFT-01, LOAN-01). Gifts of chits add up.
func (s *state) account(list []moneyLine, l *Line, o order.Order) []moneyLine {
	for k := range list {
		if x := &list[k]; x.line.Power == l.Power && sameAccount(&x.order, &o) {
			s.replaced(l.Power, x.line.Text, laterDeal)
			list = append(list[:k], list[k+1:]...)
			break
		}
	}
	if o.Amount == 0 && (o.Kind == order.Payment || o.Kind == order.Loan) {
		return list
	}
	return append(list, moneyLine{line: l, order: o})
}

// sameAccount reports whether one of two orders replaces the other.
func sameAccount(a, b *order.Order) bool {
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Kind == order.Payment:
		return a.Bank == b.Bank && a.Power == b.Power
	case a.Kind == order.Loan:
		return a.Years == b.Years
	case a.Kind == order.GiveChit:
		return false
	case a.Kind == order.GiveProvince: // one for each power and campaign (OPT-06)
		return true
	}
	return a.To.At == b.To.At
}
