package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// openRetreats runs step M8: if a unit of a player has a possible retreat, the
// phase ends here and the retreats follow. Otherwise the campaign continues to
// its end, with the retreats of autonomous units if there are any.
func openRetreats(s *state) {
	p := s.pos
	if !onlyAutonomous(p) {
		p.Phase.Step = machiavelli.Retreats
		s.done = true
		return
	}
	s.standStill(len(p.Dislodged), func(i int) *position.Unit { return &p.Dislodged[i].Unit })
	retreat(s)
}

// collectRetreats runs step R1: the last valid line for a dislodged unit
// counts. A unit without one disbands, or the judge picks its retreat
// (RETR-11).
func collectRetreats(s *state) {
	p := s.pos
	s.standStill(len(p.Dislodged), func(i int) *position.Unit { return &p.Dislodged[i].Unit })
	for k := range s.lines {
		l := &s.lines[k]
		switch o, i, ok := s.check(l); {
		case !ok:
		case o.Kind == order.Exchange:
			s.lodge(l, o)
		default:
			s.take(l, i, &p.Dislodged[i].Unit, o)
		}
	}
	if s.rules.UnorderedRetreat == rules.JudgePicks {
		for i := range p.Dislodged {
			if !s.ordered.Has(i) && p.Dislodged[i].Unit.Owner != machiavelli.Nobody {
				s.orders[i] = s.pickRetreat(i)
			}
		}
	}
}

// pickRetreat returns the retreat that the judge orders for a unit without an
// order: places with a city come first, then the power's own land, then places
// in the board's order; the city of its own province comes last (RETR-11).
func (s *state) pickRetreat(i int) order.Order {
	d := &s.pos.Dislodged[i]
	o := s.orders[i]
	o.Kind = order.Retreat
	if len(d.Retreats) == 0 {
		o.ConvertTo, o.To = machiavelli.Garrison, board.Place{At: d.Unit.At}
		return o
	}
	b := s.board()
	worth := func(at board.ID) int {
		n := 0
		if b.Cities.Has(at) {
			n += 2
		}
		if s.one(s.pos.Province[at], d.Unit.Owner) {
			n++
		}
		return n
	}
	o.To = d.Retreats[0]
	for _, x := range d.Retreats {
		if w, v := worth(x.At), worth(o.To.At); w > v || w == v && x.At < o.To.At {
			o.To = x
		}
	}
	return o
}

// retreat runs step R2: all units of players retreat simultaneously. If several
// retreat to one space, all of them are eliminated (RETR-07), whatever their
// strength (MOVE-14). Autonomous units follow, one by one (OPT-04).
func retreat(s *state) {
	p := s.pos
	var bound [board.Max]uint8
	for i := range p.Dislodged {
		bound[s.orders[i].To.At]++ // a retreat into its own city or off the board cannot collide
	}
	s.sendAutonomous(&bound)
	back := make([]returning, 0, len(p.Dislodged))
	for i := range p.Dislodged {
		d, o := &p.Dislodged[i], &s.orders[i]
		told := event.Retreated{Unit: d.Unit, Order: *o, Given: s.given[i], Verdict: event.Succeeded}
		why := event.RemovalReason("")
		switch {
		case o.Kind != order.Retreat:
			told.Verdict, why = event.Disbanded, event.ByOrder
			switch {
			case d.Unit.Owner == machiavelli.Nobody:
				why = event.NoRetreat
			case !s.ordered.Has(i):
				why = event.NoRetreatOrder
			}
		case intoCity(o):
			told.IntoCity, told.To = true, board.Place{At: d.Unit.At}
			u := d.Unit
			u.Type, u.Coast, u.Serial = machiavelli.Garrison, machiavelli.NoCoast, o.NewSerial
			back = append(back, returning{u, int(d.Rank) - 1 - i})
		case bound[o.To.At] > 1:
			told.Verdict, why = event.Bounced, event.RetreatClash
			told.With = s.alsoTo(i)
		default:
			told.To = o.To
			u := d.Unit
			u.At, u.Coast = o.To.At, o.To.Coast
			back = append(back, returning{u, int(d.Rank) - 1 - i})
			if !s.one(p.RebelAgainst[o.To.At], d.Unit.Owner) {
				s.freed.Add(o.To.At) // RETR-08
			}
		}
		s.say(told)
		if why != "" {
			s.say(event.Removed{Unit: d.Unit, Reason: why})
		}
	}
	p.Units = merge(p.Units, back)
	p.Dislodged, p.Contested = nil, board.Set{}
	numberConverted(p, nil)
}

// intoCity reports whether a retreat is into the city of the unit's own
// province.
func intoCity(o *order.Order) bool { return o.ConvertTo == machiavelli.Garrison }

// alsoTo lists the other units that retreat to the same place as dislodged unit
// i.
func (s *state) alsoTo(i int) []position.Unit {
	var list []position.Unit
	for j := range s.pos.Dislodged {
		d, o := &s.pos.Dislodged[j], &s.orders[j]
		if j != i && o.Kind == order.Retreat && !intoCity(o) && o.To.At == s.orders[i].To.At {
			list = append(list, d.Unit)
		}
	}
	return list
}

// merge inserts the units that have retreated among the others, so that the
// list stays in order of creation. The k-th dislodged unit, of rank n, has
// n-1-k units before it that were not dislodged; one of rank 0 comes after all.
func merge(units []position.Unit, back []returning) []position.Unit {
	all := make([]position.Unit, 0, len(units)+len(back))
	from := 0
	for _, r := range back {
		to := len(units)
		if r.after >= 0 {
			to = min(max(r.after, from), to)
		}
		all = append(append(all, units[from:to]...), r.unit)
		from = to
	}
	return append(all, units[from:]...)
}

// returning is a unit that returns after its retreat. The field after is the number of units
// before it that were not dislodged, or -1 for all.
type returning struct {
	unit  position.Unit
	after int
}
