package legal

import (
	"cmp"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// account is a power's money and debts, as its orders change them.
type account struct {
	have  machiavelli.Ducats
	loans []position.Loan // the power's loans, earliest due date first
}

// open copies the power's account.
func (c *checker) open() account {
	a := account{have: c.p.Treasury[c.power]}
	for _, l := range c.p.Loans {
		if l.Power == c.power {
			a.loans = append(a.loans, l)
		}
	}
	slices.SortStableFunc(a.loans, dueFirst)
	return a
}

// dueFirst compares loans by due date.
func dueFirst(x, y position.Loan) int {
	return cmp.Or(cmp.Compare(x.Year, y.Year), cmp.Compare(x.Season, y.Season))
}

// setAside takes the ducats that a set gives in exchanges out of the treasury, as far as it
// suffices, as if the exchanges were lodged by both parties (OPT-20).
func (a *account) setAside(set []Verdict) { a.have -= max(min(promised(set), a.have), 0) }

// owed returns the whole debt as sum. principal is the part of it that counts
// towards the bank's limit.
func (a *account) owed() (principal, sum machiavelli.Ducats) {
	for i := range a.loans {
		principal += a.loans[i].Principal
		sum += a.loans[i].Principal + a.loans[i].Interest
	}
	return principal, sum
}

// due returns what must be repaid by a campaign.
func (a *account) due(now machiavelli.Phase) (sum machiavelli.Ducats) {
	for i := range a.loans {
		if l := &a.loans[i]; l.Year < now.Year || l.Year == now.Year && l.Season <= now.Season {
			sum += l.Principal + l.Interest
		}
	}
	return sum
}

// standing lists the loans that are not repaid in full. The earliest due date
// comes first.
func (a *account) standing() []position.Loan {
	var out []position.Loan
	for _, l := range a.loans {
		if l.Principal+l.Interest > 0 {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, dueFirst)
	return out
}

// repay pays the interest on the loan due first, then its principal, and then
// the next loans in the same way (LOAN-07).
func (a *account) repay(n machiavelli.Ducats) {
	a.have -= n
	for i := range a.loans {
		l := &a.loans[i]
		part := min(n, l.Interest)
		l.Interest -= part
		n -= part
		part = min(n, l.Principal)
		l.Principal -= part
		n -= part
	}
}

// spending follows the money of a set through payments, loans and expenses, and
// adds notes where it runs out.
func (c *checker) spending(set []Verdict) {
	a := c.open()
	a.setAside(set)
	c.payments(&a, set)
	c.loans(&a, set)
	due := a.due(c.p.Phase)
	c.expenses(&a, set, due)
	c.rivalLines(set)
}

// payments makes the repayments and gifts, in the order that the edition prescribes.
func (c *checker) payments(a *account, set []Verdict) {
	if c.r.GiftTiming == rules.GiftImmediate { // the bank lends before the players pay each other (SEQ-06)
		ahead := c.credit(a, set)
		a.have += ahead
		c.gifts(a, set)
		c.repayments(a, set)
		a.have -= ahead // the function loans adds this sum
		return
	}
	c.repayments(a, set)
	c.gifts(a, set)
}

// credit returns the sum that the bank lends for the set's loans before
// anything is repaid.
func (c *checker) credit(a *account, set []Verdict) (sum machiavelli.Ducats) {
	principal, _ := a.owed()
	for i := range set {
		if v := &set[i]; v.stands() && v.Bound.Kind == order.Loan {
			sum += max(min(machiavelli.Ducats(v.Bound.Amount), MaxPrincipal-principal-sum), 0)
		}
	}
	return sum
}

// repayments makes the payments to the bank.
func (c *checker) repayments(a *account, set []Verdict) {
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Payment || !v.Bound.Bank {
			continue
		}
		_, owed := a.owed()
		n := min(machiavelli.Ducats(v.Bound.Amount), owed)
		if n > a.have {
			v.note(ShortOf, message.New("Of this there are only {sum} to pay.", message.Ducats(a.have)))
			n = a.have
		}
		a.repay(n)
	}
}

// gifts makes the payments to other powers.
func (c *checker) gifts(a *account, set []Verdict) {
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Payment || v.Bound.Bank || v.Bound.Amount == 0 {
			continue
		}
		if _, owed := a.owed(); owed > 0 && !c.r.GiftsWhileIndebted { // LOAN-08
			v.note(futile, message.New("You still owe the bank {sum}: unless you pay that in this campaign too you may give nothing to others.", message.Ducats(owed)))
			continue
		}
		n := machiavelli.Ducats(v.Bound.Amount)
		if n > a.have {
			v.note(ShortOf, message.New("Of this there are only {sum} to pay.", message.Ducats(a.have)))
			n = a.have
		}
		a.have -= n
	}
}

