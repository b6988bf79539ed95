package report

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// makeup holds the parts of a unit's strength.
type makeup struct {
	own    int
	given  []gift // the supports that count
	spared []gift // the supports that do not count, since they would help against a unit of their own power (MOVE-08)
	rebels bool
	whole  bool // whether the known parts add up to the strength
}

// gift is a support with the points that it adds.
type gift struct {
	unit   position.Unit
	points int
}

// givers returns the supporting units.
func givers(list []gift) []position.Unit {
	var out []position.Unit
	for _, g := range list {
		out = append(out, g.unit)
	}
	return out
}

// sumOf returns the points of all supports.
func sumOf(list []gift) int {
	n := 0
	for _, g := range list {
		n += g.points
	}
	return n
}

// coming returns the parts of the total strength with which the unit of e tried
// to enter a place.
func coming(events []event.Event, e *event.Ordered, total int) makeup {
	m := makeup{own: e.Unit.Strength(), given: supporters(events, e), rebels: e.Result.Rebels}
	alone := m.own
	if m.rebels {
		alone++
	}
	if m.whole = alone+sumOf(m.given) == total; m.whole {
		return m
	}
	all := m.given
	m.given = nil
	if o := occupant(events, e); o != nil {
		for _, g := range all {
			if g.unit.Owner == o.Unit.Owner {
				m.spared = append(m.spared, g)
			} else {
				m.given = append(m.given, g)
			}
		}
	}
	m.whole = alone+sumOf(m.given) == total
	return m
}

// staying returns the parts of the total strength with which the unit of e
// stayed in its place. Supports are left out if the unit's own strength alone
// makes up the total.
func staying(events []event.Event, e *event.Ordered, total int) makeup {
	m := makeup{own: e.Unit.Strength(), given: keepers(events, e)}
	if e.Unit.InCity() {
		m.given = supporters(events, e) // the garrison already stands outside (CONV-09)
	}
	if total == m.own {
		m.given = nil
	}
	m.whole = m.own+sumOf(m.given) == total
	return m
}

// took returns the parts of the strength with which the unit of u opposed the unit of e. The unit
// of u stayed where the unit of e wanted to go, wanted to go there too, or came the other way.
func took(events []event.Event, e, u *event.Ordered) makeup {
	total := int(e.Result.Against)
	if came(e, u) {
		if m := coming(events, u, total); m.whole {
			return m
		}
	}
	return staying(events, u, total)
}

// came reports whether the unit of u moved against the unit of e, rather than stayed.
func came(e, u *event.Ordered) bool {
	return e.Result.Reason != event.HeldOff && tried(u) && (goal(u) == goal(e) || goal(u) == e.Unit.At && u.Unit.At == goal(e))
}

// supporters lists the supports that counted for the action of the unit of e.
func supporters(events []event.Event, e *event.Ordered) []gift { return gifts(events, e, backs) }

// keepers lists the supports that counted for the unit of e where it stood.
func keepers(events []event.Event, e *event.Ordered) []gift { return gifts(events, e, keeps) }

// gifts lists the supports that were given and that counted for the unit of e.
func gifts(events []event.Event, e *event.Ordered, counts func(events []event.Event, h, e *event.Ordered) bool) []gift {
	var out []gift
	for _, x := range events {
		h, ok := x.(event.Ordered)
		if !ok || h.Order.Kind != order.Support || h.Result.Verdict != event.Succeeded || !counts(events, &h, e) {
			continue
		}
		n := int(h.Result.Strength)
		if n == 0 {
			n = h.Unit.Strength()
		}
		out = append(out, gift{h.Unit, n})
	}
	return out
}

// occupant returns the order of the unit that stood where the unit of e tried
// to go, or nil if there was none.
func occupant(events []event.Event, e *event.Ordered) *event.Ordered {
	to := goal(e)
	if to == board.None {
		return nil
	}
	var inside *event.Ordered
	for _, x := range events {
		o, ok := x.(event.Ordered)
		if !ok || o.Unit.At != to || o.Unit == e.Unit || o.Result.Verdict == event.Disbanded {
			continue
		}
		if !o.Unit.InCity() {
			return kept(o)
		}
		if o.Order.Kind == order.Convert { // the unit may already stand outside (CONV-09)
			inside = kept(o)
		}
	}
	return inside
}

