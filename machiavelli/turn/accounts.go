package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// giveChits transfers the chits that powers give away. The recipient can use
// them in the same campaign (ASSN-02), but cannot pass them on before the next
// one, because the gifts are simultaneous. Unlimited chits are not counted.
func giveChits(s *state) {
	p := s.pos
	counted := s.rules.AssassinationChits != rules.UnlimitedChits
	for i := range s.chits {
		l, o := s.chits[i].line, &s.chits[i].order
		e := event.ChitGiven{Power: l.Power, To: o.Power, Victim: o.Victim, Order: *o, Given: l.Text, Verdict: event.Succeeded}
		switch {
		case counted && p.Chits[l.Power][o.Victim] == 0:
			e.Verdict, e.Failure = event.Void, event.NoChit
		case counted:
			p.Chits[l.Power][o.Victim]--
		}
		s.say(e)
		s.chits[i].done = e.Verdict == event.Succeeded && counted
	}
	for i := range s.chits {
		if x := &s.chits[i]; x.done {
			p.Chits[x.order.Power][x.order.Victim]++
		}
	}
}

// repay runs step M1a, the repayments to the bank. They pay first the interest
// of the loan due first, then its principal, then the next loan (LOAN-07). The
// bank takes no more than the debt. With immediate gifts, dealAtOnce replaces
// M1a to M1c.
func repay(s *state) {
	if s.rules.GiftTiming == rules.GiftImmediate {
		s.dealAtOnce()
		return
	}
	for i := range s.payments {
		if x := &s.payments[i]; x.order.Bank {
			e := s.repayment(x)
			s.repayMore(&e)
			s.sayRepayment(e)
		}
	}
}

// repayment returns the record of a repayment, with nothing paid yet.
func (s *state) repayment(x *moneyLine) event.Payment {
	return event.Payment{
		Power: x.line.Power, Bank: true, Order: x.order, Given: x.line.Text, Asked: machiavelli.Ducats(x.order.Amount),
	}
}

// repayMore repays as much of the sum still asked for as the treasury and the
// debt allow. It reports whether it repaid anything.
func (s *state) repayMore(e *event.Payment) bool {
	p := s.pos
	n := min(e.Asked-e.Paid, s.owed(e.Power), max(p.Treasury[e.Power], 0))
	if e.Paid == 0 && s.owed(e.Power) == 0 {
		e.Failure = event.NothingOwed
	}
	if n <= 0 {
		return false
	}
	e.Paid += n
	p.Treasury[e.Power] -= n
	s.repaid[e.Power] += n
	s.settleDebt(e.Power, n)
	return true
}

// sayRepayment records a repayment. It is void if nothing was paid.
func (s *state) sayRepayment(e event.Payment) {
	e.Verdict = event.Succeeded
	if e.Paid == 0 {
		e.Verdict = event.Void
		if e.Failure == event.NoFailure {
			e.Failure = event.TreasuryEmpty
		}
	}
	s.say(e)
}

// owed returns the debt of power to the bank.
func (s *state) owed(power machiavelli.Power) machiavelli.Ducats {
	principal, interest := legal.Owed(s.pos, power)
	return principal + interest
}

// settleDebt deducts a repayment from the loans of power and removes the paid
// ones.
func (s *state) settleDebt(power machiavelli.Power, paid machiavelli.Ducats) {
	p := s.pos
	for paid > 0 { // paid is at most the whole debt
		var l *position.Loan // the loan that is due first
		for i := range p.Loans {
			if x := &p.Loans[i]; x.Power == power && x.Principal+x.Interest > 0 && (l == nil || dueBefore(x, l)) {
				l = x
			}
		}
		interest := min(paid, l.Interest)
		principal := min(paid-interest, l.Principal)
		l.Interest -= interest
		l.Principal -= principal
		paid -= interest + principal
	}
	s.strikeLoans(func(l *position.Loan) bool { return l.Power == power && l.Principal+l.Interest <= 0 })
}

// dueBefore reports whether a is due before b.
func dueBefore(a, b *position.Loan) bool {
	return a.Year < b.Year || a.Year == b.Year && a.Season < b.Season
}

