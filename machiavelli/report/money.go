package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// money describes an event about money, treachery, rebellions or income in a
// sentence. It is empty for other events.
func (t Teller) money(e event.Event) message.Message {
	switch e := e.(type) {
	case event.Payment:
		return t.payment(e)
	case event.Borrowed:
		return t.borrowed(e)
	case event.Collected:
		return message.New("{Power} {power?pl:pay|pays} back what is due to the bank, {sum}.", t.PowerOf(e.Power), message.Ducats(e.Ducats))
	case event.Defaulted:
		return t.defaulted(e)
	case event.ChitGiven:
		return t.chitGiven(e)
	case event.Taxed:
		if e.Failure != event.NoFailure {
			return message.New("{Power} cannot tax {place:name}: {why}.", t.PowerOf(e.Power), t.AreaOf(e.Province), t.notTaxed(e))
		}
		return message.New("{Power} {power?pl:squeeze|squeezes} {sum} out of {place:name}.", t.PowerOf(e.Power), message.Ducats(e.Ducats), t.AreaOf(e.Province))
	case event.ProvinceGiven:
		if e.Failure != event.NoFailure {
			return message.New("{Power} cannot give {place:name} to {to}: {why}.", t.PowerOf(e.Power), t.AreaOf(e.Province), t.PowerOf(e.To), t.failed(e.Failure, e.Power))
		}
		return message.New("{Power} {power?pl:give|gives} {place:name} to {to}.", t.PowerOf(e.Power), t.AreaOf(e.Province), t.PowerOf(e.To))
	case event.Exchanged:
		return t.exchanged(e)
	case event.Expense:
		return t.expense(e)
	case event.RebellionBegun:
		return t.rises(e)
	case event.Attempted:
		return t.attempted(e)
	case event.Paralysed:
		if e.Bank {
			return message.New("The bank's assassins kill the ruler of {power}.", t.PowerOf(e.Power))
		}
		return message.New("The ruler of {power} is assassinated.", t.PowerOf(e.Power))
	case event.Revolt:
		return t.revolt(e)
	case event.Income:
		return t.income(e)
	}
	return message.Message{}
}

// because adds a reason to a sentence that has no full stop yet.
func because(what, why message.Message) message.Message {
	if why.IsZero() {
		return message.Sentence(what)
	}
	return message.New("{What}: {why}.", what, why)
}

func (t Teller) payment(e event.Payment) message.Message {
	power, to := t.PowerOf(e.Power), t.PowerOf(e.To)
	paid, asked := message.Ducats(e.Paid), message.Ducats(e.Asked)
	switch {
	case e.Verdict == event.Succeeded && e.Paid < e.Asked && e.Bank:
		return message.New("{Power} {power?pl:pay|pays} {sum} to the bank; no more of the {asked:n} ducats was owed or at hand.", power, paid, asked)
	case e.Verdict == event.Succeeded && e.Paid < e.Asked:
		return message.New("{Power} {power?pl:pay|pays} {sum} to {to}, all that was left of the {asked:n} ducats meant.", power, paid, to, asked)
	case e.Verdict == event.Succeeded && e.Bank:
		return message.New("{Power} {power?pl:pay|pays} {sum} to the bank.", power, paid)
	case e.Verdict == event.Succeeded:
		return message.New("{Power} {power?pl:pay|pays} {sum} to {to}.", power, paid, to)
	case e.Bank:
		return because(message.New("{power} cannot pay {sum} to the bank", power, asked), t.failed(e.Failure, e.Power))
	default:
		return because(message.New("{power} cannot pay {sum} to {to}", power, asked, to), t.failed(e.Failure, e.Power))
	}
}

func (t Teller) borrowed(e event.Borrowed) message.Message {
	power := t.PowerOf(e.Power)
	if e.Lent == 0 {
		return because(message.New("the bank lends nothing to {power}", power), t.failed(e.Failure, e.Power))
	}
	if e.Lent < e.Asked {
		return message.New("{Power} {power?pl:borrow|borrows} {sum} of the {asked:n} asked for; {due}.", power, message.Ducats(e.Lent), message.Ducats(e.Asked), due(e))
	}
	return message.New("{Power} {power?pl:borrow|borrows} {sum}; {due}.", power, message.Ducats(e.Lent), due(e))
}

// due states when a loan is due.
func due(e event.Borrowed) message.Message {
	return message.New("{sum} are due in {when}", message.Ducats(e.Lent+e.Loan.Interest), message.Campaign{Season: e.Loan.Season, Year: e.Loan.Year})
}

