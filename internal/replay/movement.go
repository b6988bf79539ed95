package replay

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// movement describes a campaign's orders: first all of them as arrows, then those that succeeded
// without a fight, the fights, each with its own arrows, the moves that only became possible
// then, and the orders that failed for other reasons.
func (m *maker) movement() {
	m.close()
	all := m.ordered()
	m.ordersAtOnce(all)
	fights := m.tell.Fights(m.events)
	fought := map[position.Unit]bool{}
	for i := range fights {
		for _, list := range [][]event.Ordered{fights[i].Movers, fights[i].Helpers} {
			for _, e := range list {
				fought[e.Unit] = true
			}
		}
	}
	for _, d := range m.dislodged() { // dislodged, but not in a fight for this place
		fought[d.Dislodged.Unit] = fought[d.Dislodged.Unit] || slices.ContainsFunc(fights, func(f report.Fight) bool { return slices.Contains(f.Places, d.Dislodged.Unit.At) })
	}
	var quiet []event.Ordered
	for _, e := range all {
		if !fought[e.Unit] && goes(&e) {
			quiet = append(quiet, e)
		}
	}
	first, later := m.free(quiet)
	m.march(first, all, "moves", message.New("Moves"), message.New("Unopposed."))
	m.close()
	for i := range fights {
		m.fight(&fights[i])
	}
	m.march(later, all, "follow", message.New("Others follow"), message.New("Now that the way is free."))
	m.close()
	m.convert(all, fought)
	m.toNothing(all, fought)
	m.close()
}

// ordered returns the orders of units in the phase.
func (m *maker) ordered() []event.Ordered {
	var out []event.Ordered
	for _, e := range m.events {
		if o, ok := e.(event.Ordered); ok {
			out = append(out, o)
		}
	}
	return out
}

// dislodged returns the units that are dislodged in the phase.
func (m *maker) dislodged() []event.UnitDislodged {
	var out []event.UnitDislodged
	for _, e := range m.events {
		if d, ok := e.(event.UnitDislodged); ok {
			out = append(out, d)
		}
	}
	return out
}

// goes reports whether an order was to move to another area and succeeded.
func goes(e *event.Ordered) bool {
	return e.Result.Verdict == event.Succeeded && (e.Order.Kind == order.Advance || e.Order.Kind == order.Convert && e.Unit.InCity())
}

// undecided returns an order's event without its result.
func undecided(e event.Ordered) event.Event {
	e.Result = event.Result{DislodgedBy: -1}
	return e
}

// ordersAtOnce adds the step that shows all orders before they are resolved.
func (m *maker) ordersAtOnce(all []event.Ordered) {
	s := Step{Kind: Orders, Title: message.New("The orders")}
	n := map[order.Kind]int{}
	for _, e := range all {
		n[e.Order.Kind]++
		s.Drawn = append(s.Drawn, undecided(e))
	}
	var parts []message.Message
	for _, p := range []struct {
		n    int
		text message.Message
	}{
		{n[order.Advance], message.Plural(n[order.Advance], "{n} move", "{n} moves")},
		{n[order.Support], message.Plural(n[order.Support], "{n} support", "{n} supports")},
		{n[order.Convoy], message.Plural(n[order.Convoy], "{n} convoy", "{n} convoys")},
		{n[order.Besiege], message.Plural(n[order.Besiege], "{n} siege", "{n} sieges")},
		{n[order.Convert], message.Plural(n[order.Convert], "{n} conversion", "{n} conversions")},
	} {
		if p.n > 0 {
			parts = append(parts, p.text)
		}
	}
	s.Text = message.New("All units act at once.")
	if len(parts) > 0 {
		s.Text = message.New("All units act at once: {what}.", message.ListOf(message.Commas, parts))
	}
	m.alone(s)
}

// free separates the moves that can be shown at once from those whose destination is only left by
// another unit later.
func (m *maker) free(quiet []event.Ordered) (first, later []event.Ordered) {
	first = slices.Clone(quiet)
	for {
		leaving := map[board.ID]bool{}
		for _, e := range first {
			if !e.Unit.InCity() {
				leaving[e.Unit.At] = true
			}
		}
		i := slices.IndexFunc(first, func(e event.Ordered) bool {
			to := target(&e)
			return m.pos.Field(to) >= 0 && !leaving[to]
		})
		if i < 0 {
			return first, later
		}
		later = append(later, first[i])
		first = slices.Delete(first, i, i+1)
	}
}

// target returns the area to which a unit was ordered to move.
func target(e *event.Ordered) board.ID {
	if e.Order.Kind == order.Advance {
		return e.Order.To.At
	}
	return e.Unit.At
}

// march describes moves without opposition, power by power.
func (m *maker) march(list, all []event.Ordered, tag string, title, text message.Message) {
	if len(list) == 0 {
		return
	}
	s := m.begin(tag, Moves, title)
	s.Text = text
	var froms, tos []position.Unit
	for p := range m.before.Setting.Powers {
		power := machiavelli.Power((p + 1) % len(m.before.Setting.Powers))
		var names []message.Message
		for i := range list {
			e := &list[i]
			if e.Unit.Owner != power {
				continue
			}
			names = append(names, m.went(e))
			froms, tos = append(froms, e.Unit), append(tos, arrived(e))
			s.Drawn = append(s.Drawn, *e)
			s.about(target(e))
			for _, c := range all { // the fleets that convoyed it
				if c.Order.Kind == order.Convoy && c.Order.Target.At == e.Unit.At && c.Order.To.At == e.Order.To.At {
					s.Drawn = append(s.Drawn, c)
				}
			}
		}
		if len(names) > 0 {
			s.add(Line{Text: message.New("{power:name}: {what}.", m.tell.PowerOf(power), message.ListOf(message.Clauses, names))})
		}
	}
	m.walkAll(s, froms, tos)
}

