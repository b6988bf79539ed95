package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Owed holds the orders that a power has not given yet in a phase.
type Owed struct {
	// units without a valid order, by index into Position.Units; also in winter if units are
	// paid (BUILD-10)
	Units    []int
	Retreats []int // dislodged units without a valid order, by index into Position.Dislodged
	Builds   int   // builds that it may make and has neither ordered nor waived
	Removals int   // removals that it must make and has not ordered
}

// None reports whether nothing is owed.
func (o Owed) None() bool {
	return len(o.Units) == 0 && len(o.Retreats) == 0 && o.Builds == 0 && o.Removals == 0
}

// Owes returns what the power still owes in the phase of p, given its lines so
// far. It ignores invalid lines and other powers' lines.
func Owes(p *position.Position, r *rules.Set, power machiavelli.Power, lines []Line) Owed {
	var owed Owed
	if power == machiavelli.Nobody || p.Victors != 0 || p.Eliminated.Has(power) {
		return owed
	}
	if p.Phase.Step == machiavelli.Adjustments {
		switch {
		case countsCities(r):
			return owesAdjustments(p, r, power, lines)
		case p.Opening && Upkeep(p, power) <= p.Treasury[power]:
			return owed // it keeps its units, and nothing can be built (BUILD-20)
		}
	}
	var ordered event.UnitSet
	for i := range lines {
		l := &lines[i]
		if l.Power != power || !l.Err.IsZero() {
			continue
		}
		o, unit, _, problem := legal.Check(p, r, power, l.Order)
		switch {
		case problem != nil || unit < 0:
		case o.Kind == order.Clear:
			remove(&ordered, unit)
		default:
			ordered.Add(unit)
		}
	}
	if p.Phase.Step == machiavelli.Retreats {
		for i := range p.Dislodged {
			if p.Dislodged[i].Unit.Owner == power && !ordered.Has(i) {
				owed.Retreats = append(owed.Retreats, i)
			}
		}
		return owed
	}
	for i := range p.Units {
		if p.Units[i].Owner == power && !ordered.Has(i) {
			owed.Units = append(owed.Units, i)
		}
	}
	return owed
}

// owesAdjustments counts what is missing in a winter in which cities limit the
// number of units (BUILD-17).
func owesAdjustments(p *position.Position, r *rules.Set, power machiavelli.Power, lines []Line) Owed {
	s := states.Get().(*state)
	defer s.release()
	s.begin(p, lines, r, nil)
	wishes := s.wishes(p.Setting.Parts(power))
	s.forbidTrades(wishes)
	var owed Owed
	builds, removals := 0, 0
	for i := range wishes {
		switch w := &wishes[i]; {
		case w.refused():
		case w.order.Kind == order.Remove:
			removals++
		case w.order.Kind == order.Build, w.order.Kind == order.Waive:
			builds++
		}
	}
	a := Allow(p, power)
	owed.Removals = max(a.Units-a.Cities-removals, 0)
	owed.Builds = max(buildable(p, r, power, a.Cities-a.Units)-builds, 0)
	return owed
}
