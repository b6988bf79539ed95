package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// chainOfRetreat explains the result of a retreat order.
func (t Teller) chainOfRetreat(e event.Retreated) []Reason {
	switch {
	case len(e.With) > 0:
		return []Reason{link(t.Explain(e), "RETR-07")}
	case e.IntoCity:
		return []Reason{link(message.New("the city was open to it"), "RETR-05", "RETR-06")}
	case e.Order.Kind == order.Disband:
		return []Reason{link(message.New("it disbands by its order"), "ORD-07")}
	case !t.Explain(e).IsZero():
		return []Reason{link(t.Explain(e), "RETR-11")}
	}
	return []Reason{link(message.New("the place was open to it, and no other unit retreated there"), "RETR-01", "RETR-13")}
}

// chainOfWinter explains what a winter order cost, or why it failed.
func (t Teller) chainOfWinter(e event.Adjusted) []Reason {
	var chain []Reason
	if !e.Error.IsZero() {
		r := link(e.Error)
		switch {
		case e.Failure == event.CannotBePaid:
			r = link(t.failed(e.Failure, e.Power), "BUILD-12")
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
		r := link(message.New("{sum} {sum?one:was|were} paid for the {type}", message.Ducats(e.Cost), message.KindOf(e.Unit.Type, e.Unit.Quality)), "BUILD-01")
		if e.Unit.Special() {
			r.Rules = append(r.Rules, "SPEC-01")
		}
		chain = append(chain, r)
	}
	return chain
}

// chainOfMoney explains money orders, rolls, disasters and income.
func (t Teller) chainOfMoney(events []event.Event, e event.Event) []Reason {
	switch e := e.(type) {
	case event.Expense:
		return t.chainOfExpense(events, e)
	case event.Payment:
		return t.chainOfPayment(e)
	case event.Borrowed:
		return t.chainOfLoan(e)
	case event.Collected:
		return []Reason{link(message.New("{sum} were due this campaign and in the treasury", message.Ducats(e.Ducats)), "LOAN-09")}
	case event.Defaulted:
		chain := []Reason{link(message.New("{sum} were due this campaign, and there was not so much to take", message.Ducats(e.Due)), "LOAN-09")}
		if e.Seized > 0 {
			chain = append(chain, link(message.New("the bank seizes {sum}", message.Ducats(e.Seized)), "LOAN-09"))
		}
		if e.Returned > 0 {
			chain = append(chain, link(returned(e), "LOAN-11"))
		}
		return append(chain, link(message.New("all debts are cancelled, and the bank's assassins come"), "LOAN-09", "SEQ-04"))
	case event.ChitGiven:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Power), "ASSN-02")}
		}
		if e.Power == machiavelli.Nobody {
			return []Reason{link(message.New("the chits are shuffled and drawn in turn"), "ASSN-01")}
		}
		return []Reason{link(message.New("chits change hands at once and unseen"), "ASSN-02")}
	case event.Taxed:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.notTaxed(e), "OPT-07")}
		}
		chain := []Reason{link(message.New("a forced tax brings twice what province and city pay their owner"), "OPT-07")}
		if r, ok := begun(events, e.Province); ok {
			chain = append(chain, link(t.rebels(r), "OPT-07"))
		}
		return chain
	case event.ProvinceGiven:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Power), "OPT-06")}
		}
		return []Reason{link(message.New("a province may be given away if it is wholly owned and not a home province"), "OPT-06")}
	case event.Exchanged:
		return t.chainOfExchange(e)
	case event.Attempted:
		return t.chainOfAttempt(e)
	case event.Paralysed:
		if e.Bank {
			return []Reason{link(message.New("a power that cannot pay the bank is struck by its assassins"), "LOAN-09", "SEQ-04")}
		}
		return []Reason{link(message.New("an attempt succeeded; all units of the power hold this campaign"), "ASSN-06", "ASSN-07")}
	case event.Revolt:
		return []Reason{
			link(message.New("the province rebels if the die shows {limit}", upTo(e.Limit)), "ASSN-11"),
			link(message.New("the die showed {n}", message.Number(e.Roll)), "ASSN-11"),
		}
	case event.RebellionBegun:
		return t.chainOfRebellion(e)
	case event.Bribed:
		if e.To == machiavelli.Nobody {
			return []Reason{link(message.New("the bribe succeeded: the unit holds, and belongs to nobody"), "BRIBE-10")}
		}
		return []Reason{link(message.New("the bribe succeeded: the unit changes hands before it acts"), "BRIBE-11", "CTRL-07")}
	case event.Relieved:
		return []Reason{link(message.New("3 ducats take the famine off one province"), "RELIEF-01")}
	case event.Attrition:
		return []Reason{link(message.New("at the end of the campaign the famine kills every unit in the province"), "FAM-06")}
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
	add := func(text message.Message, rules ...string) { chain = append(chain, link(text, rules...)) }
	if e.Failure != event.NoFailure {
		add(t.inVainWith(events, e), expenseRules(events, &e)...)
	}
	paid := message.Ducats(e.Paid)
	switch {
	case e.Paid == 0 && e.Asked == 0:
		add(message.New("nothing was to be paid"), "EXP-04")
	case e.Paid == 0 && !e.Order.HasSum:
		add(message.New("it costs {sum}, but nothing was paid", message.Ducats(e.Asked)), "EXP-05", "EXP-08")
	case e.Paid == 0:
		add(message.New("{sum} {sum?one:was|were} ordered, but nothing was paid", message.Ducats(e.Asked)), "EXP-05")
	case e.Paid < e.Asked && !e.Order.HasSum:
		add(message.New("only {sum} of the {asked:n} that it costs {sum?one:was|were} left to pay it with", paid, message.Ducats(e.Asked)), "EXP-03", "EXP-05", "EXP-08")
	case e.Paid < e.Asked:
		add(message.New("only {sum} of the {asked:n} ordered {sum?one:was|were} left to pay it with", paid, message.Ducats(e.Asked)), "EXP-03", "EXP-05")
	case !e.Order.HasSum:
		add(message.New("{sum} {sum?one:was|were} paid, the least that it costs, as no sum was named", paid), "EXP-04", "EXP-08")
	default:
		add(message.New("{sum} {sum?one:was|were} paid", paid), "EXP-04")
	}
	switch {
	case e.Counted == 0 && e.Paid > 0:
		add(message.New("nothing of it counts, because money works in full threes"), "EXP-06")
	case e.Counted < e.Paid:
		add(message.New("of these, only {n} count, because money works in full threes", message.Number(e.Counted)), "EXP-06")
	}
	chain = append(chain, t.price(e)...)
	if len(e.Rivals) > 0 {
		add(message.New("other bribes for the same unit: {bids}", t.bids(e.Rivals)), "BRIBE-05")
	}
	if len(e.Counters) > 0 {
		text := message.New("counter-bribes for the unit: {bids}", t.bids(e.Counters))
		if left := e.Counted - e.Countered; e.Countered > 0 && e.Order.Expense != order.CounterBribe && !lost(e) {
			text = message.New("counter-bribes for the unit: {bids}, which leaves {left}", t.bids(e.Counters), sum(left))
		}
		add(text, "BRIBE-07")
	}
	for _, x := range events {
		if a, ok := x.(event.Attempted); ok && e.Order.Expense == order.Assassinate && a.Power == e.Power && a.Slot == e.Slot {
			chain = append(chain, t.chainOfAttempt(a)...)
		}
	}
	if e.Failure == event.NoFailure && e.Order.Expense != order.Assassinate {
		add(t.bought(events, e), effectRules[e.Order.Expense]...)
	}
	return chain
}

