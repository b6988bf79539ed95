package report

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// money describes an event of the treasury, of treachery or of a disaster in a
// sentence.
func (t Teller) money(e event.Event) string {
	switch e := e.(type) {
	case event.Payment:
		return t.payment(e)
	case event.Borrowed:
		return t.borrowed(e)
	case event.Collected:
		return capital(t.does(e.Power, "pays", "pay")) + " back what is due to the bank, " + ducats(e.Ducats) + "."
	case event.Defaulted:
		return t.defaulted(e)
	case event.ChitGiven:
		return t.chitGiven(e)
	case event.Taxed:
		if e.Failure != event.NoFailure {
			return capital(t.who(e.Power)) + " cannot tax " + t.area(e.Province) + colon(t.failed(e.Failure, e.Power)) + "."
		}
		return capital(t.does(e.Power, "squeezes ", "squeeze ")) + ducats(e.Ducats) + " out of " + t.area(e.Province) + "."
	case event.ProvinceGiven:
		if e.Failure != event.NoFailure {
			return capital(t.who(e.Power)) + " cannot give " + t.area(e.Province) + " to " + t.who(e.To) + colon(t.failed(e.Failure, e.Power)) + "."
		}
		return capital(t.does(e.Power, "gives ", "give ")) + t.area(e.Province) + " to " + t.who(e.To) + "."
	case event.Expense:
		return t.expense(e)
	case event.Bribed:
		return t.bribed(e)
	case event.Relieved:
		return "The famine in " + t.area(e.Province) + " is relieved" + t.by(e.By) + "."
	case event.RebellionBegun:
		return t.rises(e)
	case event.Attempted:
		return t.attempted(e)
	case event.Paralysed:
		if e.Bank {
			return "The bank's assassins kill the ruler of " + t.who(e.Power) + "."
		}
		return "The ruler of " + t.who(e.Power) + " is assassinated."
	case event.Revolt:
		return t.revolt(e)
	case event.Disaster:
		return t.disaster(e)
	case event.Income:
		return t.income(e)
	}
	return ""
}

// by returns " by Milan and Venice", or nothing for an empty set.
func (t Teller) by(set machiavelli.PowerSet) string {
	if set == 0 {
		return ""
	}
	return " by " + t.powers(set)
}

func (t Teller) payment(e event.Payment) string {
	to := "the bank"
	if !e.Bank {
		to = t.who(e.To)
	}
	switch {
	case e.Verdict == event.Succeeded && e.Paid < e.Asked && e.Bank:
		return fmt.Sprintf("%s %s to %s; no more of the %d ducats was owed or at hand.", capital(t.does(e.Power, "pays", "pay")), ducats(e.Paid), to, e.Asked)
	case e.Verdict == event.Succeeded && e.Paid < e.Asked:
		return fmt.Sprintf("%s %s to %s, all that was left of the %d ducats meant.", capital(t.does(e.Power, "pays", "pay")), ducats(e.Paid), to, e.Asked)
	case e.Verdict == event.Succeeded:
		return capital(t.does(e.Power, "pays", "pay")) + " " + ducats(e.Paid) + " to " + to + "."
	default:
		return capital(t.who(e.Power)) + " cannot pay" + " " + ducats(e.Asked) + " to " + to + colon(t.failed(e.Failure, e.Power)) + "."
	}
}

// colon returns the reason with a colon before it, or nothing.
func colon(why string) string {
	if why == "" {
		return ""
	}
	return ": " + why
}

func (t Teller) borrowed(e event.Borrowed) string {
	if e.Lent == 0 {
		return "The bank lends nothing to " + t.who(e.Power) + colon(t.failed(e.Failure, e.Power)) + "."
	}
	s := capital(t.does(e.Power, "borrows", "borrow")) + " " + ducats(e.Lent)
	if e.Lent < e.Asked {
		s += " of the " + strconv.Itoa(int(e.Asked)) + " asked for"
	}
	return s + "; " + ducats(e.Lent+e.Loan.Interest) + due(e.Loan) + "."
}

