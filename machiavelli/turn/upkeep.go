package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Upkeep returns the winter cost of all units of a power (BUILD-01).
func Upkeep(p *position.Position, power machiavelli.Power) machiavelli.Ducats {
	var sum machiavelli.Ducats
	for i := range p.Units {
		if p.Units[i].Owner == power {
			sum += p.Units[i].Price()
		}
	}
	return sum
}

// adjustByMoney makes the adjustments of a power that pays for its units. It
// pays first for the units that stay and then for new ones in the order given,
// as far as the money goes (BUILD-12). Removals count before builds (SPEC-04).
func (s *state) adjustByMoney(power machiavelli.Power, out *adjustments) {
	p := s.pos
	wishes := s.wishes(machiavelli.PowerSet(0).With(power))
	s.forbidTrades(wishes)
	var stay, named event.UnitSet // the units that are to stay, and those with an order
	for i := range wishes {
		if w := &wishes[i]; w.unit >= 0 {
			named.Add(w.unit)
			if w.order.Kind == order.Maintain {
				stay.Add(w.unit)
			} else {
				out.gone.Add(w.unit)
			}
		}
	}
	keepAll := s.rules.UnorderedUnitInWinter == rules.WinterMaintain || p.Opening
	for i := range p.Units {
		switch {
		case p.Units[i].Owner != power || named.Has(i):
		case keepAll:
			stay.Add(i)
		default: // BUILD-11
			out.gone.Add(i)
			out.byDefault.Add(i)
		}
	}
	s.dismissUnpaid(power, &stay, &named, out)
	for i := range wishes {
		if w := &wishes[i]; w.unit >= 0 {
			s.say(s.keepOrDrop(w, &stay))
		}
	}
	for i := range p.Units {
		if stay.Has(i) && !named.Has(i) {
			s.say(s.maintained(i))
		}
		if stay.Has(i) {
			p.Treasury[power] -= p.Units[i].Price()
		}
	}
	force := s.muster(power, out)
	for i := range wishes {
		if w := &wishes[i]; w.unit < 0 {
			s.raise(power, w, &force, out)
		}
	}
}

// dismissUnpaid removes from stay the units that the treasury cannot pay, one
// by one, until it can pay the rest (BUILD-13). Units that were ordered to stay
// are kept before others (BUILD-11).
func (s *state) dismissUnpaid(power machiavelli.Power, stay, named *event.UnitSet, out *adjustments) {
	p := s.pos
	var cost machiavelli.Ducats
	for i := range p.Units {
		if stay.Has(i) {
			cost += p.Units[i].Price()
		}
	}
	for cost > p.Treasury[power] {
		i := s.firstUnpaid(power, stay, named)
		cost -= p.Units[i].Price()
		remove(stay, i)
		out.gone.Add(i)
		out.unpaid.Add(i)
	}
}

// firstUnpaid returns the unit of stay that is the first to go unpaid. Units
// without an order go before others; among these, units in provinces without a
// city go first, and then the oldest. With unpaid-unit-removal by distance, the
// farthest unit goes instead of the oldest.
func (s *state) firstUnpaid(power machiavelli.Power, stay, named *event.UnitSet) int {
	var pass event.UnitSet // units that go only if no other is left
	all := true
	for i := range s.pos.Units {
		if stay.Has(i) && named.Has(i) {
			pass.Add(i)
		} else if stay.Has(i) {
			all = false
		}
	}
	if all {
		pass = event.UnitSet{}
	}
	for i := range s.pos.Units {
		if !stay.Has(i) {
			pass.Add(i)
		}
	}
	if s.rules.UnpaidUnitRemoval == rules.ByDistance {
		return s.firstToGo(power, &pass)
	}
	first := -1
	for i := range s.pos.Units {
		switch {
		case pass.Has(i):
		case !s.board().Cities.Has(s.pos.Units[i].At):
			return i
		case first < 0:
			first = i
		}
	}
	return first
}

// keepOrDrop returns the result of an order to maintain or remove a unit.
func (s *state) keepOrDrop(w *wish, stay *event.UnitSet) event.Adjusted {
	u := s.pos.Units[w.unit]
	told := event.Adjusted{Power: u.Owner, Order: w.order, Given: w.line.Text, Unit: u, Verdict: event.Succeeded}
	switch {
	case w.order.Kind == order.Remove:
	case stay.Has(w.unit):
		told.Cost = u.Price()
	default:
		told.Verdict, told.Failure, told.Error = event.Void, event.CannotBePaid, cannotBePaid
	}
	return told
}

// maintained returns the event for unit i, which is kept without an order.
func (s *state) maintained(i int) event.Adjusted {
	u := s.pos.Units[i]
	return event.Adjusted{Power: u.Owner, Order: keep(&u), Unit: u, Cost: u.Price(), Verdict: event.Succeeded}
}

// raise pays for a new unit and places it on the board, if there is no
// objection. It also records a waived build. A build that cannot be paid is
// dropped (BUILD-12).
func (s *state) raise(power machiavelli.Power, w *wish, f *force, out *adjustments) {
	told := event.Adjusted{Power: power, Order: w.order, Given: w.line.Text, Verdict: event.Succeeded}
	if w.order.Kind == order.Build {
		told.Unit = s.newUnit(power, w.order, out.built)
		cost := told.Unit.Price()
		if !w.refused() {
			w.refuse = s.refusal(f, &told.Unit)
		}
		if !w.refused() && cost > s.pos.Treasury[power] {
			w.refuse, told.Failure = cannotBePaid, event.CannotBePaid
		}
		if !w.refused() {
			told.Cost = cost
			s.pos.Treasury[power] -= cost
			out.built = append(out.built, told.Unit)
			f.add(&told.Unit)
		}
	}
	if w.refused() {
		told.Verdict, told.Error = event.Void, w.refuse
	}
	s.say(told)
}
