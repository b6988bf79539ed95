package legal

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// MaxPrincipal is the most that a power can have borrowed from the bank at one
// time, excluding interest (LOAN-02).
const MaxPrincipal machiavelli.Ducats = 25

// Interest returns the interest on a loan for one year or two: a fifth, or a
// half, rounded up (LOAN-03).
func Interest(principal machiavelli.Ducats, years int) machiavelli.Ducats {
	if years == 1 {
		return (principal + 4) / 5
	}
	return (principal + 1) / 2
}

// Owed returns a power's debt to the bank: the principal of all its loans, and
// their interest.
func Owed(p *position.Position, power machiavelli.Power) (principal, interest machiavelli.Ducats) {
	for i := range p.Loans {
		if l := &p.Loans[i]; l.Power == power {
			principal += l.Principal
			interest += l.Interest
		}
	}
	return principal, interest
}

// money checks an order that is neither for a unit nor for a strait.
func (c *checker) money(o, bound *order.Order) *Problem {
	switch o.Kind {
	case order.Silence, order.Overrule:
		return c.excommunication(o, bound)
	case order.GiveProvince:
		return c.giveProvince(o, bound)
	}
	if !c.r.Money { // EXP-02
		return problemf(optionOff, "This game is played without money.")
	}
	switch o.Kind {
	case order.Payment:
		return c.payment(o, bound)
	case order.Loan:
		return c.loan(o, bound)
	case order.GiveChit:
		return c.giveChit(o, bound)
	case order.Permit:
		return c.permit(o, bound)
	case order.Tax:
		return c.tax(o, bound)
	}
	return c.expense(o, bound)
}

// payment checks a payment to a power or to the bank: GIFT-01, LOAN-07,
// LOAN-08.
func (c *checker) payment(o, bound *order.Order) *Problem {
	amount := machiavelli.Ducats(o.Amount)
	if amount < 0 {
		return problemf(noAmount, "A payment cannot be negative.")
	}
	bound.Kind, bound.Bank, bound.Amount = order.Payment, o.Bank, o.Amount
	if o.Bank {
		return c.repayment(amount)
	}
	if problem := c.payee(o.Power, "pay"); problem != nil {
		return problem
	}
	bound.Power = o.Power
	if amount == 0 || c.whole {
		return nil
	}
	principal, interest := Owed(c.p, c.power)
	if owed := principal + interest; owed > 0 && !c.r.GiftsWhileIndebted {
		c.note(futile, "You owe the bank "+ducats(owed)+": unless you pay that in this campaign too you may give nothing to others.")
	}
	if have := c.p.Treasury[c.power]; amount > have {
		c.note(ShortOf, "You have "+ducats(have)+": as things stand no more than that is paid.")
	}
	return nil
}

// repayment checks a payment to the bank.
func (c *checker) repayment(amount machiavelli.Ducats) *Problem {
	principal, interest := Owed(c.p, c.power)
	owed, have := principal+interest, c.p.Treasury[c.power]
	switch {
	case owed == 0 && !c.r.BankLoans: // LOAN-12
		return problemf(optionOff, "This game is played without the bank.")
	case amount == 0:
	case owed == 0:
		c.note(futile, "You owe the bank nothing.")
	case amount > owed:
		c.note(excess, "You owe the bank "+ducats(owed)+"; no more than that is taken.") // the bank takes no more than the debt
	}
	if min(amount, owed) > have && !c.whole {
		c.note(ShortOf, "You have "+ducats(have)+": as things stand no more than that is paid.")
	}
	return nil
}

// payee refuses a recipient that is not another power in the game.
func (c *checker) payee(to machiavelli.Power, verb string) *Problem {
	switch {
	case to == machiavelli.Nobody || int(to) >= len(c.p.Setting.Powers):
		return problemf(noPayee, "The order does not say whom to %s.", verb)
	case to == c.power:
		return problemf(noPayee, "You cannot %s yourself.", verb)
	case c.p.Eliminated.Has(to):
		return problemf(noSay, "%s is out of the game and receives nothing.", c.name(to))
	}
	return nil
}

