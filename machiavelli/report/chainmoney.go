package report

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// chainOfRetreat explains the result of a retreat order.
func (t Teller) chainOfRetreat(e event.Retreated) []Reason {
	switch {
	case len(e.With) > 0:
		return []Reason{link(t.Explain(e), "RETR-07")}
	case e.IntoCity:
		return []Reason{link("the city was open to it", "RETR-05", "RETR-06")}
	case e.Order.Kind == order.Disband:
		return []Reason{link("it disbands by its order", "ORD-07")}
	case t.Explain(e) != "":
		return []Reason{link(t.Explain(e), "RETR-11")}
	}
	return []Reason{link("the place was open to it, and no other unit retreated there", "RETR-01", "RETR-13")}
}

// chainOfWinter explains a winter order: what it cost, or why it failed.
func (t Teller) chainOfWinter(e event.Adjusted) []Reason {
	var chain []Reason
	if e.Error != "" {
		r := link(e.Error)
		switch {
		case e.Error == string(event.CannotBePaid):
			r = link(t.failed(event.CannotBePaid, e.Power), "BUILD-12")
		case e.Order.Kind == order.Build:
			r.Rules = []string{"BUILD-03"}
		case e.Order.Kind == order.Maintain:
			r.Rules = []string{"BUILD-13"}
		default:
			r.Rules = []string{"BUILD-02"}
		}
		chain = append(chain, r)
	}
	if e.Cost > 0 {
		r := link(ducats(e.Cost)+" "+were(int(e.Cost))+" paid for the "+kind(e.Unit), "BUILD-01")
		if e.Unit.Special() {
			r.Rules = append(r.Rules, "SPEC-01")
		}
		chain = append(chain, r)
	}
	return chain
}

// chainOfMoney explains lines of money, rolls, disasters and income.
func (t Teller) chainOfMoney(events []event.Event, e event.Event) []Reason {
	switch e := e.(type) {
	case event.Expense:
		return t.chainOfExpense(events, e)
	case event.Payment:
		return t.chainOfPayment(e)
	case event.Borrowed:
		return t.chainOfLoan(e)
	case event.Collected:
		return []Reason{link(ducats(e.Ducats)+" were due this campaign and in the treasury", "LOAN-09")}
	case event.Defaulted:
		chain := []Reason{link(ducats(e.Due)+" were due this campaign, and there was not so much to take", "LOAN-09")}
		if e.Seized > 0 {
			chain = append(chain, link("the bank seizes "+ducats(e.Seized), "LOAN-09"))
		}
		if e.Returned > 0 {
			chain = append(chain, link(ducats(e.Returned)+" repaid in this campaign go back", "LOAN-11"))
		}
		return append(chain, link("all debts are cancelled, and the bank's assassins come", "LOAN-09", "SEQ-04"))
	case event.ChitGiven:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Power), "ASSN-02")}
		}
		if e.Power == machiavelli.Nobody {
			return []Reason{link("the chits are shuffled and drawn in turn", "ASSN-01")}
		}
		return []Reason{link("chits change hands at once and unseen", "ASSN-02")}
	case event.Taxed:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Power), "OPT-07")}
		}
		return []Reason{link("a forced tax brings twice what province and city pay, and the province rebels", "OPT-07")}
	case event.ProvinceGiven:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Power), "OPT-06")}
		}
		return []Reason{link("a province that is no home and wholly owned may be given away", "OPT-06")}
	case event.Attempted:
		return t.chainOfAttempt(e)
	case event.Paralysed:
		if e.Bank {
			return []Reason{link("a power that cannot pay the bank is struck by its assassins", "LOAN-09", "SEQ-04")}
		}
		return []Reason{link("an attempt succeeded; all units of the power hold this campaign", "ASSN-06", "ASSN-07")}
	case event.Revolt:
		return []Reason{
			link("it rises on "+upTo(e.Limit)+" of the die", "ASSN-11"),
			link("the die showed "+strconv.Itoa(e.Roll), "ASSN-11"),
		}
	case event.RebellionBegun:
		return t.chainOfRebellion(e)
	case event.Bribed:
		if e.To == machiavelli.Nobody {
			return []Reason{link("the bribe succeeded: the garrison holds and obeys nobody", "BRIBE-10")}
		}
		return []Reason{link("the bribe succeeded: the unit changes hands before it acts", "BRIBE-11", "CTRL-07")}
	case event.Relieved:
		return []Reason{link("3 ducats take the famine off one province", "RELIEF-01")}
	case event.Attrition:
		return []Reason{link("at the end of spring the famine kills every unit in the province", "FAM-06")}
	case event.Disaster:
		return t.chainOfDisaster(e)
	case event.Income:
		return t.chainOfIncome(e)
	}
	return nil
}