func (t Teller) defaulted(e event.Defaulted) message.Message {
	power, sum := t.PowerOf(e.Power), message.Ducats(e.Due)
	var then []message.Message
	if e.Seized > 0 {
		then = append(then, message.New("the bank seizes {sum}", message.Ducats(e.Seized)))
	}
	if e.Returned > 0 {
		then = append(then, returned(e))
	}
	if len(then) == 0 {
		return message.New("{Power} cannot pay the bank the {sum} that are due.", power, sum)
	}
	return message.New("{Power} cannot pay the bank the {sum} that are due; {then}.", power, sum, clauses(message.Clauses, then))
}

// returned states how much of a defaulter's repayments the bank gave back.
func returned(e event.Defaulted) message.Message {
	return message.New("the bank returns {sum} of what it was paid in this campaign", message.Ducats(e.Returned))
}

// notTaxed explains why a province was not taxed by force.
func (t Teller) notTaxed(e event.Taxed) message.Message {
	if e.Failure == event.WrongTarget {
		return message.New("the province was given away")
	}
	return t.failed(e.Failure, e.Power)
}

func (t Teller) chitGiven(e event.ChitGiven) message.Message {
	power, to, victim := t.PowerOf(e.Power), t.PowerOf(e.To), t.PowerOf(e.Victim)
	own := e.Victim == e.To
	switch {
	case e.Power == machiavelli.Nobody && own:
		return message.New("{Power} {power?pl:draw|draws} an assassination chit against {power} {power?pl:themselves|itself}.", to)
	case e.Power == machiavelli.Nobody:
		return message.New("{Power} {power?pl:draw|draws} an assassination chit against {victim}.", to, victim)
	case e.Verdict == event.Succeeded && own:
		return message.New("{Power} {power?pl:give|gives} {to} an assassination chit against {to} {to?pl:themselves|itself}.", power, to)
	case e.Verdict == event.Succeeded:
		return message.New("{Power} {power?pl:give|gives} {to} an assassination chit against {victim}.", power, to, victim)
	default:
		return message.New("{Power} {power?pl:have|has} no assassination chit against {victim} to give to {to}.", power, victim, to)
	}
}

func (t Teller) expense(e event.Expense) message.Message {
	power, paid, purpose := t.PowerOf(e.Power), message.Ducats(e.Paid), t.purchase(e)
	partly := e.Counted < e.Paid && e.Counted > 0
	counted := message.Ducats(e.Counted)
	switch {
	case e.Failure == event.TreasuryEmpty:
		return message.Sentence(message.New("{power} {power?pl:have|has} no money {purpose}", power, purpose))
	case e.Paid == 0:
		return because(message.New("{power} {power?pl:spend|spends} nothing {purpose}", power, purpose), t.inVain(e))
	case e.Failure == event.NoFailure && partly:
		return message.New("{Power} {power?pl:spend|spends} {sum}, of which {counted:n} count, {purpose}.", power, paid, counted, purpose)
	case e.Failure == event.NoFailure:
		return message.New("{Power} {power?pl:spend|spends} {sum} {purpose}.", power, paid, purpose)
	case partly:
		return because(message.New("{power} {power?pl:spend|spends} {sum}, of which {counted:n} count, without effect {purpose}", power, paid, counted, purpose), t.inVain(e))
	}
	return because(message.New("{power} {power?pl:spend|spends} {sum} without effect {purpose}", power, paid, purpose), t.inVain(e))
}

// bribed states whether a bribe made a unit autonomous or bought it.
func (t Teller) bribed(e event.Bribed) message.Message {
	unit := t.UnitOf(e.Unit)
	switch {
	case e.To == machiavelli.Nobody:
		return message.New("{unit} is bribed by {power} and no longer obeys anyone", unit, t.PowerOf(e.By))
	case e.Unit.Owner == machiavelli.Nobody:
		return message.New("{unit} is bought by {power}", unit, t.PowerOf(e.To))
	default:
		return message.New("{unit} is bought by {power} and changes sides", unit, t.PowerOf(e.To))
	}
}

// rebels says which part of a province rebels, and against whom.
func (t Teller) rebels(e event.RebellionBegun) message.Message {
	place, against := t.AreaOf(e.Province), t.PowerOf(e.Against)
	switch city, land, known := e.InCity && !e.InLand, e.InLand && !e.InCity, e.Against != machiavelli.Nobody; {
	case city && known:
		return message.New("the city of {place:name} rebels against {power}", place, against)
	case city:
		return message.New("the city of {place:name} rebels", place)
	case land && known:
		return message.New("the province of {place:name} rebels against {power}", place, against)
	case land:
		return message.New("the province of {place:name} rebels", place)
	case known:
		return message.New("the city and the province of {place:name} rebel against {power}", place, against)
	}
	return message.New("the city and the province of {place:name} rebel", place)
}