// strikeLoans removes the loans for which gone returns true.
func (s *state) strikeLoans(gone func(*position.Loan) bool) {
	kept := s.pos.Loans[:0]
	for i := range s.pos.Loans {
		if !gone(&s.pos.Loans[i]) {
			kept = append(kept, s.pos.Loans[i])
		}
	}
	s.pos.Loans = kept
}

// pay runs step M1b: it makes payments between players in the order given, as
// far as the money goes. The money arrives after all have paid (GIFT-02).
func pay(s *state) {
	if s.rules.GiftTiming == rules.GiftImmediate {
		return
	}
	p := s.pos
	var received ledger
	for i := range s.payments {
		if s.payments[i].order.Bank {
			continue
		}
		e := s.payment(&s.payments[i])
		if e.Failure == event.NoFailure {
			e.Paid = min(e.Asked, p.Treasury[e.Power])
			p.Treasury[e.Power] -= e.Paid
			received[e.To] += e.Paid
		}
		s.sayPayment(e)
	}
	for power, ducats := range received {
		p.Treasury[power] += ducats
	}
}

// payment returns the record of a payment to a player, with nothing paid yet. It fails if the payer
// owes the bank and debtors may not pay others (LOAN-08); a bankrupt may (LOAN-10).
func (s *state) payment(x *moneyLine) event.Payment {
	e := event.Payment{
		Power: x.line.Power, To: x.order.Power, Order: x.order, Given: x.line.Text,
		Asked: machiavelli.Ducats(x.order.Amount),
	}
	if !s.rules.GiftsWhileIndebted && s.owed(e.Power) > 0 {
		e.Failure = event.Indebted
	}
	return e
}

// sayPayment records a payment to a player. It is void if nothing was paid.
func (s *state) sayPayment(e event.Payment) {
	e.Verdict = event.Succeeded
	if e.Paid == 0 {
		e.Verdict = event.Void
		if e.Failure == event.NoFailure {
			e.Failure = event.TreasuryEmpty
		}
	}
	s.say(e)
}

// dealAtOnce runs the steps M1a to M1c with immediate gifts, for people at a
// table. The bank lends before they negotiate (SEQ-06), and while negotiating
// they hand over money, which can immediately be passed on or repaid to the
// bank (GIFT-01). All powers pay what they can, each in the order given. Those
// that have received more, or that the bank can lend more after a repayment,
// then continue until nobody can. The sequence of the powers makes no
// difference. New loans are not repaid in the campaign in which they are taken.
func (s *state) dealAtOnce() {
	p := s.pos
	lent := make([]machiavelli.Ducats, len(s.loans))
	told := make([]event.Payment, len(s.payments))
	s.lendMore(lent)
	for i := range s.payments {
		if x := &s.payments[i]; x.order.Bank {
			told[i] = s.repayment(x)
		} else if told[i] = s.payment(x); s.lent[told[i].Power] > 0 && !s.rules.GiftsWhileIndebted {
			told[i].Failure = event.Indebted
		}
	}
	for moved := true; moved; {
		moved = false
		var received ledger
		for i := range told {
			e := &told[i]
			if e.Bank || e.Failure != event.NoFailure {
				continue
			}
			if n := min(e.Asked-e.Paid, p.Treasury[e.Power]); n > 0 {
				e.Paid += n
				p.Treasury[e.Power] -= n
				received[e.To] += n
				moved = true
			}
		}
		for power, ducats := range received {
			p.Treasury[power] += ducats
		}
		if moved {
			continue
		}
		for i := range told {
			if told[i].Bank && s.repayMore(&told[i]) {
				moved = true
			}
		}
		moved = s.lendMore(lent) || moved
	}
	for i, ducats := range lent {
		s.sayLoan(&s.loans[i], ducats)
	}
	for _, e := range told {
		if e.Bank {
			s.sayRepayment(e)
		} else {
			s.sayPayment(e)
		}
	}
}

// lend runs step M1c: it makes new loans as far as the credit goes (LOAN-01,
// LOAN-02). The money can be spent in the same campaign (LOAN-06).
func lend(s *state) {
	if s.rules.GiftTiming == rules.GiftImmediate {
		return
	}
	lent := make([]machiavelli.Ducats, len(s.loans))
	s.lendMore(lent)
	for i, ducats := range lent {
		s.sayLoan(&s.loans[i], ducats)
	}
}

