package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// MaxPrincipal is the maximum that a power can owe the bank at one time,
// excluding interest (LOAN-02).
const MaxPrincipal machiavelli.Ducats = 25

// Interest returns the interest on a loan. It is a fifth for one year or a half
// for two, rounded up (LOAN-03).
func Interest(principal machiavelli.Ducats, years int) machiavelli.Ducats {
	if years == 1 {
		return (principal + 4) / 5
	}
	return (principal + 1) / 2
}

// Owed returns a power's debt to the bank, which is the sum of all its loans
// with their interest.
func Owed(p *position.Position, power machiavelli.Power) (principal, interest machiavelli.Ducats) {
	for i := range p.Loans {
		if l := &p.Loans[i]; l.Power == power {
			principal += l.Principal
			interest += l.Interest
		}
	}
	return principal, interest
}

// money checks an expense or an order that moves money, chits or provinces, and
// the orders about bribes, taxes and excommunication.
func (c *checker) money(o, bound *order.Order) *Problem {
	switch o.Kind {
	case order.Silence, order.Overrule:
		return c.excommunication(o, bound)
	case order.GiveProvince:
		return c.giveProvince(o, bound)
	}
	if !c.r.Money { // EXP-02
		return refuse(optionOff, message.New("This game is played without money."))
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

// payment checks a payment to a power or to the bank (GIFT-01, LOAN-07,
// LOAN-08).
func (c *checker) payment(o, bound *order.Order) *Problem {
	amount := machiavelli.Ducats(o.Amount)
	if amount < 0 {
		return refuse(noAmount, message.New("A payment cannot be negative."))
	}
	bound.Kind, bound.Bank, bound.Amount = order.Payment, o.Bank, o.Amount
	if o.Bank {
		return c.repayment(amount)
	}
	if problem := c.payee(o.Power, message.New("The order does not say whom to pay."), message.New("You cannot pay yourself.")); problem != nil {
		return problem
	}
	bound.Power = o.Power
	if amount == 0 || c.whole {
		return nil
	}
	principal, interest := Owed(c.p, c.power)
	if owed := principal + interest; owed > 0 && !c.r.GiftsWhileIndebted {
		c.note(futile, message.New("You owe the bank {sum}: unless you pay that in this campaign too you may give nothing to others.", message.Ducats(owed)))
	}
	if have := c.p.Treasury[c.power]; amount > have {
		c.note(ShortOf, message.New("You have {sum}: as things stand no more than that is paid.", message.Ducats(have)))
	}
	return nil
}

// repayment checks a payment to the bank.
func (c *checker) repayment(amount machiavelli.Ducats) *Problem {
	principal, interest := Owed(c.p, c.power)
	owed, have := principal+interest, c.p.Treasury[c.power]
	switch {
	case owed == 0 && !c.r.BankLoans: // LOAN-12
		return refuse(optionOff, message.New("This game is played without the bank."))
	case amount == 0:
	case owed == 0:
		c.note(futile, message.New("You owe the bank nothing."))
	case amount > owed:
		// the bank accepts no more than the debt
		c.note(excess, message.New("You owe the bank {sum}; no more than that is taken.", message.Ducats(owed)))
	}
	if min(amount, owed) > have && !c.whole {
		c.note(ShortOf, message.New("You have {sum}: as things stand no more than that is paid.", message.Ducats(have)))
	}
	return nil
}

// payee refuses a recipient that is not another power in the game.
func (c *checker) payee(to machiavelli.Power, nobody, yourself message.Message) *Problem {
	switch {
	case to == machiavelli.Nobody || int(to) >= len(c.p.Setting.Powers):
		return refuse(noPayee, nobody)
	case to == c.power:
		return refuse(noPayee, yourself)
	case c.p.Eliminated.Has(to):
		return refuse(noSay, message.New("{Power:name} is out of the game and receives nothing.", c.whose(to)))
	}
	return nil
}

// loan checks a loan from the bank (LOAN-01, LOAN-02, LOAN-09). An excessive
// sum is accepted with a note.
func (c *checker) loan(o, bound *order.Order) *Problem {
	switch {
	case !c.r.BankLoans: // LOAN-12
		return refuse(optionOff, message.New("This game is played without the bank: nothing can be borrowed."))
	case c.p.Bankrupt.Has(c.power):
		return refuse(noLoan, message.New("You are bankrupt, and the bank lends you nothing any more."))
	case o.Years != 1 && o.Years != 2:
		return refuse(noLoan, message.New("The bank lends for 1 year at 20 percent or for 2 years at 50 percent; say for which."))
	case o.Amount < 0:
		return refuse(noAmount, message.New("A loan cannot be negative."))
	}
	bound.Kind, bound.Years, bound.Amount = order.Loan, o.Years, o.Amount
	if principal, _ := Owed(c.p, c.power); !c.whole && machiavelli.Ducats(o.Amount) > max(MaxPrincipal-principal, 0) {
		c.noteLimit(principal)
	}
	return nil
}

// noteLimit notes that a loan exceeds what the bank lends. The parameter
// principal is what the power already owes, excluding interest.
func (c *checker) noteLimit(principal machiavelli.Ducats) {
	switch room := MaxPrincipal - principal; {
	case room <= 0:
		c.note(futile, message.New("The bank lends {sum} at most, and you have borrowed {rest} already: unless you repay some it lends nothing more.", message.Ducats(MaxPrincipal), message.Ducats(principal)))
	case principal == 0:
		c.note(ShortOf, message.New("The bank lends {sum} at most; the rest is cut off.", message.Ducats(MaxPrincipal)))
	default:
		c.note(ShortOf, message.New("The bank lends {sum} at most, and you have borrowed {rest} already: unless you repay some you get {room} more.", message.Ducats(MaxPrincipal), message.Ducats(principal), message.Ducats(room)))
	}
}

// giveChit checks the gift of an assassination chit (ASSN-02).
func (c *checker) giveChit(o, bound *order.Order) *Problem {
	switch {
	case c.r.AssassinationChits == rules.UnlimitedChits:
		return refuse(noChit, message.New("In this game everyone can assassinate without chits, so there are none to give."))
	case o.Victim == machiavelli.Nobody || int(o.Victim) >= len(c.p.Setting.Powers):
		return refuse(noChit, message.New("The order does not say against whom the chit is used."))
	}
	if problem := c.payee(o.Power, message.New("The order does not say whom to give it to."), message.New("You cannot give it to yourself.")); problem != nil {
		return problem
	}
	if c.p.Chits[c.power][o.Victim] == 0 {
		return refuse(noChit, message.Sentence(c.noChit(o.Victim)))
	}
	bound.Kind, bound.Power, bound.Victim = order.GiveChit, o.Power, o.Victim
	switch {
	case !c.r.Assassinations: // ASSN-15
		c.note(futile, message.New("This game is played without assassinations, so nobody needs a chit."))
	case c.p.Eliminated.Has(o.Victim):
		c.note(futile, message.New("{Power:name} is out of the game, so the chit can no longer be used.", c.whose(o.Victim)))
	case o.Victim == o.Power, c.p.Setting.Partners(o.Victim, o.Power):
		c.note(futile, message.New("The chit is against its receiver, who cannot use it."))
	}
	return nil
}

// noChit returns the message that the power has no chit against another power. The message also
// says which chits the power has.
func (c *checker) noChit(against machiavelli.Power) message.Message {
	var s machiavelli.PowerSet
	for x := range c.p.Chits[c.power] {
		if c.p.Chits[c.power][x] > 0 {
			s = s.With(machiavelli.Power(x))
		}
	}
	if s == 0 {
		return message.New("you have no assassination chit against {power:name}; you have no chits left", c.whose(against))
	}
	return message.New("you have no assassination chit against {power:name}; yours are against {powers:name}", c.whose(against), c.names(s, message.And))
}
