package report

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// hasMoney reports whether money was paid, lent or spent.
func hasMoney(events []event.Event) bool {
	for _, e := range events {
		switch e.(type) {
		case event.Payment, event.Borrowed, event.Collected, event.Defaulted, event.Expense:
			return true
		}
	}
	return false
}

// expenditure writes payments to the bank and to other powers, loans, gifts of
// chits and provinces, taxes, exchanges, debts collected by the bank, and
// expenses. The parameter hides is true if there may be more that the reader
// must not see.
func (c classic) expenditure(events []event.Event, hides bool) {
	say := c.paragraph("")
	begun := false
	line := func(p machiavelli.Power, s string) {
		begun = true
		say(fmt.Sprintf("%-25s %s", message.Capital(c.Power(p))+":", s))
	}
	for _, e := range events {
		if p, ok := e.(event.Payment); ok && p.Bank {
			line(p.Power, "Pays "+ducats(p.Asked)+" to bank"+c.short(p)+".")
		}
	}
	for _, e := range events {
		if p, ok := e.(event.Payment); ok && !p.Bank {
			line(p.Power, "Pays "+ducats(p.Asked)+" to "+c.Power(p.To)+c.short(p)+".")
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case event.Borrowed:
			line(e.Power, c.loan(e))
		case event.ChitGiven:
			if e.Power != machiavelli.Nobody {
				line(e.Power, c.chit(e))
			}
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case event.Taxed:
			if e.Failure == event.NoFailure {
				line(e.Power, "Taxes "+c.area(e.Province)+", "+ducats(e.Ducats)+".")
			} else {
				line(e.Power, "Taxes "+c.area(e.Province)+c.refusal(e.Failure, e.Power)+".")
			}
		case event.ProvinceGiven:
			line(e.Power, "Gives "+c.area(e.Province)+" to "+c.Power(e.To)+c.refusal(e.Failure, e.Power)+".")
		case event.Exchanged:
			line(e.Power, c.exchanged(e).String())
		}
	}
	for _, e := range events {
		switch e := e.(type) {
		case event.Collected:
			line(e.Power, "Bank collects "+ducats(e.Ducats)+".")
		case event.Defaulted:
			line(e.Power, fmt.Sprintf("Bank collects %s  ** NSF = %dd, assassinated.", ducats(e.Due), e.Seized))
		}
	}
	for _, e := range events {
		if x, ok := e.(event.Expense); ok {
			for _, s := range c.slot(events, x) {
				line(x.Power, s)
			}
		}
	}
	switch {
	case begun:
	case hides:
		fmt.Fprint(c.out, "\nNothing that concerns you.\n")
	default:
		fmt.Fprint(c.out, "\nNone.\n")
	}
}

// refusal returns the note on a line that had no effect.
func (c classic) refusal(f event.Failure, p machiavelli.Power) string {
	if f == event.NoFailure {
		return ""
	}
	return "  ** " + message.Capital(c.failed(f, p).String())
}

// short returns the note on a payment that was not made in full.
func (c classic) short(p event.Payment) string {
	switch {
	case p.Failure == event.Indebted:
		return "  ** In debt to bank, refused"
	case p.Failure == event.NothingOwed:
		return "  ** Nothing owed"
	case p.Failure != event.NoFailure && p.Failure != event.TreasuryEmpty:
		return "  ** " + message.Capital(c.failed(p.Failure, p.Power).String())
	case p.Paid < p.Asked && p.Bank:
		return fmt.Sprintf("  ** Paid = %d", p.Paid)
	case p.Paid < p.Asked:
		return fmt.Sprintf("  ** NSF = %d", p.Paid)
	}
	return ""
}

// loan returns the line for a loan.
func (c classic) loan(e event.Borrowed) string {
	years := count(int(e.Order.Years), "year", "years")
	if e.Lent == 0 {
		return "Borrows " + ducats(e.Asked) + " for " + years + "  ** Refused: " + c.failed(e.Failure, e.Power).String() + "."
	}
	s := fmt.Sprintf("Borrows %s for %s, %dd due in %s of %d", ducats(e.Lent), years, e.Lent+e.Loan.Interest, message.Capital(e.Loan.Season.String()), e.Loan.Year)
	if e.Lent < e.Asked {
		s += fmt.Sprintf("  ** %d asked for", e.Asked)
	}
	return s + "."
}

// chit returns the line for a chit that a power gives away.
func (c classic) chit(e event.ChitGiven) string {
	s := "Gives " + message.Capital(c.Adjective(e.Victim)) + " assassination chit to " + c.Power(e.To)
	if e.Failure != event.NoFailure {
		s += "  ** No chit"
	}
	return s + "."
}

