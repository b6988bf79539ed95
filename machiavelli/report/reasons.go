package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Reasons writes, under a heading, why orders of a phase failed and by whom
// units were dislodged: one line each, in the order of the powers, autonomous
// garrisons last. It writes nothing if all orders succeeded. It leaves out what
// a sentence of the classic report covers: that a siege starved out a garrison.
// before is the position at the start of the phase. It returns the error of w.
func Reasons(w io.Writer, before *position.Position, events []event.Event) error {
	out := bufio.NewWriter(w)
	c := classic{Teller: New(before.Setting), before: before, out: out}
	lines := make([][]string, len(c.s.Powers))
	for _, e := range events {
		switch e := e.(type) {
		case event.Ordered:
			if why := c.Why(events, e); why != "" && worthTelling(e) {
				lines[e.Unit.Owner] = append(lines[e.Unit.Owner], c.OrderText(before, e)+": "+why)
			}
		case event.Retreated:
			if why := c.Explain(e); why != "" {
				lines[e.Unit.Owner] = append(lines[e.Unit.Owner], c.classicUnit(e.Unit)+": "+why)
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
			c.line(capital(c.Power(p)) + ": " + s + ".")
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

// Account describes the result of one order of a phase in a sentence: why it
// failed, or that it succeeded and with what strength. e is an Ordered or a
// Retreated; for any other event it returns its Sentence.
func (t Teller) Account(before *position.Position, events []event.Event, e event.Event) string {
	switch e := e.(type) {
	case event.Ordered:
		s := capital(t.Power(e.Unit.Owner)) + ": " + t.OrderText(before, e) + ": "
		if why := t.Why(events, e); why != "" {
			return s + why + "."
		}
		s += "carried out"
		switch {
		case moves(&e):
			s += ", " + t.entry(events, &e)
		case e.Order.Kind == order.Support:
			s += fmt.Sprintf(", with a strength of %d", e.Result.Strength)
			for _, r := range t.notCounted(events, &e) {
				s += "; " + r.Text
			}
		}
		return s + "."
	default:
		return t.Sentence(e)
	}
}

// Why returns Explain for a unit's order, with details from the other orders of
// the phase: who supported the units in its way, and which unit dislodged it.
// It is empty for an order that needs no explanation.
func (t Teller) Why(events []event.Event, e event.Ordered) string {
	why := t.explained(events, &e)
	switch e.Result.Reason {
	case event.HeldOff, event.StoodOff, event.HeadToHead:
		if backers := t.units(inTheWay(events, &e)); backers != "" && !lostInVenice(e) {
			if cut := strings.Index(why, "; dislodged"); cut >= 0 {
				why = why[:cut] + ", supported by " + backers + why[cut:]
			} else {
				why += ", supported by " + backers
			}
		}
	}
	if !e.Result.Dislodged || e.Result.Eliminated || tellsLoss(e) {
		return why
	}
	if by := dislodger(events, &e); by != nil {
		why += " by " + t.Unit(by.Unit)
		switch {
		case goal(by) != e.Unit.At || by.Result.Verdict != event.Succeeded:
			why += ", which fell back there"
		case by.Result.Strength > 0 && !(e.Result.Reason == event.HeadToHead && slices.Contains(e.Culprits, by.Unit)):
			why += fmt.Sprintf(", which came with a strength of %d", by.Result.Strength)
		}
	}
	return strings.TrimSpace(why)
}

// explained returns Explain for a unit's order, with the fleets that bribes
// removed from a convoy.
func (t Teller) explained(events []event.Event, e *event.Ordered) string {
	if e.Result.Reason == event.NoConvoy {
		if s := t.noConvoy(events, e); s != "" {
			if cut := strings.Index(t.Explain(*e), "; dislodged"); cut >= 0 {
				s += t.Explain(*e)[cut:]
			}
			return s
		}
	}
	return t.Explain(*e)
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