// lost reports whether this bribe was not compared with the counter-bribes, because another
// bribe counted for the unit or none did.
func lost(e event.Expense) bool { return e.Failure == event.Outbid || e.Failure == event.TiedBid }

// price explains the price of the expense.
func (t Teller) price(e event.Expense) []Reason {
	if e.Minimum == 0 || e.Order.Expense == order.CounterBribe || e.Order.Expense == order.Assassinate {
		return nil
	}
	switch e.Failure {
	case event.NoFailure, event.BelowMinimum, event.Outbid, event.TiedBid, event.CounterBribed:
	default:
		return nil // the price made no difference
	}
	price := message.Ducats(e.Minimum)
	r := link(message.New("the price is {sum}", price), effectRules[e.Order.Expense]...)
	if e.Order.Expense == order.Rebellion {
		r.Rules = []string{"REB-04"}
	}
	if e.Target == nil {
		return []Reason{r}
	}
	var why []message.Message
	r.Rules = []string{"BRIBE-01"}
	if e.Target.InCity() && t.s.Board.Major.Has(e.Target.At) {
		why = append(why, message.New("doubled for the great city"))
		r.Rules = append(r.Rules, "BRIBE-02")
	}
	switch {
	case e.Target.Quality == machiavelli.Militia:
		why = append(why, message.New("doubled for a militia unit"))
		r.Rules = append(r.Rules, "BRIBE-03")
	case e.Target.Quality == machiavelli.Professional:
		why = append(why, message.New("doubled for a professional unit"))
		r.Rules = append(r.Rules, "BRIBE-03")
	case e.Target.Type == machiavelli.Cavalry || e.Target.Type == machiavelli.ArmouredCavalry:
		why = append(why, message.New("doubled for cavalry"))
		r.Rules = append(r.Rules, "OPT-01")
	}
	r.Text = message.New("the price of {unit} is {sum}", t.UnitOf(*e.Target), price)
	if len(why) > 0 {
		r.Text = message.New("the price of {unit} is {sum}, {why}", t.UnitOf(*e.Target), price, message.ListOf(message.Commas, why))
	}
	return []Reason{r}
}

