package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// charge runs step M2a: every power's expenses are paid in the order of their
// numbers from what it has after M1 (EXP-03), whether they have an effect or
// not (EXP-04). A line without a sum costs its price (EXP-08). When the money
// runs out, a line gets the rest and counts for that; later lines get nothing
// (EXP-05). What exceeds a multiple of three has no effect (EXP-06). Lines of a
// power that could not pay the bank are void (LOAN-11), unless the bank leaves
// the power its treasury; in that case they count, like those of any victim
// (ASSN-13).
func charge(s *state) {
	for i := range s.outlays {
		o := &s.outlays[i]
		if onUnit(o.order.Expense) {
			o.target = legal.TargetUnit(s.pos, o.order.Target)
		}
		e := &o.told
		e.Minimum, e.Letter = legal.Price(s.pos, s.rules, o.power, &o.order)
		if o.order.Expense == order.OrderUnit {
			e.Minimum = s.orderPrice(o)
		}
		e.Asked = machiavelli.Ducats(o.order.Amount)
		if !o.order.HasSum {
			e.Asked = e.Minimum
		}
		if s.defaulted.Has(o.power) && s.rules.BankDefaultSeizesTreasury {
			e.Verdict, e.Failure = event.Void, event.Bankrupt
			continue
		}
		e.Paid = min(e.Asked, s.pos.Treasury[o.power])
		s.pos.Treasury[o.power] -= e.Paid
		e.Counted = e.Paid - e.Paid%3
		if e.Paid == 0 && e.Asked > 0 {
			e.Failure = event.TreasuryEmpty
		}
	}
}

// onUnit reports whether an expense is for a unit.
func onUnit(kind order.ExpenseKind) bool { return kind == order.CounterBribe || isBribe(kind) }

// isBribe reports whether an expense is a bribe, which competes with others for
// a unit and can be counter-bribed (letters d to i, and an order bought for an
// autonomous unit).
func isBribe(kind order.ExpenseKind) bool {
	switch kind {
	case order.DisbandUnit, order.BuyUnit, order.ToAutonomous, order.OrderUnit:
		return true
	}
	return false
}

// validate runs step M2b: it checks lines against the present position, before
// any money takes effect (EXP-07). A line that fails is wasted and ignored from
// here on (EXP-27). Whether a bribe is large enough is decided later, since an
// insufficient one still beats smaller ones (BRIBE-05).
func validate(s *state) {
	targets := make([]position.Unit, 0, len(s.outlays)) // copies of their current state, which the events keep
	for i := range s.outlays {
		o := &s.outlays[i]
		if !o.sound() {
			continue
		}
		if o.target >= 0 {
			targets = append(targets, s.pos.Units[o.target])
			o.told.Target = &targets[len(targets)-1]
		}
		o.told.Failure = s.fault(o)
	}
}

// fault returns the reason why a line that was paid for fails, or NoFailure.
// The check of the line has decided already whether a bribe fits its target and
// the target's owner (BRIBE-01, BRIBE-13, BRIBE-15).
func (s *state) fault(o *outlay) event.Failure {
	x := &o.order
	if onUnit(x.Expense) {
		if s.pos.Setting.OffBoard.Has(o.told.Target.At) { // BRIBE-16
			return event.OffBoard
		}
		if x.Expense == order.OrderUnit && o.told.Minimum == 0 { // an order that is not for sale has no price
			return event.WrongTarget // OPT-05
		}
	} else if x.Expense != order.Assassinate && s.pos.Setting.OffBoard.Has(x.To.At) { // BOARD-15
		return event.OffBoard
	}
	if near, lenders := legal.Near(s.pos, s.rules, o.power, x); !near && !s.permitted(o, lenders) { // EXP-20, EXP-24
		if lenders != 0 {
			return event.NotPermitted
		}
		return event.NotAdjacent
	}
	if x.Expense == order.BuyUnit && s.pos.Units[o.target].Special() && s.ownsSpecial(o.power) {
		return event.SecondSpecial // BRIBE-14
	}
	if fixedPrice(x.Expense) && o.told.Counted < o.told.Minimum {
		return event.BelowMinimum
	}
	return event.NoFailure
}

