package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// exchanged describes an exchange in a sentence, or says why it did not take
// place.
func (t Teller) exchanged(e event.Exchanged) message.Message {
	power, with := t.PowerOf(e.Power), t.PowerOf(e.With)
	gives, gets := t.goods(e.Lines, false), t.goods(e.Lines, true)
	switch {
	case e.Verdict == event.Succeeded:
		return message.New("{Power} {power?pl:give|gives} {with} {goods}, and {power?pl:get|gets} {goods2} in return: the exchange takes place.", power, with, gives, gets)
	case len(gets.Of) == 0:
		return message.New("{With} {with?pl:do|does} not get what {power} offered, {goods}: {why}.", with, power, gives, t.noExchange(e))
	case len(gives.Of) == 0:
		return message.New("{Power} {power?pl:do|does} not get what {power?pl:they|it} asked of {with}, {goods}: {why}.", power, with, gets, t.noExchange(e))
	}
	return message.New("The exchange of {power} and {with}, {goods} for {goods2}, does not take place: {why}.", power, with, gives, gets, t.noExchange(e))
}

// goods lists what the writer of the lines gives in an exchange, or what it
// gets if get is true.
func (t Teller) goods(lines []order.Order, get bool) message.List {
	l := message.List{How: message.And}
	for i := range lines {
		if o := &lines[i]; o.Get == get {
			l.Of = append(l.Of, t.good(o))
		}
	}
	return l
}

// good names what a line of an exchange is about.
func (t Teller) good(o *order.Order) message.Arg {
	switch o.Item {
	case order.Payment:
		return message.Ducats(o.Amount)
	case order.GiveChit:
		return message.New("an assassination chit against {victim}", t.PowerOf(o.Victim))
	case order.GiveProvince:
		return message.New("the province of {place:name}", t.AreaOf(o.To.At))
	}
	return message.New("the order \"{order}\"", message.Order(order.Format(o.Inner(), t.s.Board, t.s.Powers)))
}

// noExchange says why an exchange did not take place, as a clause.
func (t Teller) noExchange(e event.Exchanged) message.Message {
	with, failed := t.PowerOf(e.With), t.PowerOf(e.Failed)
	switch e.Failure {
	case event.NotLodged:
		return message.New("{with} {with?pl:have|has} not lodged the same", with)
	case event.NoReturn:
		return message.New("nothing was promised in return")
	case event.TooMuch:
		return message.New("{power} {power?pl:have|has} promised more than there was to give", failed)
	case event.NotToGive:
		return message.New("{power} could not hand over the province", failed)
	case event.UnitLost:
		return message.New("the unit of {power} no longer obeyed", failed)
	}
	return t.failed(e.Failure, e.Failed)
}

// chainOfExchange explains an exchange.
func (t Teller) chainOfExchange(e event.Exchanged) []Reason {
	switch e.Failure {
	case event.NoFailure:
		return []Reason{
			link(message.New("{power} and {with} lodged the same exchange", t.PowerOf(e.Power), t.PowerOf(e.With)), "OPT-19"),
			link(message.New("everything in it could be given before the units moved"), "OPT-21"),
		}
	case event.NotLodged, event.NoReturn:
		return []Reason{link(t.noExchange(e), "OPT-19")}
	case event.TooMuch:
		return []Reason{link(t.noExchange(e), "OPT-20")}
	case event.Indebted:
		return []Reason{link(t.noExchange(e), "OPT-20", "LOAN-08")}
	}
	return []Reason{
		link(t.noExchange(e), "OPT-21"),
		link(message.New("everything set aside for the exchange went back"), "OPT-20", "OPT-21"),
	}
}

// exchangeLine says what a line of an exchange orders, in the words of the
// classic report.
func (t Teller) exchangeLine(o *order.Order) string {
	deal := "Exchange with " + t.Power(o.With) + ": "
	switch {
	case o.Item == order.Clear:
		return deal + "none."
	case o.Get:
		return deal + "gets " + t.classicGood(o) + "."
	}
	return deal + "gives " + t.classicGood(o) + "."
}

// classicGood names what a line of an exchange is about, in the words of the
// classic report.
func (t Teller) classicGood(o *order.Order) string {
	switch o.Item {
	case order.Payment:
		return ducats(machiavelli.Ducats(o.Amount))
	case order.GiveChit:
		return message.Capital(t.Adjective(o.Victim)) + " assassination chit"
	case order.GiveProvince:
		return "the province of " + t.area(o.To.At)
	}
	return "the order " + order.Format(o.Inner(), t.s.Board, t.s.Powers)
}