// lendMore pays out as much of the loans still asked for as the credit allows, and adds the sums to
// lent, which is indexed by loan. It reports whether it lent anything.
func (s *state) lendMore(lent []machiavelli.Ducats) (more bool) {
	for i := range s.loans {
		power := s.loans[i].line.Power
		principal, _ := legal.Owed(s.pos, power)
		n := min(machiavelli.Ducats(s.loans[i].order.Amount)-lent[i], legal.MaxPrincipal-principal-s.lent[power])
		if n > 0 {
			lent[i] += n
			s.lent[power] += n
			s.pos.Treasury[power] += n
			more = true
		}
	}
	return more
}

// sayLoan books a loan and records it. It is void if nothing was lent.
func (s *state) sayLoan(x *moneyLine, lent machiavelli.Ducats) {
	l, o := x.line, &x.order
	e := event.Borrowed{
		Power: l.Power, Order: *o, Given: l.Text, Asked: machiavelli.Ducats(o.Amount), Lent: lent, Verdict: event.Succeeded,
	}
	if lent == 0 {
		e.Verdict, e.Failure = event.Void, event.LimitReached
	} else {
		e.Loan = s.newLoan(l.Power, lent, int(o.Years))
		s.book(e.Loan)
	}
	s.say(e)
}

// newLoan returns the debt for ducats borrowed now, including the interest
// (LOAN-03). It is due in the same season after the given number of years
// (LOAN-04).
func (s *state) newLoan(power machiavelli.Power, ducats machiavelli.Ducats, years int) position.Loan {
	return position.Loan{
		Power: power, Principal: ducats, Interest: legal.Interest(ducats, years),
		Season: s.pos.Phase.Season, Year: s.pos.Phase.Year + years,
	}
}

// book adds a loan; loans of one power with the same due date are merged
// (LOAN-05).
func (s *state) book(loan position.Loan) {
	for i := range s.pos.Loans {
		l := &s.pos.Loans[i]
		if l.Power == loan.Power && l.Season == loan.Season && l.Year == loan.Year {
			l.Principal += loan.Principal
			l.Interest += loan.Interest
			return
		}
	}
	s.pos.Loans = append(s.pos.Loans, loan)
}

// collect runs step M1d: the bank takes what is due (LOAN-09). A power that
// cannot pay owes nothing more, gets no credit for the rest of the game, and
// its ruler dies in M4 (SEQ-04). The bank takes its treasury or, depending on
// bank-default-seizes-treasury, leaves it what it would have without this
// campaign's dealings with the bank: neither a repayment nor a loan that did
// not prevent the default has an effect (LOAN-11). Debts are due even if the
// bank lends no more (LOAN-12).
func collect(s *state) {
	p := s.pos
	if !s.rules.Money {
		return
	}
	now := position.Loan{Season: p.Phase.Season, Year: p.Phase.Year}
	for power := range machiavelli.Power(machiavelli.MaxPowers) {
		var due machiavelli.Ducats
		for i := range p.Loans {
			if l := &p.Loans[i]; l.Power == power && !dueBefore(&now, l) {
				due += l.Principal + l.Interest
			}
		}
		switch {
		case due == 0:
		case due <= p.Treasury[power]:
			p.Treasury[power] -= due
			s.strikeLoans(func(l *position.Loan) bool { return l.Power == power && !dueBefore(&now, l) })
			s.say(event.Collected{Power: power, Ducats: due})
		default:
			seized, returned := s.seize(power)
			s.say(event.Defaulted{Power: power, Due: due, Seized: seized, Returned: returned})
			s.strikeLoans(func(l *position.Loan) bool { return l.Power == power })
			p.Bankrupt = p.Bankrupt.With(power)
			s.defaulted = s.defaulted.With(power)
		}
	}
}

// seize takes from a defaulter all that is left or, if the bank seizes no
// treasuries, cancels this campaign's loans and repayments. It returns the sum
// that the bank takes and the sum that it returns.
func (s *state) seize(power machiavelli.Power) (seized, returned machiavelli.Ducats) {
	treasury := &s.pos.Treasury[power]
	before := *treasury
	if s.rules.BankDefaultSeizesTreasury {
		*treasury = 0
		return before, 0
	}
	*treasury = max(0, before+s.repaid[power]-s.lent[power])
	return max(before-*treasury, 0), max(*treasury-before, 0)
}