func (t Teller) rises(e event.RebellionBegun) message.Message {
	what := t.rebels(e)
	switch {
	case e.Cause == "taxation":
		return message.New("{What} because of the forced taxes.", what)
	case e.Cause == "expense" && e.By != 0:
		return message.New("{What}: {powers} stirred it up.", what, t.set(e.By))
	}
	return message.Sentence(what)
}

// upTo returns the faces of a die that succeed, such as "1", "1 or 2" or "1 to
// 3".
func upTo(faces int) message.Message {
	switch {
	case faces <= 1:
		return message.New("1")
	case faces == 2:
		return message.New("1 or 2")
	}
	return message.New("1 to {n}", message.Number(faces))
}

func (t Teller) attempted(e event.Attempted) message.Message {
	power, victim := t.PowerOf(e.Power), t.PowerOf(e.Victim)
	if e.Hit {
		return message.New("An assassin sent by {power} after the ruler of {victim} strikes: the die shows {roll}, and {needed} was needed.", power, victim, message.Number(e.Roll), upTo(e.Faces))
	}
	return message.New("An assassin sent by {power} after the ruler of {victim} fails: the die shows {roll}, and {needed} was needed.", power, victim, message.Number(e.Roll), upTo(e.Faces))
}

func (t Teller) revolt(e event.Revolt) message.Message {
	place, roll := t.AreaOf(e.Province), message.Number(e.Roll)
	switch {
	case e.Rose:
		return message.New("{Place:name} rebels after the murder of its ruler: the die shows {roll}, and {limit} causes a rebellion.", place, roll, upTo(e.Limit))
	case e.Roll <= e.Limit:
		return message.New("The die for {place:name} after the murder of its ruler shows {roll}, but nothing changes there.", place, roll)
	}
	return message.New("{Place:name} does not rebel after the murder of its ruler: the die shows {roll}, and only {limit} causes a rebellion.", place, roll, upTo(e.Limit))
}

// disaster names the places that a disaster struck, or says that there were
// none.
func (t Teller) disaster(e event.Disaster) message.Message {
	ps := struck(e)
	places := t.places(message.And, ps)
	switch {
	case e.What == "storm" && len(ps) > 0:
		return message.New("storms rage in {places}", places)
	case e.What == "storm":
		return message.New("no storms this year")
	case e.What == "plague" && len(ps) > 0:
		return message.New("plague strikes {places}", places)
	case e.What == "plague" && e.Severity == 0:
		return message.New("the plague spreads no further")
	case e.What == "plague":
		return message.New("no plague this year")
	case len(ps) > 0:
		return message.New("famine strikes {places}", places)
	}
	return message.New("no famine this year")
}

// sum returns a sum of ducats, or "nothing".
func sum(d machiavelli.Ducats) message.Arg {
	if d <= 0 {
		return message.New("nothing")
	}
	return message.Ducats(d)
}

func (t Teller) income(e event.Income) message.Message {
	var parts []message.Message
	if e.Seas != 0 {
		parts = append(parts, message.New("{n} at sea", message.Number(e.Seas)))
	}
	if e.Provinces != 0 {
		parts = append(parts, message.New("{n} from provinces", message.Number(e.Provinces)))
	}
	if e.Cities != 0 {
		parts = append(parts, message.New("{n} from cities", message.Number(e.Cities)))
	}
	switch {
	case len(e.Dice) > 0:
		var faces []message.Number
		for _, d := range e.Dice {
			faces = append(faces, message.Number(d.Roll))
		}
		parts = append(parts, message.New("{n} by the dice ({rolls})", message.Number(e.Variable), message.ListOf(message.Commas, faces)))
	case e.Variable != 0:
		parts = append(parts, message.New("{n} of variable income", message.Number(e.Variable)))
	}
	power, total, left := t.PowerOf(e.Power), sum(e.Total), message.Number(e.Treasury)
	from := clauses(message.And, parts)
	switch {
	case len(parts) > 0:
		return message.New("{Power} {power?pl:earn|earns} {sum}: {parts}; the treasury holds {treasury}.", power, total, from, left)
	case e.Treasury > 0:
		return message.New("{Power} {power?pl:earn|earns} {sum}; the treasury holds {treasury}.", power, total, left)
	}
	return message.New("{Power} {power?pl:earn|earns} {sum}; the treasury is empty.", power, total)
}

// fieldUnit returns a type of unit in a place, without its power.
func (t Teller) fieldUnit(u order.Unit) message.Somewhere {
	return message.Somewhere{Type: message.KindOf(u.Type, machiavelli.Ordinary), At: t.PlaceOf(u.Place())}
}