// due returns " are due in summer 1456".
func due(l position.Loan) string {
	return " are due in " + machiavelli.Phase{Season: l.Season, Year: l.Year}.Campaign()
}

func (t Teller) defaulted(e event.Defaulted) string {
	s := capital(t.who(e.Power)) + " cannot pay" + " the bank the " + ducats(e.Due) + " that are due"
	if e.Seized > 0 {
		s += "; the bank seizes " + ducats(e.Seized)
	}
	if e.Returned > 0 {
		s += "; the " + strconv.Itoa(int(e.Returned)) + " that it was paid in this campaign go back"
	}
	return s + "."
}

func (t Teller) chitGiven(e event.ChitGiven) string {
	chit := "an assassination chit against " + t.who(e.Victim)
	if e.Victim == e.To {
		chit = "an assassination chit against " + t.does(e.To, "itself", "themselves")
	}
	switch {
	case e.Power == machiavelli.Nobody:
		return capital(t.does(e.To, "draws ", "draw ")) + chit + "."
	case e.Verdict == event.Succeeded:
		return capital(t.does(e.Power, "gives ", "give ")) + t.who(e.To) + " " + chit + "."
	default:
		return capital(t.does(e.Power, "has", "have")) + " no assassination chit against " + t.who(e.Victim) + " to give to " + t.who(e.To) + "."
	}
}

// purchase describes the purpose of an expense, as in "to buy the Milanese army
// in Pavia".
func (t Teller) purchase(e event.Expense) string {
	o, at := e.Order, t.area(e.Order.To.At)
	unit := ""
	if e.Target != nil {
		unit = t.Unit(*e.Target)
	} else if o.Target.At != board.None {
		unit = "the " + kind(position.Unit{Type: o.Target.Type}) + " in " + t.place(o.Target.Place())
		if o.Target.Type == machiavelli.NoType {
			unit = "a unit in " + t.place(o.Target.Place())
		}
	}
	switch o.Expense {
	case order.FamineRelief:
		return "to relieve the famine in " + at
	case order.Pacify:
		return "to pacify " + at
	case order.CounterBribe:
		return "to keep " + unit + " loyal"
	case order.DisbandUnit:
		return "to have " + unit + " disbanded"
	case order.BuyUnit:
		return "to buy " + unit
	case order.ToAutonomous:
		return "to make " + unit + " autonomous"
	case order.Rebellion:
		return "to stir up a rebellion in " + at
	case order.Assassinate:
		return "to have the ruler of " + t.who(o.Power) + " assassinated"
	case order.CauseFamine:
		return "to cause a famine in " + at
	case order.CausePlague:
		return "to bring the plague to " + at
	case order.RelievePlague:
		return "to rid " + at + " of the plague"
	case order.OrderUnit:
		return "to order " + unit + " about"
	default:
		return "for nothing"
	}
}

func (t Teller) expense(e event.Expense) string {
	if e.Paid == 0 {
		return capital(t.does(e.Power, "has", "have")) + " no money " + t.purchase(e) + colon(t.unpaid(e)) + "."
	}
	s := capital(t.does(e.Power, "spends ", "spend ")) + ducats(e.Paid)
	if e.Counted < e.Paid && e.Counted > 0 {
		s += ", of which " + strconv.Itoa(int(e.Counted)) + " count,"
	}
	if e.Failure == event.NoFailure {
		return s + " " + t.purchase(e) + "."
	}
	return s + " in vain " + t.purchase(e) + colon(t.inVain(e)) + "."
}

// unpaid explains why nothing was paid for a line, unless the treasury was
// merely empty.
func (t Teller) unpaid(e event.Expense) string {
	if e.Failure == event.TreasuryEmpty {
		return ""
	}
	return t.inVain(e)
}

func (t Teller) bribed(e event.Bribed) string {
	unit := capital(t.Unit(e.Unit))
	switch {
	case e.To == machiavelli.Nobody:
		return unit + " is bribed by " + t.who(e.By) + " and obeys nobody any more."
	case e.Unit.Owner == machiavelli.Nobody:
		return unit + " is bought by " + t.who(e.To) + "."
	default:
		return unit + " is bought by " + t.who(e.To) + " and changes sides."
	}
}