// slot returns the lines for an expense. A further line states what remained
// each time that the treasury fell short, the sum was not a multiple of three,
// or counter-bribes reduced it.
func (c classic) slot(events []event.Event, e event.Expense) []string {
	what := c.expenseWords(e)
	say := func(d machiavelli.Ducats, note string) string {
		s := fmt.Sprintf("E%d: %2dd, %s", e.Slot, d, what)
		if note != "" {
			s += "  ** " + note
		}
		if strings.HasSuffix(s, "!") {
			return s
		}
		return s + "."
	}
	var list []string
	sum := e.Asked
	step := func(less machiavelli.Ducats, note string) {
		if less < sum {
			list = append(list, say(sum, note))
			sum = less
		}
	}
	if e.Failure == event.Bankrupt {
		return []string{say(e.Asked, "Prior loan default, void")}
	}
	if e.Paid > 0 {
		step(e.Paid, "NSF")
	}
	if e.Counted < e.Paid {
		step(e.Counted, fmt.Sprintf("Not 3x, %d wasted", e.Paid-e.Counted))
	}
	bribe := e.Order.Expense != order.CounterBribe
	if e.Failure == event.CounterBribed && bribe {
		step(max(e.Counted-e.Countered, 0), "Counter-Bribed")
	}
	return append(list, say(sum, c.classicNote(events, e)))
}

// classicNote returns the classic note on the result of an expense. It is empty
// for an expense that had its effect, except for an assassination.
func (c classic) classicNote(events []event.Event, e event.Expense) string {
	for _, x := range events {
		if a, ok := x.(event.Attempted); ok && e.Order.Expense == order.Assassinate && a.Power == e.Power && a.Slot == e.Slot {
			end := "failed"
			if a.Hit {
				end = "SUCCESS!"
			}
			return fmt.Sprintf("Die is %d, needed <%d, %s", a.Roll, a.Faces+1, end)
		}
	}
	switch e.Failure {
	case event.NoFailure:
		return ""
	case event.TreasuryEmpty:
		return "NSF, wasted"
	case event.BelowMinimum, event.CounterBribed:
		if e.Minimum > 0 {
			return fmt.Sprintf("%dd required, wasted", e.Minimum)
		}
		return "Not enough, wasted"
	case event.NotAdjacent:
		return "No adjacency, wasted"
	case event.Outbid:
		return "Larger bribe, wasted"
	case event.TiedBid:
		return "Equal bribe, wasted"
	case event.SecondSpecial:
		return "Existing special unit, wasted"
	case event.NoChit:
		return "No chit, wasted"
	case event.Needless:
		return "No bribe"
	}
	return message.Capital(c.inVain(e).String()) + ", wasted"
}

// effects writes excommunications, and the effects of money that the lines
// above do not cover.
func (c classic) effects(events []event.Event) {
	say := c.paragraph("")
	told := spent(events)
	for _, e := range events {
		switch e := e.(type) {
		case event.Bribed, event.Relieved, event.Excommunicated:
			if !told.repeats(e) {
				say(c.Sentence(e).String())
			}
		case event.RebellionBegun:
			if e.Cause != "assassination" { // the table of rolls contains the others
				say(c.Sentence(e).String())
			}
		}
	}
}

// targetOf returns the unit that an expense is for, or nil if there is none.
func (c classic) targetOf(e event.Expense) *position.Unit {
	if e.Target != nil {
		return e.Target
	}
	o := e.Order.Target
	i := c.before.Field(o.At)
	if o.Type == machiavelli.Garrison || i < 0 {
		i = c.before.Garrison(o.At)
	}
	if o.At == board.None || i < 0 {
		return nil
	}
	return &c.before.Units[i]
}

// murders writes which rulers were assassinated, and the rolls for their
// provinces.
func (c classic) murders(events []event.Event) {
	say := c.paragraph("")
	for _, e := range events {
		p, ok := e.(event.Paralysed)
		if !ok {
			continue
		}
		say(message.Capital(c.Adjective(p.Power)) + " leader assassinated.")
		c.revolts(events, p.Power)
	}
}

// revolts writes the table of rolls for the provinces of an assassinated ruler.
func (c classic) revolts(events []event.Event, victim machiavelli.Power) {
	begun := false
	for _, e := range events {
		r, ok := e.(event.Revolt)
		if !ok || r.Victim != victim {
			continue
		}
		if !begun {
			fmt.Fprint(c.out, "\nDie  Status     Province\n---  ---------  --------\n")
			begun = true
		}
		fmt.Fprintf(c.out, "%2d   %-9s  %s\n", r.Roll, c.status(r), c.area(r.Province))
	}
	if begun {
		fmt.Fprintln(c.out)
	}
}

// status describes the result of the roll for a province.
func (c classic) status(r event.Revolt) string {
	switch {
	case r.Roll > r.Limit:
		return "Okay"
	case !r.Rose:
		return "No change"
	}
	return "Rebellion"
}