// loan checks a loan from the bank: LOAN-01, LOAN-02, LOAN-09. An excessive sum
// is reduced.
func (c *checker) loan(o, bound *order.Order) *Problem {
	switch {
	case !c.r.BankLoans: // LOAN-12
		return problemf(optionOff, "This game is played without the bank: nothing can be borrowed.")
	case c.p.Bankrupt.Has(c.power):
		return problemf(noLoan, "You are bankrupt, and the bank lends you nothing any more.")
	case o.Years != 1 && o.Years != 2:
		return problemf(noLoan, "The bank lends for 1 year at 20 percent or for 2 years at 50 percent; say for which.")
	case o.Amount < 0:
		return problemf(noAmount, "A loan cannot be negative.")
	}
	bound.Kind, bound.Years, bound.Amount = order.Loan, o.Years, o.Amount
	if principal, _ := Owed(c.p, c.power); !c.whole && machiavelli.Ducats(o.Amount) > max(MaxPrincipal-principal, 0) {
		c.noteLimit(principal)
	}
	return nil
}

// noteLimit notes that a loan exceeds what the bank lends to a power with that
// principal.
func (c *checker) noteLimit(principal machiavelli.Ducats) {
	switch room := MaxPrincipal - principal; {
	case room <= 0:
		c.note(futile, "The bank lends "+ducats(MaxPrincipal)+" at most, and you have borrowed "+ducats(principal)+" already: unless you repay some it lends nothing more.")
	case principal == 0:
		c.note(ShortOf, "The bank lends "+ducats(MaxPrincipal)+" at most; the rest is cut off.")
	default:
		c.note(ShortOf, "The bank lends "+ducats(MaxPrincipal)+" at most, and you have borrowed "+ducats(principal)+" already: unless you repay some you get "+ducats(room)+" more.")
	}
}

// giveChit checks the gift of an assassination chit: ASSN-02.
func (c *checker) giveChit(o, bound *order.Order) *Problem {
	switch {
	case c.r.AssassinationChits == rules.UnlimitedChits:
		return problemf(noChit, "In this game everybody can assassinate without chits, so there are none to give.")
	case o.Victim == machiavelli.Nobody || int(o.Victim) >= len(c.p.Setting.Powers):
		return problemf(noChit, "The order does not say against whom the chit is.")
	}
	if problem := c.payee(o.Power, "give it to"); problem != nil {
		return problem
	}
	if c.p.Chits[c.power][o.Victim] == 0 {
		return problemf(noChit, "You have no assassination chit against %s%s.", c.name(o.Victim), c.chits())
	}
	bound.Kind, bound.Power, bound.Victim = order.GiveChit, o.Power, o.Victim
	switch {
	case !c.r.Assassinations: // ASSN-15
		c.note(futile, "This game is played without assassinations: a chit is of no use to anybody.")
	case c.p.Eliminated.Has(o.Victim):
		c.note(futile, c.name(o.Victim)+" is out of the game: the chit is of no more use.")
	case o.Victim == o.Power:
		c.note(futile, "The chit is against its receiver, who cannot use it.")
	}
	return nil
}

// chits lists the power's chits, as the end of a sentence.
func (c *checker) chits() string {
	var s machiavelli.PowerSet
	for x := range c.p.Chits[c.power] {
		if c.p.Chits[c.power][x] > 0 {
			s = s.With(machiavelli.Power(x))
		}
	}
	if s == 0 {
		return "; you have no chits left"
	}
	return "; yours are against " + c.names(s, "and")
}

// ducats returns an amount with its unit: "1 ducat".
func ducats(n machiavelli.Ducats) string {
	if n == 1 {
		return "1 ducat"
	}
	return strconv.Itoa(int(n)) + " ducats"
}