// chainOfExpense follows the money of an expense from the treasury to its
// effect.
func (t Teller) chainOfExpense(events []event.Event, e event.Expense) []Reason {
	var chain []Reason
	add := func(text string, rules ...string) { chain = append(chain, link(text, rules...)) }
	if e.Failure != event.NoFailure {
		add(t.inVain(e), expenseRules(&e)...)
	}
	switch {
	case e.Paid == 0:
		add("nothing was paid of the "+ducats(e.Asked)+" ordered", "EXP-05")
	case e.Paid < e.Asked:
		add("only "+ducats(e.Paid)+" of the "+strconv.Itoa(int(e.Asked))+" ordered "+were(int(e.Paid))+" left to pay it with", "EXP-03", "EXP-05")
	case !e.Order.HasSum:
		add(ducats(e.Paid)+" "+were(int(e.Paid))+" paid, the least that it costs, as no sum was named", "EXP-04", "EXP-08")
	default:
		add(ducats(e.Paid)+" "+were(int(e.Paid))+" paid", "EXP-04")
	}
	switch {
	case e.Counted == 0 && e.Paid > 0:
		add("nothing of it counts, for money works in full threes", "EXP-06")
	case e.Counted < e.Paid:
		add("of these "+strconv.Itoa(int(e.Counted))+" count, in full threes", "EXP-06")
	}
	chain = append(chain, t.price(e)...)
	if len(e.Rivals) > 0 {
		add("other bribes for the same unit: "+t.bids(e.Rivals), "BRIBE-05")
	}
	if len(e.Counters) > 0 {
		text := "counter-bribes for the unit: " + t.bids(e.Counters)
		if left := e.Counted - e.Countered; e.Countered > 0 && e.Order.Expense != order.CounterBribe {
			text += ", which leaves " + leaves(left)
		}
		add(text, "BRIBE-07")
	}
	for _, x := range events {
		if a, ok := x.(event.Attempted); ok && e.Order.Expense == order.Assassinate && a.Power == e.Power && a.Slot == e.Slot {
			chain = append(chain, t.chainOfAttempt(a)...)
		}
	}
	if e.Failure == event.NoFailure && e.Order.Expense != order.Assassinate {
		add(t.bought(e), effectRules[e.Order.Expense]...)
	}
	return chain
}

// price explains the price of the expense.
func (t Teller) price(e event.Expense) []Reason {
	if e.Minimum == 0 || e.Order.Expense == order.CounterBribe || e.Order.Expense == order.Assassinate {
		return nil
	}
	switch e.Failure {
	case event.NoFailure, event.BelowMinimum, event.Outbid, event.TiedBid, event.CounterBribed:
	default:
		return nil // it did not matter
	}
	r := link("the price is "+ducats(e.Minimum), effectRules[e.Order.Expense]...)
	if e.Order.Expense == order.Rebellion {
		r.Rules = []string{"REB-04"}
	}
	if e.Target == nil {
		return []Reason{r}
	}
	r.Text = "the price of " + t.Unit(*e.Target) + " is " + ducats(e.Minimum)
	r.Rules = []string{"BRIBE-01"}
	if e.Target.InCity() && t.s.Board.Major.Has(e.Target.At) {
		r.Text += ", doubled for the great city"
		r.Rules = append(r.Rules, "BRIBE-02")
	}
	switch {
	case e.Target.Quality == machiavelli.Militia || e.Target.Quality == machiavelli.Professional:
		r.Text += ", doubled for a " + e.Target.Quality.String() + " unit"
		r.Rules = append(r.Rules, "BRIBE-03")
	case e.Target.Type == machiavelli.Cavalry || e.Target.Type == machiavelli.ArmouredCavalry:
		r.Text += ", doubled for cavalry"
		r.Rules = append(r.Rules, "OPT-01")
	}
	return []Reason{r}
}

// effectRules lists the rules for the effect of each expense.
var effectRules = map[order.ExpenseKind][]string{
	order.FamineRelief:  {"RELIEF-01"},
	order.Pacify:        {"RELIEF-02"},
	order.CounterBribe:  {"BRIBE-08"},
	order.DisbandUnit:   {"BRIBE-09"},
	order.BuyUnit:       {"BRIBE-11", "BRIBE-12"},
	order.ToAutonomous:  {"BRIBE-10"},
	order.Rebellion:     {"REB-05"},
	order.CauseFamine:   {"OPT-08"},
	order.CausePlague:   {"OPT-09"},
	order.RelievePlague: {"OPT-09"},
	order.OrderUnit:     {"OPT-05"},
}

