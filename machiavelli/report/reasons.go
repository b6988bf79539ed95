package report

import (
	"bufio"
	"io"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Reasons writes, under a heading, why orders of a phase failed and which units dislodged others.
// It writes one line for each, in the order of the powers, with autonomous units last, and
// nothing if there is nothing to explain. It leaves out what other sentences of the classic
// report cover, such as garrisons that a siege starved out. The parameter before is the position
// at the start of the phase. Reasons returns the error of w.
func Reasons(w io.Writer, before *position.Position, events []event.Event) error {
	out := bufio.NewWriter(w)
	c := classic{Teller: New(before.Setting), before: before, out: out}
	lines := make([][]string, len(c.s.Powers))
	for _, e := range events {
		switch e := e.(type) {
		case event.Ordered:
			if why := c.Why(events, e); !why.IsZero() && worthTelling(e) {
				lines[e.Unit.Owner] = append(lines[e.Unit.Owner], c.OrderText(before, e)+": "+why.String())
			}
		case event.Retreated:
			if why := c.Explain(e); !why.IsZero() {
				lines[e.Unit.Owner] = append(lines[e.Unit.Owner], c.classicUnit(e.Unit)+": "+why.String())
			}
		}
	}
	began := false
	for i := range lines {
		p := machiavelli.Power((i + 1) % len(lines))
		for _, s := range lines[p] {
			if !began {
				c.heading("Reasons:")
				began = true
			}
			c.line(message.Capital(c.Power(p)) + ": " + s + ".")
		}
	}
	return out.Flush()
}

// worthTelling reports whether the reason of an order belongs in the list for a
// whole phase.
func worthTelling(e event.Ordered) bool {
	switch e.Result.Reason {
	case event.NotNeeded:
		return e.Result.Dislodged
	case event.Starved:
		return e.Order.Kind != order.Hold
	case event.Assassinated:
		return e.Given != "" || e.Result.Dislodged
	}
	return true
}

// Account describes the result of one order of a phase in a sentence. It says
// why the order failed, or that it succeeded and with what strength. For an
// event other than an Ordered it returns the event's Sentence.
func (t Teller) Account(before *position.Position, events []event.Event, e event.Event) message.Message {
	o, ok := e.(event.Ordered)
	if !ok {
		return t.Sentence(e)
	}
	power, text := t.PowerOf(o.Unit.Owner), message.Order(t.OrderText(before, o))
	if why := t.Why(events, o); !why.IsZero() {
		return message.New("{Power:name}: {order}: {why}.", power, text, why)
	}
	switch {
	case moves(&o):
		return message.New("{Power:name}: {order}: carried out, {how}.", power, text, t.entry(events, &o))
	case o.Order.Kind == order.Support:
		n := message.Number(o.Result.Strength)
		if spared := t.notCounted(events, &o); len(spared) > 0 {
			return message.New("{Power:name}: {order}: carried out, with a strength of {n}; {why}.", power, text, n, spared[0].Text)
		}
		return message.New("{Power:name}: {order}: carried out, with a strength of {n}.", power, text, n)
	}
	return message.New("{Power:name}: {order}: carried out.", power, text)
}

// Why returns what Explain says about a unit's order, with details from other
// events of the phase. They say who supported the units in its way, which unit
// dislodged it, and which fleets bribes removed from its convoy. It is empty
// for an order that needs no explanation.
func (t Teller) Why(events []event.Event, e event.Ordered) message.Message {
	failure := t.failureWith(events, &e)
	switch e.Result.Reason {
	case event.HeldOff, event.StoodOff, event.HeadToHead:
		if backers := inTheWay(events, &e); len(backers) > 0 && !lostInVenice(e) {
			failure = message.New("{what}, supported by {units}", failure, t.units(backers))
		}
	}
	loss := t.loss(e)
	if e.Result.Dislodged && !e.Result.Eliminated && !tellsLoss(e) {
		loss = t.lossTo(events, e)
	}
	return both(failure, loss)
}

// lossTo states where a unit was dislodged, and which unit dislodged it.
func (t Teller) lossTo(events []event.Event, e event.Ordered) message.Message {
	by := dislodger(events, &e)
	if by == nil {
		return t.loss(e)
	}
	loss, unit := t.loss(e), t.UnitOf(by.Unit)
	switch {
	case goal(by) != e.Unit.At || by.Result.Verdict != event.Succeeded:
		return message.New("{loss}: {unit} fell back there", loss, unit)
	case by.Result.Strength > 0 && !(e.Result.Reason == event.HeadToHead && slices.Contains(e.Culprits, by.Unit)):
		return message.New("{loss}: {unit} attacked with strength {n}", loss, unit, message.Number(by.Result.Strength))
	}
	return message.New("{loss}: {unit} attacked", loss, unit)
}

// failureWith explains why a unit's order failed. It also names the fleets that
// bribes removed from a convoy, and what the units that an order was to help
// did instead.
func (t Teller) failureWith(events []event.Event, e *event.Ordered) message.Message {
	if e.Result.Reason == event.NoConvoy {
		if s := t.noConvoy(events, e); !s.IsZero() {
			return s
		}
	}
	if e.Result.Reason == event.NoMatch && len(e.Culprits) > 0 {
		return message.New("{what}: {why}", noEffect(e.Order.Kind), t.otherwise(events, e.Culprits))
	}
	return t.failure(*e)
}

// otherwise states why units did not do what a support or convoy was meant for. They had other
// orders or none.
func (t Teller) otherwise(events []event.Event, us []position.Unit) message.Message {
	var ordered, idle []position.Unit
	for _, u := range us {
		if o := find(events, u); o != nil && o.Order.Kind == order.Hold && o.Given == "" {
			idle = append(idle, u)
		} else {
			ordered = append(ordered, u)
		}
	}
	other := message.New("{units} {units?pl:were|was} ordered otherwise", t.units(ordered))
	none := message.New("{units} had no valid order, and held", t.units(idle))
	switch {
	case len(idle) == 0:
		return other
	case len(ordered) == 0:
		return none
	}
	return message.New("{first}; {second}", other, none)
}

// explained returns what Explain says about a unit's order, and also names
// fleets that bribes removed from a convoy.
func (t Teller) explained(events []event.Event, e *event.Ordered) message.Message {
	return both(t.failureWith(events, e), t.loss(*e))
}

// inTheWay returns the units whose support counted for those in the way of e.
func inTheWay(events []event.Event, e *event.Ordered) []position.Unit {
	var out []position.Unit
	for _, u := range e.Culprits {
		if o := find(events, u); o != nil {
			if m := took(events, e, o); m.whole {
				out = append(out, givers(m.given)...)
			}
		}
	}
	return out
}
