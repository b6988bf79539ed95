package turn

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// winterSteps lists the steps of the adjustment phase. Step W1, the income, has already run at
// the end of the fall.
var winterSteps = []step{
	{"W2", adjust},
	{"CA8", adjudicateControl},
	{"CTRL-18", dropForeignRebellions},
	{"W3", openYear},
}

// wish is one valid winter order that no later one replaced.
type wish struct {
	line   *Line
	order  order.Order
	unit   int             // index of the unit, or -1 for a build and for a waived build
	refuse message.Message // reason why it fails, or empty
}

// The reasons why winter orders fail, and the remarks on the earlier of two orders.
var (
	tooManyRemovals = message.New("no more units than the excess can be removed; others were chosen")
	noRemovals      = message.New("no unit is in excess, and so none can be removed")
	tooManyBuilds   = message.New("fewer builds than this are allowed; others were chosen")
	noBuilds        = message.New("there are no more cities than units, and so nothing can be built")
	secondBuild     = message.New("another build is ordered there already, and one in a winter is the most")
	removedThere    = message.New("a unit is removed there in the same winter")
	secondSpecial   = message.New("there is a special unit already, and one is the most")
	noCounter       = message.New("no counter of that type is left")
	cannotBePaid    = message.New("cannot be paid")
	takenBack       = message.New("the unit was not built yet: the build is cancelled")
	laterInPlace    = message.New("a later order for the same unit or place counts instead")
)

// refused reports whether the order fails.
func (w *wish) refused() bool { return !w.refuse.IsZero() }

// adjustments holds the changes of a winter to the units on the board.
type adjustments struct {
	gone      event.UnitSet // units that leave for any reason
	byDefault event.UnitSet // those of them that leave without an order
	unpaid    event.UnitSet // those of them that the treasury could not pay
	built     []position.Unit
}

// adjust runs step W2: units are maintained, removed and built, power by power,
// by the number of cities or by the treasury.
func adjust(s *state) {
	p := s.pos
	var a adjustments
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		switch {
		case !countsCities(s.rules):
			s.adjustByMoney(power, &a)
		case p.Setting.Side(power) == power:
			s.adjustByCities(power, &a)
		}
	}
	units := p.Units[:0]
	for i, u := range p.Units {
		if !a.gone.Has(i) {
			units = append(units, u)
			continue
		}
		why := event.ByAdjustment
		switch {
		case a.unpaid.Has(i):
			why = event.Unpaid
		case a.byDefault.Has(i):
			why = event.ByDefault
		}
		s.say(event.Removed{Unit: u, Reason: why})
	}
	p.Units = units
	s.pruneSieges() // BUILD-15; a unit built now does not besiege yet
	p.Units = append(p.Units, a.built...)
}

// adjustByCities makes the adjustments of a power whose cities limit its units.
// It first carries out the removals and builds that the numbers allow
// (BUILD-17), and then makes removals by default (BUILD-18). Unused builds
// lapse.
func (s *state) adjustByCities(power machiavelli.Power, out *adjustments) {
	p := s.pos
	wishes := s.wishes(p.Setting.Parts(power))
	a := Allow(p, power)
	s.limit(wishes, order.Remove, max(a.Units-a.Cities, 0), noRemovals, tooManyRemovals)
	s.forbidTrades(wishes)
	room := max(a.Cities-a.Units, 0)
	for i := range wishes {
		if w := &wishes[i]; w.order.Kind == order.Remove && !w.refused() {
			out.gone.Add(w.unit)
			a.Units--
		}
	}
	force := s.muster(power, out)
	for i := range wishes { // an impossible build does not take another's place
		if w := &wishes[i]; w.order.Kind == order.Build && !w.refused() {
			u := s.newUnit(w.line.Power, w.order, out.built)
			w.refuse = s.refusal(&force, &u)
		}
	}
	s.limit(wishes, order.Build, room, noBuilds, tooManyBuilds)
	for i := range wishes {
		w := &wishes[i]
		told := event.Adjusted{Power: w.line.Power, Order: w.order, Given: w.line.Text, Verdict: event.Succeeded}
		switch {
		case w.unit >= 0:
			told.Unit = p.Units[w.unit]
		case w.order.Kind == order.Build:
			told.Unit = s.newUnit(w.line.Power, w.order, out.built)
			if !w.refused() {
				w.refuse = s.refusal(&force, &told.Unit)
			}
		}
		switch {
		case w.refused():
			told.Verdict, told.Error = event.Void, w.refuse
		case w.order.Kind == order.Build:
			out.built = append(out.built, told.Unit)
			force.add(&told.Unit)
		}
		s.say(told)
	}
	for ; a.Units > a.Cities; a.Units-- {
		i := s.firstToGo(power, &out.gone)
		out.gone.Add(i)
		out.byDefault.Add(i)
	}
}