// find returns the order of a unit among the events, or nil if it has none.
func find(events []event.Event, u position.Unit) *event.Ordered {
	for _, x := range events {
		if o, ok := x.(event.Ordered); ok && o.Unit == u {
			return kept(o)
		}
	}
	return nil
}

// kept returns a pointer to a copy of the event o. It avoids taking the address of a loop
// variable, which would allocate memory for every event that the loop visits.
func kept(o event.Ordered) *event.Ordered { return &o }

// tried reports whether the unit of e arrived at the border of its goal, whether or not it
// entered.
func tried(e *event.Ordered) bool {
	return goal(e) != board.None && (e.Result.Verdict == event.Succeeded || e.Result.Verdict == event.Bounced)
}

// sums describes the parts of a strength and the supports that are not part of
// it. It returns nothing for a strength with one part only, or with unknown
// parts. The parameter stays says whether the unit stayed rather than came.
func (t Teller) sums(e *event.Ordered, m makeup, stays bool) []Reason {
	if !m.whole {
		return nil
	}
	var out []Reason
	if len(m.given) > 0 || m.rebels {
		parts, rules := []message.Message{message.New("{n} of its own", message.Number(m.own))}, []string{"MOVE-02"}
		if m.own > 1 {
			rules = append(rules, "SPEC-01")
		}
		total := m.own
		for _, g := range m.given {
			parts = append(parts, message.New("{n} from {unit}", message.Number(g.points), t.UnitOf(g.unit)))
			total += g.points
		}
		if len(m.given) > 0 {
			rules = append(rules, "SUPP-03")
		}
		if m.rebels {
			parts, rules = append(parts, message.New("1 from the rebels")), append(rules, "REB-13")
			total++
		}
		text := message.New("{unit} attacks with strength {total}: {parts}", t.UnitOf(e.Unit), message.Number(total), clauses(message.And, parts))
		if stays {
			text = message.New("{unit} defends with strength {total}: {parts}", t.UnitOf(e.Unit), message.Number(total), clauses(message.And, parts))
		}
		out = append(out, link(text, rules...))
	}
	if len(m.spared) > 0 {
		out = append(out, link(t.ownSupport(givers(m.spared)), "MOVE-08"))
	}
	return out
}

// made describes the parts of the strength with which unit u opposed the unit
// of e.
func (t Teller) made(events []event.Event, e *event.Ordered, u position.Unit) []Reason {
	o := find(events, u)
	if o == nil {
		return nil
	}
	return t.sums(o, took(events, e, o), !came(e, o))
}

// overcome returns what the unit of e prevailed over when it entered. This is
// the unit that it dislodged, and the others that tried to enter.
func overcome(events []event.Event, e *event.Ordered) (out, others []position.Unit) {
	for _, x := range events {
		switch x := x.(type) {
		case event.UnitDislodged:
			if x.By == e.Unit && x.Dislodged.Unit.At == goal(e) {
				out = append(out, x.Dislodged.Unit)
			}
		case event.Ordered:
			// lost in Venice (VENICE-04)
			lost := x.Result.Dislodged && x.Result.Eliminated && x.Unit.At == goal(e) && !x.Unit.InCity()
			switch {
			case x.Unit == e.Unit:
			case lost && slices.Contains(x.Culprits, e.Unit):
				out = append(out, x.Unit)
			case x.Result.Verdict == event.Bounced && goal(&x) == goal(e) && !swept(events, &x) && !slices.Contains([]event.Reason{event.VeniceClosed, event.VeniceRebels}, x.Result.Reason):
				others = append(others, x.Unit)
			}
		}
	}
	return out, others
}

// swept reports whether the unit of e was dislodged by the unit that came from its goal. In
// that case it did not count there (MOVE-07).
func swept(events []event.Event, e *event.Ordered) bool {
	by := dislodger(events, e)
	return by != nil && e.Order.Kind == order.Advance && by.Unit.At == goal(e) && goal(by) == e.Unit.At && !by.Unit.InCity()
}

