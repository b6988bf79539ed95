package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// mostBorrowed is the maximum that a power may have borrowed without repaying
// it (LOAN-02).
const mostBorrowed = 25

// bank runs step M1: repayments, gifts, loans and collection.
func (c *campaign) bank() {
	if c.r.GiftTiming == rules.GiftImmediate {
		c.deal()
	} else {
		for _, power := range c.powers() {
			c.repay(power)
		}
		c.give()
		for _, power := range c.powers() {
			for _, o := range c.book[power].loans {
				c.borrow(power, o)
			}
		}
	}
	for _, power := range c.powers() {
		c.collect(power)
	}
}

// deal runs the steps M1a to M1c with immediate gifts. The bank lends, then the powers pay each
// other, also with what they receive, and then they repay the bank. This is repeated until no
// more money moves (SEQ-06, GIFT-01). New loans become debts only afterwards.
func (c *campaign) deal() {
	type gift struct {
		from, to    machiavelli.Power
		asked, paid machiavelli.Ducats
		barred      bool
	}
	var gifts []gift
	var paid [machiavelli.MaxPowers]machiavelli.Ducats // paid to the bank
	lent := map[machiavelli.Power][]machiavelli.Ducats{}
	lendMore := func() (more bool) {
		for _, power := range c.powers() {
			loans := c.book[power].loans
			if lent[power] == nil {
				lent[power] = make([]machiavelli.Ducats, len(loans))
			}
			for i, o := range loans {
				room := mostBorrowed - c.lent[power]
				for _, l := range c.now.Loans {
					if l.Power == power {
						room -= l.Principal
					}
				}
				n := min(machiavelli.Ducats(o.Amount)-lent[power][i], room)
				if n <= 0 || c.now.Bankrupt.Has(power) {
					continue
				}
				lent[power][i] += n
				c.lent[power] += n
				c.now.Treasury[power] += n
				more = true
			}
		}
		return more
	}
	lendMore()
	for _, power := range c.powers() {
		for _, o := range c.book[power].gifts {
			barred := !c.r.GiftsWhileIndebted && (c.debt(power) > 0 || c.lent[power] > 0)
			gifts = append(gifts, gift{from: power, to: o.Power, asked: machiavelli.Ducats(o.Amount), barred: barred})
		}
	}
	for again := true; again; {
		again = false
		// The sums that arrive if every power can use what it receives from the beginning.
		var arrived [machiavelli.MaxPowers]machiavelli.Ducats
		more := make([]machiavelli.Ducats, len(gifts))
		for steady := false; !steady; {
			left := c.now.Treasury
			for i := range left {
				left[i] += arrived[i]
			}
			var next [machiavelli.MaxPowers]machiavelli.Ducats
			for i, g := range gifts {
				more[i] = 0
				if !g.barred {
					more[i] = min(g.asked-g.paid, left[g.from])
				}
				left[g.from] -= more[i]
				next[g.to] += more[i]
			}
			steady, arrived = next == arrived, next
		}
		for i := range gifts {
			gifts[i].paid += more[i]
			c.now.Treasury[gifts[i].from] -= more[i]
		}
		for i, sum := range arrived {
			c.now.Treasury[i] += sum
		}
		for _, power := range c.powers() {
			o := c.book[power].bank
			if o == nil {
				continue
			}
			if n := min(machiavelli.Ducats(o.Amount)-paid[power], c.now.Treasury[power], c.debt(power)); n > 0 {
				c.redeem(power, n)
				paid[power] += n
				again = true
			}
		}
		again = lendMore() || again
	}
	for _, power := range c.powers() {
		for i, o := range c.book[power].loans {
			c.tell(c.loan(power, o, lent[power][i]))
		}
	}
	for _, g := range gifts {
		e := event.Payment{Power: g.from, To: g.to, Asked: g.asked, Paid: g.paid, Verdict: event.Succeeded}
		if g.paid == 0 {
			e.Verdict = event.Void
		}
		c.tell(e)
	}
	for _, power := range c.powers() {
		if o := c.book[power].bank; o != nil {
			c.tell(repayment(power, machiavelli.Ducats(o.Amount), paid[power]))
		}
	}
}

// debts returns the indices in c.now.Loans of a power's loans. The earliest due
// date comes first.
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

// repay runs step M1a for a power. The bank takes no more than the debt.
func (c *campaign) repay(power machiavelli.Power) {
	o := c.book[power].bank
	if o == nil {
		return
	}
	asked := machiavelli.Ducats(o.Amount)
	paid := min(asked, c.now.Treasury[power], c.debt(power))
	c.tell(repayment(power, asked, paid))
	c.redeem(power, paid)
}

// repayment returns the record of a repayment.
func repayment(power machiavelli.Power, asked, paid machiavelli.Ducats) event.Payment {
	told := event.Payment{Power: power, Bank: true, Asked: asked, Paid: paid, Verdict: event.Succeeded}
	if paid == 0 {
		told.Verdict = event.Void
	}
	return told
}

// redeem repays part of a power's debts: interest is repaid before principal,
// and loans in the order in which they are due (LOAN-07).
func (c *campaign) redeem(power machiavelli.Power, paid machiavelli.Ducats) {
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

// give runs step M1b: each power makes its gifts in the order given, as far as
// the money that it has after repaying the bank suffices. Money received cannot
// be passed on (GIFT-02). Debtors give nothing, unless the option allows it
// (LOAN-08).
func (c *campaign) give() {
	var arrived [machiavelli.MaxPowers]machiavelli.Ducats
	for _, power := range c.powers() {
		for _, o := range c.book[power].gifts {
			e := event.Payment{Power: power, To: o.Power, Asked: machiavelli.Ducats(o.Amount), Verdict: event.Succeeded}
			if c.debt(power) == 0 || c.r.GiftsWhileIndebted {
				e.Paid = min(e.Asked, c.now.Treasury[power])
			}
			if e.Paid == 0 {
				e.Verdict = event.Void
			}
			c.now.Treasury[power] -= e.Paid
			arrived[o.Power] += e.Paid
			c.tell(e)
		}
	}
	for power, sum := range arrived {
		c.now.Treasury[power] += sum
	}
}

// interest returns the interest on a loan. It is a fifth for one year and a
// half for two years, rounded up (LOAN-03).
func interest(n machiavelli.Ducats, years int) machiavelli.Ducats {
	if years == 1 {
		return (n + 4) / 5
	}
	return (n + 1) / 2
}

// borrow runs step M1c for one loan of a power: the bank lends as much as the
// limit allows (LOAN-01 to LOAN-05).
func (c *campaign) borrow(power machiavelli.Power, o order.Order) {
	lent := machiavelli.Ducats(o.Amount)
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
	c.now.Treasury[power] += lent
	c.lent[power] += lent
	c.tell(c.loan(power, o, lent))
}

// loan adds the debt if anything is lent, and returns the record of the loan.
func (c *campaign) loan(power machiavelli.Power, o order.Order, lent machiavelli.Ducats) event.Borrowed {
	years := int(o.Years)
	told := event.Borrowed{Power: power, Asked: machiavelli.Ducats(o.Amount), Lent: lent, Verdict: event.Void}
	if lent > 0 {
		told.Verdict = event.Succeeded
		told.Loan = position.Loan{
			Power: power, Principal: lent, Interest: interest(lent, years),
			Season: c.start.Phase.Season, Year: c.start.Phase.Year + years,
		}
		c.now.Loans = append(c.now.Loans, told.Loan)
	}
	return told
}

// collect runs step M1d for a power: the bank takes what is due, or the power
// defaults (LOAN-09).
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