// went describes where a unit moved, or to what it was converted.
func (m *maker) went(e *event.Ordered) message.Message {
	if e.Order.Kind == order.Convert {
		return message.New("{unit:title} becomes {type:a}", m.tell.UnitOf(e.Unit), message.KindOf(e.Order.ConvertTo, machiavelli.Ordinary))
	}
	var way []message.Place
	for _, id := range e.Order.Route() {
		way = append(way, m.tell.AreaOf(id))
	}
	route := message.ListOf(message.Route, append(way, m.tell.PlaceOf(e.Order.To)))
	if e.Order.ViaConvoy {
		return message.New("{unit:title} → {route:name} by convoy", m.tell.UnitOf(e.Unit), route)
	}
	return message.New("{unit:title} → {route:name}", m.tell.UnitOf(e.Unit), route)
}

// walkAll moves units at the same time, so that units that exchange places are not confused.
func (m *maker) walkAll(s *Step, from, to []position.Unit) {
	at := make([]int, len(from))
	for i := range from {
		at[i] = m.find(from[i])
	}
	for i, n := range at {
		if n >= 0 {
			m.pos.Units[n] = to[i]
			s.Walk = append(s.Walk, Walk{from[i], to[i]})
		}
	}
}

// arrived returns the unit after its successful order.
func arrived(e *event.Ordered) position.Unit {
	u := e.Unit
	switch e.Order.Kind {
	case order.Advance:
		u.At, u.Coast = e.Order.To.At, e.Order.To.Coast
	case order.Convert:
		if e.Order.ConvertTo != machiavelli.NoType {
			u.Type = e.Order.ConvertTo
		}
		u.Coast = e.Order.To.Coast
	}
	return u
}

// fight describes a contest.
func (m *maker) fight(f *report.Fight) {
	names := make([]message.Place, len(f.Places))
	for i, at := range f.Places {
		names[i] = m.tell.AreaOf(at)
	}
	s := Step{Kind: Fight, Title: message.New("{places:name}", message.ListOf(message.And, names)), Text: f.Text, Areas: slices.Clone(f.Places)}
	var out []position.Unit
	for _, d := range m.dislodged() {
		if slices.Contains(f.Places, d.Dislodged.Unit.At) {
			if i := m.find(d.Dislodged.Unit); i >= 0 {
				m.pos.Units = slices.Delete(m.pos.Units, i, i+1)
				m.pos.Dislodged = append(m.pos.Dislodged, d.Dislodged)
				out = append(out, d.Dislodged.Unit)
			}
			s.Lines = append(s.Lines, m.line(d))
		}
	}
	var froms, tos []position.Unit
	told := map[position.Unit]bool{}
	for k, list := range [][]event.Ordered{f.Movers, f.Holders, f.Helpers} {
		for i := range list {
			e := &list[i]
			if told[e.Unit] {
				continue
			}
			told[e.Unit] = true
			s.Drawn = append(s.Drawn, *e)
			l := Line{Text: m.tell.Came(m.events, *e), Why: m.tell.Chain(m.events, *e)}
			l.Failed = e.Result.Verdict != event.Succeeded || e.Result.Dislodged
			if k > 0 && e.Order.Kind == order.Hold && !l.Failed {
				continue // the text already says that it stayed
			}
			s.Lines = append(s.Lines, l)
			switch {
			case goes(e):
				froms, tos = append(froms, e.Unit), append(tos, arrived(e))
			case k == 0 && !slices.Contains(out, e.Unit):
				s.Shake = append(s.Shake, e.Unit)
			}
		}
	}
	m.walkAll(&s, froms, tos)
	for _, at := range f.Places {
		s.Clash = append(s.Clash, Clash{At: at, Strength: f.Strength, Against: f.Against, Won: f.Won})
		if len(f.Places) > 1 {
			break // one mark is enough for units that met halfway
		}
	}
	m.alone(s)
}

// convert describes the conversions that succeeded without a fight.
func (m *maker) convert(all []event.Ordered, fought map[position.Unit]bool) {
	for i := range all {
		e := &all[i]
		if e.Order.Kind != order.Convert || e.Unit.InCity() || e.Result.Verdict != event.Succeeded || e.Result.Dislodged {
			continue
		}
		s := m.begin("convert", Moves, message.New("Conversions"))
		s.add(Line{Text: m.tell.Came(m.events, *e)}, e.Unit.At)
		m.walkAll(s, []position.Unit{e.Unit}, []position.Unit{arrived(e)})
		s.Drawn = append(s.Drawn, *e)
	}
	m.close()
}

// toNothing describes orders that failed without a fight.
func (m *maker) toNothing(all []event.Ordered, fought map[position.Unit]bool) {
	for i := range all {
		e := &all[i]
		r := e.Result
		switch {
		case fought[e.Unit], r.Verdict == event.Succeeded, r.Verdict == event.NoVerdict, r.Verdict == event.Disbanded:
			continue
		case r.Reason == event.NotNeeded, r.Reason == event.Assassinated, r.Reason == event.Starved:
			continue
		}
		s := m.begin("vain", Vain, message.New("Orders without effect"))
		s.add(Line{Text: m.tell.Came(m.events, *e), Failed: true, Why: m.tell.Chain(m.events, *e)}, e.Unit.At)
		s.Drawn = append(s.Drawn, *e)
	}
}