// entry states with what strength the unit of e entered, and what it overcame.
func (t Teller) entry(events []event.Event, e *event.Ordered) message.Message {
	out, others := overcome(events, e)
	var beaten message.Message
	switch {
	case len(out) > 0 && len(others) > 0:
		beaten = message.New("dislodged {units} and beat {others}, which wanted to go there too", t.units(out), t.units(others))
	case len(out) > 0:
		beaten = message.New("dislodged {units}", t.units(out))
	case len(others) > 0:
		beaten = message.New("beat {units}, which wanted to go there too", t.units(others))
	case e.Result.Against > 0:
		beaten = message.New("beat {units}", t.units(e.Culprits))
	case e.Result.Strength > 1:
		return message.New("unopposed, with a strength of {n}", message.Number(e.Result.Strength))
	default:
		return message.New("unopposed")
	}
	if e.Result.Against > 0 {
		return message.New("{strengths}: {what}", versus(e.Result), beaten)
	}
	return beaten
}

// rebelsApart explains why the rebels did not help the unit of e: other units also claimed their
// help.
func (t Teller) rebelsApart(events []event.Event, e *event.Ordered) []Reason {
	if !e.Result.Divided {
		return nil
	}
	var rivals []position.Unit
	var helped *position.Unit
	for _, x := range events {
		o, ok := x.(event.Ordered)
		switch {
		case !ok || o.Unit == e.Unit || goal(&o) != goal(e) || !tried(&o):
		case o.Result.Rebels:
			helped = &kept(o).Unit
		case o.Result.Divided:
			rivals = append(rivals, o.Unit)
		}
	}
	place := t.AreaOf(goal(e))
	all := t.units(append([]position.Unit{e.Unit}, rivals...))
	switch {
	case helped != nil:
		return []Reason{link(message.New("the rebels in {place:name} help only one unit of a power, the strongest: {unit}", place, t.UnitOf(*helped)), "REB-14")}
	case len(rivals) == 0:
		return nil
	case !slices.ContainsFunc(rivals, func(u position.Unit) bool { return u.Owner != e.Unit.Owner }):
		return []Reason{link(message.New("the rebels in {place:name} help nobody: {units} are equally strong", place, all), "REB-14")}
	}
	return []Reason{link(message.New("the rebels in {place:name} help nobody, because two powers claim their help: {units} want to go there", place, all), "REB-14")}
}

// noConvoy explains why no fleet carried the army of e if bribes took fleets
// away before they acted. Otherwise it is empty.
func (t Teller) noConvoy(events []event.Event, e *event.Ordered) message.Message {
	var bribed, idle []position.Unit
	var told []message.Message
	for _, x := range events {
		switch x := x.(type) {
		case event.Bribed:
			if t.couldCarry(x.Unit, e) {
				bribed = append(bribed, x.Unit)
				told = append(told, message.New("{power} bought {unit}", t.PowerOf(x.By), t.UnitOf(x.Unit)))
			}
		case event.Removed:
			if x.Reason == event.ByBribe && t.couldCarry(x.Unit, e) {
				bribed = append(bribed, x.Unit)
				told = append(told, message.New("{unit} was bribed to disband", t.UnitOf(x.Unit)))
			}
		}
	}
	if len(bribed) == 0 {
		return message.Message{}
	}
	for _, u := range e.Culprits {
		if !slices.ContainsFunc(bribed, func(b position.Unit) bool { return b.At == u.At }) {
			idle = append(idle, u)
		}
	}
	if len(idle) > 0 {
		told = append(told, t.notOrdered(idle))
	}
	return message.New("no convoy: {why}", clauses(message.And, told))
}

// couldCarry reports whether a unit is a fleet that was on a convoyed army's
// route or, without a route, next to the army's start or destination.
func (t Teller) couldCarry(u position.Unit, e *event.Ordered) bool {
	if u.Type != machiavelli.Fleet {
		return false
	}
	if route := e.Order.Route(); len(route) > 0 {
		return slices.Contains(route, u.At)
	}
	near := t.s.Board.FleetEdges[u.At][u.Coast]
	return near.Has(e.Unit.At) || near.Has(e.Order.To.At)
}
