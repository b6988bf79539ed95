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
// one: like everything else the gifts are simultaneous. With unlimited chits
// nothing is counted.
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

// repay is M1a: repayments to the bank. They pay first the interest of the loan
// due first, then its principal, then the next loan (LOAN-07). The bank takes
// no more than the debt. With immediate gifts, payments between players come
// first, while the players still negotiate (GIFT-01).
func repay(s *state) {
	if s.rules.GiftTiming == rules.GiftImmediate {
		s.payAtOnce()
	}
	p := s.pos
	for i := range s.payments {
		l, o := s.payments[i].line, &s.payments[i].order
		if !o.Bank {
			continue
		}
		e := event.Payment{
			Power: l.Power, Bank: true, Order: *o, Given: l.Text,
			Asked: machiavelli.Ducats(o.Amount), Verdict: event.Succeeded,
		}
		owed := s.owed(l.Power)
		switch {
		case owed == 0:
			e.Failure = event.NothingOwed
		case p.Treasury[l.Power] <= 0:
			e.Failure = event.TreasuryEmpty
		default:
			e.Paid = min(e.Asked, owed, p.Treasury[l.Power])
			p.Treasury[l.Power] -= e.Paid
			s.repaid[l.Power] += e.Paid
			s.settleDebt(l.Power, e.Paid)
		}
		if e.Failure != event.NoFailure {
			e.Verdict = event.Void
		}
		s.say(e)
	}
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
	for paid > 0 { // at most the debt
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

// strikeLoans removes loans.
func (s *state) strikeLoans(gone func(*position.Loan) bool) {
	kept := s.pos.Loans[:0]
	for i := range s.pos.Loans {
		if !gone(&s.pos.Loans[i]) {
			kept = append(kept, s.pos.Loans[i])
		}
	}
	s.pos.Loans = kept
}

// pay is M1b: payments between players, in the order given, as far as the money
// goes. The money arrives after all have paid (GIFT-02).
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

// payment returns a payment to a player, with any objection: a debtor to the
// bank may not pay others (LOAN-08); a bankrupt may (LOAN-10).
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

// payAtOnce makes the payments between players as people at a table do who hand
// over money while they negotiate (GIFT-01): money received can be passed on at
// once. All pay what they can, each in the order given; then those who have
// received more pay on, until nobody can. The sequence of the powers makes no
// difference.
func (s *state) payAtOnce() {
	p := s.pos
	var open [machiavelli.MaxPowers]machiavelli.PowerSet // the powers that each power may still pay
	told := make([]event.Payment, len(s.payments))
	for i := range s.payments {
		if x := &s.payments[i]; !x.order.Bank {
			told[i] = s.payment(x)
			if told[i].Failure == event.NoFailure {
				open[told[i].Power] = open[told[i].Power].With(told[i].To)
			}
		}
	}
	for moved := true; moved; {
		moved = false
		var received ledger
		for i := range told {
			e := &told[i]
			if !open[e.Power].Has(e.To) {
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
	}
	for i := range told {
		if !s.payments[i].order.Bank {
			s.sayPayment(told[i])
		}
	}
}

// lend is M1c: new loans, as far as the credit goes (LOAN-01, LOAN-02). The
// money can be spent in the same campaign (LOAN-06).
func lend(s *state) {
	p := s.pos
	for i := range s.loans {
		l, o := s.loans[i].line, &s.loans[i].order
		e := event.Borrowed{
			Power: l.Power, Order: *o, Given: l.Text, Asked: machiavelli.Ducats(o.Amount), Verdict: event.Succeeded,
		}
		principal, _ := legal.Owed(p, l.Power)
		room := legal.MaxPrincipal - principal
		if room <= 0 {
			e.Verdict, e.Failure = event.Void, event.LimitReached
		} else {
			e.Lent = min(e.Asked, room)
			e.Loan = s.newLoan(l.Power, e.Lent, int(o.Years))
			p.Treasury[l.Power] += e.Lent
			s.lent[l.Power] += e.Lent
			s.book(e.Loan)
		}
		s.say(e)
	}
}

// newLoan returns the debt for ducats borrowed now, with the interest
// (LOAN-03), due in the same season (LOAN-04).
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

// collect is M1d: the bank takes what is due (LOAN-09). A power that cannot pay
// owes nothing more, gets no credit for the rest of the game, and its ruler
// dies in M4 (SEQ-04). The bank takes its treasury, or by option leaves it what
// it had without this campaign's dealings with the bank: neither a repayment
// nor a loan that did not prevent the default has an effect (LOAN-11). Debts
// are due even if the bank lends no more (LOAN-12).
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

// seize returns what the bank takes from a defaulter: all that is left, or, if
// it seizes no treasuries, what it lent in this campaign. In that case it
// returns the campaign's repayments.
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