// fixedPrice reports whether an expense fails if less than its price was paid.
// Bribes must compete first; rebellions and assassinations are decided when
// they act.
func fixedPrice(kind order.ExpenseKind) bool {
	return kind.Target() == order.OnProvince && kind != order.Rebellion
}

// permitted reports whether a power near the line's target permitted the bribe
// (EXP-25).
func (s *state) permitted(o *outlay, lenders machiavelli.PowerSet) bool {
	for i := range s.permits {
		x := &s.permits[i]
		if x.to == o.power && lenders&s.pos.Setting.Parts(x.from) != 0 && legal.TargetUnit(s.pos, x.unit) == o.target {
			return true
		}
	}
	return false
}

// ownsSpecial reports whether the power has a special unit (SPEC-02). It must
// be called before any unit changes hands or is lost (SPEC-03).
func (s *state) ownsSpecial(power machiavelli.Power) bool {
	for i := range s.pos.Units {
		if u := &s.pos.Units[i]; s.one(u.Owner, power) && u.Special() {
			return true
		}
	}
	return false
}

// relieve runs step M2c: it relieves famines, pacifies the rebellions that exist before this
// campaign's money causes new ones (RELIEF-01 to RELIEF-03), and lifts the sieges for which a
// ransom was paid, so that they must begin again (OPT-23). Of several lines for one place, one is
// enough (RELIEF-04).
func relieve(s *state) {
	p := s.pos
	famine, rebels, starving := p.Famine, p.RebelLand.Union(p.RebelCity), legal.Useful(p, order.Ransom)
	for i := range s.outlays {
		o := &s.outlays[i]
		at := o.order.To.At
		switch {
		case !o.sound():
		case o.order.Expense == order.FamineRelief && s.shares(i, famine):
			p.Famine.Remove(at)
			s.say(event.Relieved{Province: at, By: s.sharers(i)})
		case o.order.Expense == order.Pacify && s.shares(i, rebels):
			s.endRebellion(at, true, true, "pacified", o.power)
		case o.order.Expense == order.Ransom && s.shares(i, starving):
			p.Sieges.Remove(at)
			s.say(event.SiegeLifted{Province: at})
		}
	}
}

// shares reports whether line i removes the marker from its place. The place
// must be in the set marked, and no earlier line may pay for the same thing
// there. Otherwise the line is wasted, and shares records why.
func (s *state) shares(i int, marked board.Set) bool {
	o := &s.outlays[i]
	if !marked.Has(o.order.To.At) {
		o.told.Failure = event.NoMarker
		return false
	}
	for k := range i {
		if x := &s.outlays[k]; x.sound() && x.alike(o) {
			o.told.Failure = event.AlreadyDone
			return false
		}
	}
	return true
}

// sharers returns the powers that pay for the same thing in the same place as
// line i.
func (s *state) sharers(i int) (by machiavelli.PowerSet) {
	for k := range s.outlays {
		if x := &s.outlays[k]; x.sound() && x.alike(&s.outlays[i]) {
			by = by.With(x.power)
		}
	}
	return by
}

// alike reports whether two lines pay for the same thing in the same place.
func (o *outlay) alike(x *outlay) bool {
	return o.order.Expense == x.order.Expense && o.order.To.At == x.order.To.At
}

// tellExpenses records the result of every expense, after all money has taken
// effect.
func tellExpenses(s *state) {
	for i := range s.outlays {
		e := &s.outlays[i].told
		if e.Verdict == event.NoVerdict {
			e.Verdict = event.Succeeded
			if e.Failure != event.NoFailure {
				e.Verdict = event.Wasted
			}
		}
		s.say(*e)
	}
}
