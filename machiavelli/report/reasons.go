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

// Reasons writes under a heading why orders of a phase failed, one to a line,
// and by whom units were driven out, in the order of the powers, autonomous
// garrisons last; nothing where all went well. What a sentence of the classic
// report says already, that a siege starved out a garrison, is not repeated.
// before is the position that the phase began with. The error is the writer's.
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

// worthTelling reports whether the reason of an order belongs in the list of a
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

// Account tells what came of one order of a phase in a sentence: why it failed,
// or that it was carried out and with what strength. e is an Ordered or a
// Retreated; any other event is told as Sentence does.
func (t Teller) Account(before *position.Position, events []event.Event, e event.Event) string {
	switch e := e.(type) {
	case event.Ordered:
		s := capital(t.Power(e.Unit.Owner)) + ": " + t.OrderText(before, e) + ": "
		if why := t.Why(events, e); why != "" {
			return s + why + "."
		}
		s += "carried out"
		if e.Order.Kind == order.Advance || e.Order.Kind == order.Convert && e.Unit.InCity() || e.Order.Kind == order.Support {
			s += fmt.Sprintf(", with a strength of %d", e.Result.Strength)
		}
		return s + "."
	default:
		return t.Sentence(e)
	}
}

// Why is Explain for a unit's order, with what only the other orders of the
// phase tell: who supported those that were in the way, and by whom the unit
// was driven out. It is empty for an order that needs no explanation.
func (t Teller) Why(events []event.Event, e event.Ordered) string {
	why := t.Explain(e)
	switch e.Result.Reason {
	case event.HeldOff, event.StoodOff, event.HeadToHead:
		if backers := t.units(backersOf(events, e.Culprits)); backers != "" && !lostInVenice(e) {
			if cut := strings.Index(why, "; driven out"); cut >= 0 {
				why = why[:cut] + ", supported by " + backers + why[cut:]
			} else {
				why += ", supported by " + backers
			}
		}
	}
	if !e.Result.Dislodged || e.Result.Eliminated || tellsLoss(e) {
		return why
	}
	for _, x := range events {
		// A garrison that came out before it was driven out is another type of unit by then.
		d, ok := x.(event.UnitDislodged)
		if ok && d.Dislodged.Unit.At == e.Unit.At && (d.Dislodged.Unit == e.Unit || e.Unit.InCity()) {
			why += " by " + t.Unit(d.By)
			if s := t.force(events, d.By); s > 0 {
				why += fmt.Sprintf(", which came with a strength of %d", s)
			}
			break
		}
	}
	return strings.TrimSpace(why)
}

// backersOf are the units whose support counted for one of the units given.
func backersOf(events []event.Event, us []position.Unit) []position.Unit {
	var out []position.Unit
	for _, x := range events {
		h, ok := x.(event.Ordered)
		if !ok || h.Order.Kind != order.Support || h.Result.Verdict != event.Succeeded {
			continue
		}
		for _, y := range events {
			if e, ok := y.(event.Ordered); ok && slices.Contains(us, e.Unit) && backs(&h, &e) {
				out = append(out, h.Unit)
				break
			}
		}
	}
	return out
}

// force is the strength with which a unit advanced, or came out of its city;
// 0 where it did neither.
func (t Teller) force(events []event.Event, u position.Unit) int8 {
	for _, x := range events {
		if o, ok := x.(event.Ordered); ok && o.Unit == u && (o.Order.Kind == order.Advance || o.Order.Kind == order.Convert) {
			return o.Result.Strength
		}
	}
	return 0
}
