package interchange

import (
	"maps"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// writer writes the result of one case.
type writer struct {
	output
	c      *theCase
	r      turn.Result
	before *position.Position
}

// result writes the members of a result after the id.
func (w *writer) result() {
	w.textMember("phase", w.c.phase)
	w.textMember("next", w.r.Next.Phase.String()) // a finished game keeps its phase
	w.member("orders")
	w.open('[')
	w.orders()
	w.close(']')
	w.drivenOut()
	w.removed()
	w.rolls()
	w.member("events")
	w.open('[')
	for _, e := range w.c.notes {
		w.event(e)
	}
	w.others()
	w.close(']')
	w.member("position")
	w.open('{')
	w.positionMembers(w.r.Next)
	w.close('}')
	if w.c.legal {
		w.legalOrders()
	}
}

// others writes the events outside the list of orders.
func (w *writer) others() {
	for i, e := range w.r.Events {
		if !isOrder(e) {
			w.open('{')
			w.eventMembers(e)
			if explained(e) {
				w.why(i)
			}
			w.close('}')
		}
	}
}

// isOrder reports whether the event is the result of an order and so belongs in
// the list of orders.
func isOrder(e event.Event) bool {
	switch e.(type) {
	case event.Ordered, event.Refused, event.Retreated, event.Adjusted,
		event.Expense, event.Payment, event.Borrowed, event.ChitGiven, event.Taxed, event.ProvinceGiven,
		event.Exchanged:
		return true
	}
	return false
}

// explained reports whether the event is an effect of dice or money that has a chain of reasons
// of its own.
func explained(e event.Event) bool {
	switch e.(type) {
	case event.Attempted, event.Bribed, event.Collected, event.Defaulted, event.Disaster, event.Income, event.Paralysed,
		event.RebellionBegun, event.Relieved, event.Revolt:
		return true
	}
	return false
}

// drivenOut lists the dislodged units with a possible retreat. The others are
// in the member removed.
func (w *writer) drivenOut() {
	w.member("dislodged")
	w.open('[')
	w.dislodgedUnits(w.r.Next.Dislodged)
	w.close(']')
}

func (w *writer) removed() {
	w.member("removed")
	w.open('[')
	for _, e := range w.r.Events {
		if e, ok := e.(event.Removed); ok {
			w.open('{')
			w.owned(e.Unit)
			w.textMember("reason", string(e.Reason))
			w.close('}')
		}
	}
	w.close(']')
}

// rolls lists all rolls, including those of the opening if the case began with
// it.
func (w *writer) rolls() {
	w.member("rolls")
	w.open('{')
	rolls := w.r.Rolls
	if len(w.c.opening) > 0 {
		rolls = maps.Clone(w.c.opening)
		maps.Copy(rolls, w.r.Rolls)
	}
	for _, name := range slices.Sorted(maps.Keys(rolls)) {
		w.comma()
		w.b = append(appendText(w.b, name), ':')
		w.number(rolls[name])
	}
	w.close('}')
}

// orders writes a record for each unit, in winter even without an order, and
// one for every other line.
func (w *writer) orders() {
	var told event.UnitSet // units that have a record in winter
	for i, e := range w.r.Events {
		switch e := e.(type) {
		case event.Ordered:
			w.open('{')
			w.owned(e.Unit)
			w.orderMembers(&e.Order, e.Given, outcome(e.Result.Verdict))
			w.member("dislodged")
			w.truth(e.Result.Dislodged)
			w.why(i)
			w.close('}')
		case event.Retreated:
			w.open('{')
			w.owned(e.Unit)
			w.orderMembers(&e.Order, e.Given, outcome(e.Verdict))
			w.member("dislodged")
			w.truth(true)
			w.why(i)
			w.close('}')
		case event.Adjusted:
			w.adjusted(e, i, &told)
		case event.Expense:
			w.expense(e, i)
		case event.Payment:
			w.payment(e, i)
		case event.Borrowed:
			w.borrowed(e, i)
		case event.ChitGiven:
			w.chitGiven(e, i)
		case event.Taxed:
			w.taxed(e, i)
		case event.ProvinceGiven:
			w.provinceGiven(e, i)
		case event.Exchanged:
			w.exchanged(e, i)
		case event.Refused:
			w.open('{')
			w.member("power")
			w.power(e.Power)
			w.textMember("given", e.Given)
			w.textMember("kind", "refused")
			w.textMember("error", e.Error.String())
			w.close('}')
		}
	}
	switch w.before.Phase.Step {
	case machiavelli.Adjustments:
		w.unordered(&told)
	case machiavelli.Orders:
		w.goneBefore()
	}
	w.permissions()
}

// outcome returns the verdict's word. An order without a verdict succeeded.
func outcome(v event.Verdict) string {
	if v == event.NoVerdict {
		v = event.Succeeded
	}
	return v.String()
}

// orderMembers writes the members that every order has.
func (w *writer) orderMembers(o *order.Order, given, outcome string) {
	w.member("order")
	w.scratch = order.AppendFormat(w.scratch[:0], o, w.set.Board, w.set.Powers)
	w.bytes(w.scratch)
	w.textMember("given", given)
	w.textMember("outcome", outcome)
}

// adjusted writes the record of a winter order.
func (w *writer) adjusted(e event.Adjusted, i int, told *event.UnitSet) {
	w.open('{')
	word := outcome(e.Verdict)
	if e.Order.Kind == order.Remove || e.Order.Kind == order.Maintain {
		w.owned(e.Unit)
		for k := range w.before.Units {
			if u := &w.before.Units[k]; u.At == e.Unit.At && u.InCity() == e.Unit.InCity() {
				told.Add(k)
			}
		}
		if e.Order.Kind == order.Remove && e.Verdict == event.Succeeded {
			word = event.Disbanded.String()
		}
	} else {
		w.member("power")
		w.power(e.Power)
		w.textMember("kind", kindName(e.Order.Kind))
	}
	w.orderMembers(&e.Order, e.Given, word)
	if e.Cost != 0 {
		w.sum("cost", e.Cost)
	}
	if !e.Error.IsZero() {
		w.textMember("error", e.Error.String())
	}
	w.why(i)
	w.close('}')
}

// unordered writes the records of units without a winter order, which are kept
// or removed by default.
func (w *writer) unordered(told *event.UnitSet) {
	var gone event.UnitSet
	for _, e := range w.r.Events {
		if e, ok := e.(event.Removed); ok {
			for i := range w.before.Units {
				if u := &w.before.Units[i]; u.At == e.Unit.At && u.InCity() == e.Unit.InCity() {
					gone.Add(i)
				}
			}
		}
	}
	for i, u := range w.before.Units {
		if told.Has(i) || u.Owner == machiavelli.Nobody {
			continue
		}
		o := order.Order{Kind: order.Maintain, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
		word := event.Succeeded
		if gone.Has(i) {
			o.Kind, word = order.Remove, event.Disbanded
		}
		w.open('{')
		w.owned(u)
		w.orderMembers(&o, "", word.String())
		w.close('}')
	}
}