func (t Teller) chainOfAttempt(e event.Attempted) []Reason {
	roll := message.New("the die showed {n}, a miss", message.Number(e.Roll))
	if e.Hit {
		roll = message.New("the die showed {n}, a hit", message.Number(e.Roll))
	}
	return []Reason{
		link(message.New("the money bought a {n}-in-6 chance", message.Number(e.Faces)), "ASSN-04"),
		link(roll, "ASSN-04"),
		link(message.New("an attempt uses up a chit, where chits are counted"), "ASSN-05"),
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
	paid := message.Ducats(e.Paid)
	switch {
	case e.Paid > 0 && e.Paid < e.Asked:
		chain = append(chain, link(message.New("{sum} of the {asked:n} ordered {sum?one:was|were} paid", paid, message.Ducats(e.Asked)), rule))
	case e.Paid > 0 && e.Bank:
		chain = append(chain, link(message.New("{sum} {sum?one:was|were} paid: interest first, then the loan itself, the earliest due first", paid), rule))
	case e.Paid > 0:
		chain = append(chain, link(message.New("{sum} {sum?one:was|were} paid, and {sum?one:it arrives|they arrive} before any expense is paid", paid), rule))
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
		chain = append(chain, link(message.New("the bank lends 25 ducats in all, so only {lent:n} of the {asked:n} asked for", message.Ducats(e.Lent), message.Ducats(e.Asked)), "LOAN-02"))
	}
	lent, interest := message.Ducats(e.Lent), message.Ducats(e.Loan.Interest)
	rate := message.New("the interest on {sum} is {interest:n}, a fifth for one year, rounded up", lent, interest)
	if e.Order.Years == 2 {
		rate = message.New("the interest on {sum} is {interest:n}, half for two years, rounded up", lent, interest)
	}
	return append(chain, link(rate, "LOAN-01", "LOAN-03"), link(due(e), "LOAN-04"))
}

func (t Teller) chainOfRebellion(e event.RebellionBegun) []Reason {
	var r Reason
	switch e.Cause {
	case "assassination":
		r = link(message.New("the die for the province of a murdered ruler"), "REB-02", "ASSN-11")
	case "taxation":
		r = link(message.New("a province taxed by force rebels"), "OPT-07")
	default:
		r = link(message.New("money was spent to stir it up"), "REB-02", "REB-03")
	}
	part := link(message.New("the rebels hold the land; a city with a garrison, or with rebels already, stays as it is"), "REB-05", "REB-06")
	switch {
	case e.InCity && e.InLand:
		part = link(message.New("the rebels hold the land, and also the city because there is no garrison in it"), "REB-05")
	case e.InCity:
		part = link(message.New("the rebels hold the city because there is no garrison in it"), "REB-05")
	case !t.s.Forts.Has(e.Province):
		part = link(message.New("the rebels hold the land, which has no walls to hold too"), "REB-05")
	}
	return []Reason{r, part}
}
