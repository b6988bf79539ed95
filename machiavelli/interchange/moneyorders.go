package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// kindNames are the format's words for lines without a unit.
var kindNames = map[order.Kind]string{
	order.Build: "build", order.Waive: "waive", order.Ally: "ally", order.Unally: "unally",
	order.Expense: "expense", order.Payment: "payment", order.Loan: "loan", order.GiveChit: "chit",
	order.Permit: "permit", order.Tax: "tax", order.GiveProvince: "give-province",
	order.Silence: "silence", order.Overrule: "overrule", order.Exchange: "exchange",
}

func kindName(k order.Kind) string { return kindNames[k] }

// sum writes a member with ducats.
func (o *output) sum(name string, d machiavelli.Ducats) {
	o.member(name)
	o.number(int(d))
}

// unitless begins the record of a line without a unit.
func (w *writer) unitless(power machiavelli.Power, o *order.Order, given string, v event.Verdict) {
	w.open('{')
	w.member("power")
	w.power(power)
	w.textMember("kind", kindName(o.Kind))
	w.orderMembers(o, given, outcome(v))
}

// unitlessEnd ends the record for the line of event i by writing the failure
// and the chain of reasons.
func (w *writer) unitlessEnd(f event.Failure, i int) {
	if f != event.NoFailure {
		w.textMember("reason", string(f))
	}
	w.why(i)
	w.close('}')
}

// expense writes the record of an expense with its cost and the bids against
// it.
func (w *writer) expense(e event.Expense, i int) {
	w.unitless(e.Power, &e.Order, e.Given, e.Verdict)
	w.member("slot")
	w.number(e.Slot)
	if e.Letter != "" {
		w.textMember("letter", e.Letter)
	}
	w.sum("asked", e.Asked)
	w.sum("paid", e.Paid)
	w.sum("counted", e.Counted)
	if e.Minimum != 0 {
		w.sum("minimum", e.Minimum)
	}
	if e.Target != nil {
		w.member("target")
		w.ownedUnit(*e.Target)
	}
	w.bids("rivals", e.Rivals)
	w.bids("counters", e.Counters)
	w.unitlessEnd(e.Failure, i)
}

// bids writes a list of bids for the unit, unless the list is empty.
func (w *writer) bids(name string, list []event.Bid) {
	if len(list) == 0 {
		return
	}
	w.member(name)
	w.open('[')
	for _, b := range list {
		w.open('{')
		w.member("power")
		w.power(b.Power)
		w.member("slot")
		w.number(b.Slot)
		w.sum("ducats", b.Ducats)
		w.close('}')
	}
	w.close(']')
}

func (w *writer) payment(e event.Payment, i int) {
	w.unitless(e.Power, &e.Order, e.Given, e.Verdict)
	w.member("to")
	if e.Bank {
		w.text("bank")
	} else {
		w.power(e.To)
	}
	w.sum("asked", e.Asked)
	w.sum("paid", e.Paid)
	w.unitlessEnd(e.Failure, i)
}

func (w *writer) borrowed(e event.Borrowed, i int) {
	w.unitless(e.Power, &e.Order, e.Given, e.Verdict)
	w.sum("asked", e.Asked)
	w.sum("lent", e.Lent)
	if e.Lent != 0 {
		w.sum("interest", e.Loan.Interest)
		w.textMember("due", machiavelli.Phase{Season: e.Loan.Season, Year: e.Loan.Year}.Campaign())
	}
	w.unitlessEnd(e.Failure, i)
}

func (w *writer) chitGiven(e event.ChitGiven, i int) {
	w.unitless(e.Power, &e.Order, e.Given, e.Verdict)
	w.member("to")
	w.power(e.To)
	w.member("victim")
	w.power(e.Victim)
	w.unitlessEnd(e.Failure, i)
}

func (w *writer) taxed(e event.Taxed, i int) {
	w.unitless(e.Power, &e.Order, e.Given, e.Verdict)
	w.member("province")
	w.area(e.Province)
	w.sum("ducats", e.Ducats)
	w.unitlessEnd(e.Failure, i)
}

func (w *writer) provinceGiven(e event.ProvinceGiven, i int) {
	w.unitless(e.Power, &e.Order, e.Given, e.Verdict)
	w.member("to")
	w.power(e.To)
	w.member("province")
	w.area(e.Province)
	w.unitlessEnd(e.Failure, i)
}

// exchanged writes a record for each line of an exchange. If both parties
// lodged the exchange, it writes both parties' lines.
func (w *writer) exchanged(e event.Exchanged, i int) {
	for k := range e.Lines {
		w.exchangeLine(e.Power, &e.Lines[k], &e, i)
	}
	if !e.Both {
		return
	}
	for k := range e.Lines {
		o := e.Lines[k].Mirrored(e.Power)
		w.exchangeLine(e.With, &o, &e, i)
	}
}

func (w *writer) exchangeLine(power machiavelli.Power, o *order.Order, e *event.Exchanged, i int) {
	w.unitless(power, o, order.Format(*o, w.set.Board, w.set.Powers), e.Verdict)
	w.member("with")
	w.power(o.With)
	if e.Failed != machiavelli.Nobody {
		w.member("failed")
		w.power(e.Failed)
	}
	w.unitlessEnd(e.Failure, i)
}

// goneBefore writes the records of units that a bribe or an assassination
// removed before they could act, because every unit has a record.
func (w *writer) goneBefore() {
	for i, e := range w.r.Events {
		r, ok := e.(event.Removed)
		if !ok || r.Reason != event.ByBribe && r.Reason != event.ByMurder {
			continue
		}
		o, given := w.lastOrder(r.Unit)
		w.open('{')
		w.owned(r.Unit)
		w.orderMembers(&o, given, event.Disbanded.String())
		w.member("dislodged")
		w.truth(false)
		w.why(i)
		w.close('}')
	}
}

// lastOrder returns the last line that the unit's owner wrote for it, or a
// hold.
func (w *writer) lastOrder(u position.Unit) (o order.Order, given string) {
	for i := len(w.c.lines) - 1; i >= 0; i-- {
		l := &w.c.lines[i]
		x := &l.Order.Unit
		named := x.At == u.At && (x.Type == u.Type || x.Type == machiavelli.NoType) && l.Order.Kind <= order.Disband
		if l.Power == u.Owner && l.Err.IsZero() && named && !w.refused(l) {
			return l.Order, l.Text
		}
	}
	return order.Order{Kind: order.Hold, Unit: order.Unit{Type: u.Type, Serial: u.Serial, At: u.At, Coast: u.Coast}}, ""
}

// permissions writes the records of accepted lines without an event, which
// concern passage through straits, permission to bribe, and excommunication.
func (w *writer) permissions() {
	for i := range w.c.lines {
		l := &w.c.lines[i]
		if !l.Err.IsZero() || !unreported(l.Order.Kind) || w.refused(l) {
			continue
		}
		w.unitless(l.Power, &l.Order, l.Text, event.Succeeded)
		w.close('}')
	}
}

// unreported reports whether a line of that kind has no event of its own.
func unreported(k order.Kind) bool {
	switch k {
	case order.Ally, order.Unally, order.Permit, order.Silence, order.Overrule:
		return true
	}
	return false
}

func (w *writer) refused(l *turn.Line) bool {
	for _, e := range w.r.Events {
		if e, ok := e.(event.Refused); ok && e.Power == l.Power && e.Given == l.Text {
			return true
		}
	}
	return false
}
