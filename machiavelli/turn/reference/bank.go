package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// mostBorrowed is the most that a power may have borrowed without repaying it
// (LOAN-02).
const mostBorrowed = 25

// bank is M1: repayments, gifts, loans, collection.
func (c *campaign) bank() {
	if c.r.GiftTiming == rules.GiftImmediate {
		c.give() // while the players negotiate
	}
	for _, power := range c.powers() {
		c.repay(power)
	}
	if c.r.GiftTiming == rules.GiftBorrowingPhase {
		c.give()
	}
	for _, power := range c.powers() {
		for _, o := range c.book[power].loans {
			c.borrow(power, o)
		}
	}
	for _, power := range c.powers() {
		c.collect(power)
	}
}

// debts returns the indices of a power's loans in now, earliest due date first.
func (c *campaign) debts(power machiavelli.Power) []int {
	var list []int
	for i, l := range c.now.Loans {
		if l.Power == power && l.Principal+l.Interest > 0 {
			list = append(list, i)
		}
	}
	for i := range list {
		for j := i + 1; j < len(list); j++ {
			if earlier(c.now.Loans[list[j]], c.now.Loans[list[i]]) {
				list[i], list[j] = list[j], list[i]
			}
		}
	}
	return list
}

func earlier(a, b position.Loan) bool {
	return a.Year < b.Year || a.Year == b.Year && a.Season < b.Season
}

// debt returns a power's total debt.
func (c *campaign) debt(power machiavelli.Power) machiavelli.Ducats {
	var sum machiavelli.Ducats
	for _, i := range c.debts(power) {
		sum += c.now.Loans[i].Principal + c.now.Loans[i].Interest
	}
	return sum
}

// repay is M1a: interest before principal, the loan due first before the others
// (LOAN-07). The bank takes no more than the debt.
func (c *campaign) repay(power machiavelli.Power) {
	o := c.book[power].bank
	if o == nil {
		return
	}
	asked := machiavelli.Ducats(o.Amount)
	paid := min(asked, c.now.Treasury[power], c.debt(power))
	told := event.Payment{Power: power, Bank: true, Asked: asked, Paid: paid, Verdict: event.Succeeded}
	if paid == 0 {
		told.Verdict = event.Void
	}
	c.tell(told)
	c.now.Treasury[power] -= paid
	c.repaid[power] += paid
	for _, i := range c.debts(power) {
		l := &c.now.Loans[i]
		part := min(paid, l.Interest)
		l.Interest -= part
		paid -= part
		part = min(paid, l.Principal)
		l.Principal -= part
		paid -= part
	}
	c.dropPaid()
}

// dropPaid removes repaid loans.
func (c *campaign) dropPaid() {
	var kept []position.Loan
	for _, l := range c.now.Loans {
		if l.Principal+l.Interest > 0 {
			kept = append(kept, l)
		}
	}
	c.now.Loans = kept
}

// give is M1b: from what each power has after repaying the bank, in the order
// given, as far as it goes. Money received cannot be passed on (GIFT-02).
// Debtors give nothing, unless the option allows it (LOAN-08).
//
// With immediate gifts (gift-timing: immediate) money received can be given
// again: all pay as if they had everything that reaches them, beginning with
// nothing, until no more money moves.
func (c *campaign) give() {
	var arrived [machiavelli.MaxPowers]machiavelli.Ducats
	var told []event.Event
	for {
		var next [machiavelli.MaxPowers]machiavelli.Ducats
		told = nil
		for _, power := range c.powers() {
			left := c.now.Treasury[power]
			if c.r.GiftTiming == rules.GiftImmediate {
				left += arrived[power]
			}
			for _, o := range c.book[power].gifts {
				asked := machiavelli.Ducats(o.Amount)
				e := event.Payment{Power: power, To: o.Power, Asked: asked}
				if c.debt(power) == 0 || c.r.GiftsWhileIndebted {
					e.Paid = min(asked, left)
				}
				left -= e.Paid
				next[o.Power] += e.Paid
				e.Verdict = event.Succeeded
				if e.Paid == 0 {
					e.Verdict = event.Void
				}
				told = append(told, e)
			}
		}
		if next == arrived || c.r.GiftTiming != rules.GiftImmediate {
			arrived = next
			break
		}
		arrived = next
	}
	for _, e := range told {
		c.now.Treasury[e.(event.Payment).Power] -= e.(event.Payment).Paid
		c.tell(e)
	}
	for power, sum := range arrived {
		c.now.Treasury[power] += sum
	}
}

// interest returns the interest of a loan: a fifth for a year, a half for two,
// rounded up (LOAN-03).
func interest(n machiavelli.Ducats, years int) machiavelli.Ducats {
	if years == 1 {
		return (n + 4) / 5
	}
	return (n + 1) / 2
}

// borrow is M1c: loans are made in the order given, as far as the limit allows
// (LOAN-01 to LOAN-05).
func (c *campaign) borrow(power machiavelli.Power, o order.Order) {
	years := int(o.Years)
	asked := machiavelli.Ducats(o.Amount)
	lent := asked
	var owed machiavelli.Ducats
	for _, l := range c.now.Loans {
		if l.Power == power {
			owed += l.Principal
		}
	}
	lent = min(lent, max(0, mostBorrowed-owed))
	if c.now.Bankrupt.Has(power) {
		lent = 0
	}
	told := event.Borrowed{Power: power, Asked: asked, Lent: lent, Verdict: event.Void}
	if lent > 0 {
		told.Verdict = event.Succeeded
		c.now.Treasury[power] += lent
		c.lent[power] += lent
		loan := position.Loan{
			Power: power, Principal: lent, Interest: interest(lent, years),
			Season: c.start.Phase.Season, Year: c.start.Phase.Year + years,
		}
		c.now.Loans = append(c.now.Loans, loan)
		told.Loan = loan
	}
	c.tell(told)
}

// collect is M1d (LOAN-09).
func (c *campaign) collect(power machiavelli.Power) {
	var due machiavelli.Ducats
	today := position.Loan{Season: c.start.Phase.Season, Year: c.start.Phase.Year}
	isDue := func(l position.Loan) bool { return l.Power == power && !earlier(today, l) }
	for _, l := range c.now.Loans {
		if isDue(l) {
			due += l.Principal + l.Interest
		}
	}
	if due == 0 {
		return
	}
	if c.now.Treasury[power] >= due {
		c.now.Treasury[power] -= due
		for i := range c.now.Loans {
			if isDue(c.now.Loans[i]) {
				c.now.Loans[i].Principal, c.now.Loans[i].Interest = 0, 0
			}
		}
		c.dropPaid()
		c.tell(event.Collected{Power: power, Ducats: due})
		return
	}
	c.defaulted = c.defaulted.With(power)
	c.now.Bankrupt = c.now.Bankrupt.With(power)
	told := event.Defaulted{Power: power, Due: due}
	had := c.now.Treasury[power]
	c.now.Treasury[power] = 0
	if !c.r.BankDefaultSeizesTreasury { // repayments and loans have no effect (LOAN-11)
		c.now.Treasury[power] = max(0, had+c.repaid[power]-c.lent[power])
	}
	told.Seized = max(0, had-c.now.Treasury[power])
	told.Returned = max(0, c.now.Treasury[power]-had)
	for i := range c.now.Loans {
		if c.now.Loans[i].Power == power {
			c.now.Loans[i].Principal, c.now.Loans[i].Interest = 0, 0
		}
	}
	c.dropPaid()
	c.tell(told)
}