// wishes collects the winter orders of powers that act as one. Later ones replace earlier ones
// for the same unit or space (BUILD-02). Of two builds in one province, one
// outside the city and one in it, the first or the last counts, depending on
// two-builds-in-province (BUILD-05). The removal of a unit that was yet to be
// built cancels the build (BUG-14).
func (s *state) wishes(powers machiavelli.PowerSet) []wish {
	var list []wish
	for k := range s.lines {
		l := &s.lines[k]
		if !powers.Has(l.Power) {
			continue
		}
		if l.Err.IsZero() && (l.Order.Kind == order.Remove || l.Order.Kind == order.Clear) {
			if i := s.pendingBuild(list, &l.Order); i >= 0 {
				s.note(l, "withdrawn", takenBack)
				list = append(list[:i], list[i+1:]...)
				continue
			}
		}
		o, unit, ok := s.check(l) // unit is -1 for builds, waived builds, and withdrawn orders without a unit
		if !ok {
			continue
		}
		w := wish{line: l, order: o, unit: unit}
		apart := func(e *wish) bool {
			return (e.order.Unit.Type == machiavelli.Garrison) != (o.Unit.Type == machiavelli.Garrison)
		}
		if s.rules.TwoBuildsInProvince == rules.FirstBuild && slices.ContainsFunc(list, func(e wish) bool {
			return twoBuilds(&e.order, &o) && apart(&e) && !e.refused()
		}) {
			w.refuse = secondBuild
		}
		for i := range list {
			e := &list[i]
			again := twoBuilds(&e.order, &o) && (!apart(e) || s.rules.TwoBuildsInProvince == rules.LastBuild)
			if unit >= 0 && e.unit == unit || again && !w.refused() {
				s.note(e.line, "replaced", laterInPlace)
				list = append(list[:i], list[i+1:]...)
				break
			}
		}
		if o.Kind != order.Clear {
			list = append(list, w)
		}
	}
	return list
}

// twoBuilds reports whether two orders build units in one province.
func twoBuilds(a, b *order.Order) bool {
	return a.Kind == order.Build && b.Kind == order.Build && a.Unit.At == b.Unit.At
}

// pendingBuild returns the index of the wish that builds the unit that o
// removes, or -1. A unit that exists in that space takes precedence over one to
// be built.
func (s *state) pendingBuild(list []wish, o *order.Order) int {
	for i := range s.pos.Units {
		u := &s.pos.Units[i]
		if u.At == o.Unit.At && (o.Unit.Type == machiavelli.NoType || o.Unit.Type == u.Type) {
			return -1
		}
	}
	for i := range list {
		b := &list[i].order
		if b.Kind == order.Build && !list[i].refused() && b.Unit.At == o.Unit.At && (o.Unit.Type == machiavelli.NoType || o.Unit.Type == b.Unit.Type) {
			return i
		}
	}
	return -1
}

// limit refuses the orders of a kind beyond number n. If there are too many, the latest count
// (BUILD-17), but the first if units are removed by distance, as in Diplomacy. A waived build
// does not use up an order. A power with units to spare may always remove some (ORD-07), except
// in that case. The parameter none is the reason given if n is 0; why is the reason otherwise.
func (s *state) limit(wishes []wish, kind order.Kind, n int, none, why message.Message) {
	byDistance := s.rules.UnpaidUnitRemoval == rules.ByDistance
	if kind == order.Remove && n == 0 && !byDistance {
		return
	}
	if n == 0 {
		why = none
	}
	for k := range wishes {
		i := len(wishes) - 1 - k
		if byDistance {
			i = k
		}
		w := &wishes[i]
		if w.refused() || w.order.Kind != kind {
			continue
		}
		if n == 0 {
			w.refuse = why
			continue
		}
		n--
	}
}

// forbidTrades refuses a build if a removal of the same set is in the same
// province and trades are forbidden (BUILD-06). In an occupied space nothing is
// built in any case.
func (s *state) forbidTrades(wishes []wish) {
	if s.rules.TradeInProvince != rules.TradeForbidden {
		return
	}
	for i := range wishes {
		w := &wishes[i]
		if w.order.Kind != order.Build {
			continue
		}
		for j := range wishes {
			x := &wishes[j]
			if x.order.Kind != order.Remove || x.refused() {
				continue
			}
			if s.pos.Units[x.unit].At == w.order.Unit.At {
				w.refuse = removedThere
			}
		}
	}
}

// newUnit returns the unit that a build order creates, with the next serial of
// its type. The parameter built lists the units already created this winter.
func (s *state) newUnit(power machiavelli.Power, o order.Order, built []position.Unit) position.Unit {
	u := position.Unit{
		Owner: power, Type: o.Unit.Type, Quality: o.Quality, Serial: o.Unit.Serial, At: o.Unit.At, Coast: o.Unit.Coast,
	}
	if u.Serial == 0 {
		u.Serial = nextSerial(s.pos, built, power, u.Type)
	}
	return u
}

// openYear runs step W3: it rolls for storms if they come after the builds
// (STORM-01), and opens the spring of the next year.
func openYear(s *state) {
	s.turnYear()
	s.pos.Phase = NextPhase(s.pos.Phase, s.rules)
}

// turnYear makes the changes between the winter's adjustments and the spring,
// and clears what does not carry over to a new year.
func (s *state) turnYear() {
	p := s.pos
	if s.rules.StormTiming == rules.StormsAfterBuilds && !p.Opening {
		s.storm()
	}
	p.TaxedBefore, p.Taxed = p.Taxed, board.Set{}
	p.Opening = false
}