// where returns the part of a province that a rebellion affects.
func (t Teller) where(e event.RebellionBegun) string {
	switch {
	case e.InCity && !e.InLand:
		return "the city of " + t.area(e.Province)
	case e.InLand && !e.InCity:
		return "the province of " + t.area(e.Province)
	default:
		return t.area(e.Province) + ", the city and the land,"
	}
}

func (t Teller) rises(e event.RebellionBegun) string {
	s := capital(t.where(e)) + " rebels"
	if e.Against != machiavelli.Nobody {
		s += " against " + t.who(e.Against)
	}
	switch {
	case e.Cause == "taxation":
		s += ", squeezed by taxes"
	case e.Cause == "expense" && e.By != 0:
		s += ", stirred up" + t.by(e.By)
	}
	return s + "."
}

// upTo returns the faces of a die that succeed: "1", "1 or 2" or "1 to 3".
func upTo(faces int) string {
	switch {
	case faces <= 1:
		return "1"
	case faces == 2:
		return "1 or 2"
	}
	return "1 to " + strconv.Itoa(faces)
}

func (t Teller) attempted(e event.Attempted) string {
	s := fmt.Sprintf("An assassin sent by %s after the ruler of %s", t.who(e.Power), t.who(e.Victim))
	if e.Hit {
		return fmt.Sprintf("%s strikes: the die shows %d, and %s was needed.", s, e.Roll, upTo(e.Faces))
	}
	return fmt.Sprintf("%s fails: the die shows %d, and %s was needed.", s, e.Roll, upTo(e.Faces))
}

func (t Teller) revolt(e event.Revolt) string {
	s := fmt.Sprintf("after the murder of its ruler: the die shows %d, and it rises on %s", e.Roll, upTo(e.Limit))
	switch {
	case e.Rose:
		return t.area(e.Province) + " rises " + s + "."
	case e.Roll <= e.Limit:
		return fmt.Sprintf("The die for %s after the murder of its ruler shows %d, but nothing changes there.", t.area(e.Province), e.Roll)
	}
	return t.area(e.Province) + " stays quiet " + s + "."
}

func (t Teller) disaster(e event.Disaster) string {
	name := map[string]string{"famine": "Famine", "plague": "Plague", "storm": "Storms"}[e.What]
	if name == "" {
		name = capital(e.What)
	}
	var struck []string
	for id := e.Struck.Next(board.None); id != board.None; id = e.Struck.Next(id) {
		struck = append(struck, t.place(board.Place{At: id}))
	}
	many := e.What == "storm"
	switch {
	case len(struck) > 0 && many:
		return name + " rage in " + joined(struck, "and") + "."
	case len(struck) > 0:
		return name + " strikes " + joined(struck, "and") + "."
	case many:
		return "No storms this year."
	default:
		return "No " + strings.ToLower(name) + " this year."
	}
}

func (t Teller) income(e event.Income) string {
	s := capital(t.does(e.Power, "earns ", "earn ")) + leaves(e.Total)
	var parts []string
	add := func(d machiavelli.Ducats, from string) {
		if d != 0 {
			parts = append(parts, strconv.Itoa(int(d))+" "+from)
		}
	}
	add(e.Seas, "at sea")
	add(e.Provinces, "from provinces")
	add(e.Cities, "from cities")
	if len(e.Dice) > 0 {
		var faces []string
		for _, d := range e.Dice {
			faces = append(faces, strconv.Itoa(d.Roll))
		}
		parts = append(parts, fmt.Sprintf("%d by the dice (%s)", e.Variable, strings.Join(faces, ", ")))
	} else {
		add(e.Variable, "of variable income")
	}
	if len(parts) > 0 {
		s += ": " + joined(parts, "and")
	}
	if e.Treasury <= 0 {
		return s + "; the treasury is empty."
	}
	return s + fmt.Sprintf("; the treasury holds %d.", e.Treasury)
}