// loans takes out the loans.
func (c *checker) loans(a *account, set []Verdict) {
	for i := range set {
		v := &set[i]
		if !v.stands() || v.Bound.Kind != order.Loan {
			continue
		}
		principal, _ := a.owed()
		n := machiavelli.Ducats(v.Bound.Amount)
		if room := max(MaxPrincipal-principal, 0); n > room {
			c.notes = nil
			c.noteLimit(principal)
			v.Notes = append(v.Notes, c.notes...)
			n = room
		}
		a.have += n
		a.loans = append(a.loans, position.Loan{
			Power: c.power, Principal: n, Interest: Interest(n, int(v.Bound.Years)),
			Season: c.p.Phase.Season, Year: c.p.Phase.Year + int(v.Bound.Years),
		})
	}
}

// expenses pays the debts that are due, and then the expenses in the order of
// their numbers (EXP-03, EXP-05).
func (c *checker) expenses(a *account, set []Verdict, due machiavelli.Ducats) {
	broke := due > a.have
	a.have -= due
	for _, v := range expenseLines(set) {
		if v == nil {
			continue
		}
		cost := c.cost(set, v)
		switch {
		case broke: // LOAN-09
			v.note(futile, message.New("The bank demands {sum} in this campaign, more than you have: unless you receive enough your expenses are void.", message.Ducats(due)))
		case cost > a.have:
			v.note(ShortOf, message.New("The line costs {sum}; when its turn comes {rest} will be left.", message.Ducats(cost), message.Ducats(a.have)))
			cost = a.have
		}
		a.have -= cost
	}
}

// expenseLines returns the valid expenses, indexed by number minus one. The
// entries for unused numbers are nil.
func expenseLines(set []Verdict) [4]*Verdict {
	var lines [4]*Verdict
	for i := range set {
		if v := &set[i]; v.stands() && v.Bound.Kind == order.Expense && v.Bound.Expense != order.Delete {
			lines[v.Bound.Slot-1] = v
		}
	}
	return lines
}

// cost returns what a line pays. The price of an order for an autonomous unit
// depends on the order written for the unit (OPT-05).
func (c *checker) cost(set []Verdict, v *Verdict) machiavelli.Ducats {
	price, _ := Price(c.p, c.r, c.power, &v.Bound)
	if v.Bound.Expense == order.OrderUnit {
		i := c.unitOf(&v.Bound.Target)
		w := standing(set, i)
		if w == nil {
			v.wasted(message.New("no order for {unit} is written", c.the(&c.p.Units[i])))
		} else {
			price = OrderPrice(c.b, &c.p.Units[i], &w.Bound)
			switch {
			case price == 0:
				v.wasted(message.New("the order written for the unit cannot be bought"))
			case v.Bound.HasSum && machiavelli.Ducats(v.Bound.Amount) < price:
				v.wasted(message.New("the order written for the unit costs {sum}", message.Ducats(price)))
			}
		}
	}
	if v.Bound.HasSum {
		return machiavelli.Ducats(v.Bound.Amount)
	}
	return price
}