// bought says what the money did.
func (t Teller) bought(e event.Expense) string {
	at := t.area(e.Order.To.At)
	switch e.Order.Expense {
	case order.FamineRelief:
		return "the famine in " + at + " is over"
	case order.Pacify:
		return "the rebellion in " + at + " is over, in the city and on the land"
	case order.CounterBribe:
		return "it is set against every bribe for the unit"
	case order.DisbandUnit:
		return "the unit is gone before it can act"
	case order.BuyUnit:
		return "the unit belongs to " + t.who(e.Power) + " and takes its orders"
	case order.ToAutonomous:
		return "the garrison holds and obeys nobody"
	case order.Rebellion:
		return at + " rebels"
	case order.CauseFamine:
		return "famine comes to " + at
	case order.CausePlague:
		return "the plague comes to " + at
	case order.RelievePlague:
		return "the plague in " + at + " is over"
	default:
		return "the unit takes the order"
	}
}

func (t Teller) chainOfAttempt(e event.Attempted) []Reason {
	text := "the money bought a " + strconv.Itoa(e.Faces) + "-in-6 chance"
	end := ", a miss"
	if e.Hit {
		end = ", a hit"
	}
	return []Reason{
		link(text, "ASSN-04"),
		link("the die showed "+strconv.Itoa(e.Roll)+end, "ASSN-04"),
		link("the chit is used up", "ASSN-05"),
	}
}

func (t Teller) chainOfPayment(e event.Payment) []Reason {
	rule := "GIFT-02"
	if e.Bank {
		rule = "LOAN-07"
	}
	var chain []Reason
	if e.Failure != event.NoFailure {
		rules := failureRules[e.Failure]
		if e.Failure == event.TreasuryEmpty {
			rules = []string{rule}
		}
		chain = append(chain, link(t.failed(e.Failure, e.Power), rules...))
	}
	switch {
	case e.Paid > 0 && e.Paid < e.Asked:
		chain = append(chain, link(ducats(e.Paid)+" of the "+strconv.Itoa(int(e.Asked))+" ordered "+were(int(e.Paid))+" paid", rule))
	case e.Paid > 0 && e.Bank:
		chain = append(chain, link(ducats(e.Paid)+" "+were(int(e.Paid))+" paid: interest first, then the loan itself, the earliest due first", rule))
	case e.Paid > 0:
		arrives := "they arrive"
		if e.Paid == 1 {
			arrives = "it arrives"
		}
		chain = append(chain, link(ducats(e.Paid)+" "+were(int(e.Paid))+" paid; "+arrives+" when all gifts are paid", rule))
	}
	return chain
}

func (t Teller) chainOfLoan(e event.Borrowed) []Reason {
	var chain []Reason
	if e.Failure != event.NoFailure {
		chain = append(chain, link(t.failed(e.Failure, e.Power), failureRules[e.Failure]...))
	}
	if e.Lent == 0 {
		return chain
	}
	if e.Lent < e.Asked {
		chain = append(chain, link("the bank lends 25 ducats in all, so only "+strconv.Itoa(int(e.Lent))+" of the "+strconv.Itoa(int(e.Asked))+" asked for", "LOAN-02"))
	}
	rate := "a fifth for one year"
	if e.Order.Years == 2 {
		rate = "half for two years"
	}
	return append(chain,
		link("the interest on "+ducats(e.Lent)+" is "+strconv.Itoa(int(e.Loan.Interest))+", "+rate+", rounded up", "LOAN-01", "LOAN-03"),
		link(ducats(e.Lent+e.Loan.Interest)+due(e.Loan), "LOAN-04"))
}

func (t Teller) chainOfRebellion(e event.RebellionBegun) []Reason {
	var r Reason
	switch e.Cause {
	case "assassination":
		r = link("the die for the province of a murdered ruler", "REB-02", "ASSN-11")
	case "taxation":
		r = link("a province taxed by force rebels", "OPT-07")
	default:
		r = link("money was spent to stir it up", "REB-02", "REB-03")
	}
	part := link("the rebels hold the land; a garrisoned city stays quiet", "REB-05", "REB-06")
	switch {
	case e.InCity:
		part = link("the rebels hold the city, for no garrison stands in it", "REB-05")
	case !t.s.Forts.Has(e.Province):
		part = link("the rebels hold the land, which has no walls to hold too", "REB-05")
	}
	return []Reason{r, part}
}