// rivalLines notes lines that other lines of the power make useless: two bribes
// on a unit compete like those of rivals (BRIBE-05, BRIBE-06), a province can
// be relieved or made to rebel only once (RELIEF-04, REB-07), and only one
// special unit can be bought (SPEC-03). Which of two bribes wins is not known if
// there is too little money for one of them.
func (c *checker) rivalLines(set []Verdict) {
	lines := expenseLines(set)
	for i, v := range lines {
		for _, w := range lines[:i] {
			if v != nil && w != nil {
				c.rivals(w, v)
			}
		}
	}
}

// rivals compares two lines, of which the second has the higher number.
func (c *checker) rivals(first, second *Verdict) {
	a, b := &first.Bound, &second.Bound
	x, y := c.counts(a), c.counts(b)
	bribes := isBribe(a.Expense) && isBribe(b.Expense) && a.Target == b.Target
	switch {
	case bribes && (first.short() || second.short()):
	case bribes && x == y && c.r.BribeTie == rules.TieAllFail:
		first.wasted(message.New("another line of yours is for the same unit, and equal bribes all fail"))
		second.wasted(message.New("another line of yours is for the same unit, and equal bribes all fail"))
	case bribes && x != y:
		if x > y {
			first, second = second, first
		}
		first.wasted(message.New("another line of yours is for the same unit, and only the largest bribe counts"))
	case a.Expense == order.BuyUnit && b.Expense == order.BuyUnit && c.isSpecial(a) && c.isSpecial(b):
		second.wasted(message.New("another line of yours buys a special unit, and you may have one only"))
	case a.Expense == b.Expense && !isBribe(a.Expense) && a.Expense != order.CounterBribe && a.Expense != order.Assassinate && a.To == b.To:
		second.wasted(message.New("another line of yours does the same already"))
	}
}

// short reports whether the treasury does not suffice for a line.
func (v *Verdict) short() bool {
	return slices.ContainsFunc(v.Notes, func(n Note) bool { return n.Code == ShortOf })
}

// counts returns how many ducats of a line have an effect.
func (c *checker) counts(o *order.Order) machiavelli.Ducats {
	n, _ := Price(c.p, c.r, c.power, o)
	if o.HasSum {
		n = machiavelli.Ducats(o.Amount)
	}
	return n - n%3
}

func (c *checker) isSpecial(o *order.Order) bool {
	return c.p.Units[c.unitOf(&o.Target)].Special()
}

// isBribe reports whether expenses of a kind compete for a unit.
func isBribe(kind order.ExpenseKind) bool {
	switch kind {
	case order.DisbandUnit, order.BuyUnit, order.ToAutonomous, order.OrderUnit:
		return true
	}
	return false
}

// chitsUsed notes when chits are given away or used more often than the power
// has them (ASSN-02, ASSN-03). Exchanges and gifts come before assassinations.
func (c *checker) chitsUsed(set []Verdict) {
	if c.r.AssassinationChits == rules.UnlimitedChits {
		return
	}
	left := c.p.Chits[c.power]
	for i := range set {
		if v := &set[i]; v.stands() && v.gives(order.GiveChit) && left[v.Bound.Victim] > 0 {
			left[v.Bound.Victim]--
		}
	}
	for i := range set {
		if v := &set[i]; v.stands() && v.Bound.Kind == order.GiveChit {
			if left[v.Bound.Victim] == 0 {
				v.wasted(message.New("you have no more chits against {power:name}", c.whose(v.Bound.Victim)))
				continue
			}
			left[v.Bound.Victim]--
		}
	}
	for _, v := range expenseLines(set) {
		if v == nil || v.Bound.Expense != order.Assassinate {
			continue
		}
		switch who := v.Bound.Power; {
		case left[who] > 0:
			left[who]--
		case c.p.Chits[c.power][who] > 0: // otherwise Check has reported it
			v.wasted(message.New("the rest of your orders leaves you no chit against {power:name}", c.whose(who)))
		}
	}
}
