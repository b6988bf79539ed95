package opinion

import (
	"cmp"
	"math"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Phase is a resolved phase of a game, as far as a reader may know it.
type Phase struct {
	Before, After *position.Position
	Events        []event.Event
}

// Point is the moment before a phase, or the end of a game, with what the powers
// could expect then.
type Point struct {
	Phase  int // index of the phase; for the end, the number of phases
	When   machiavelli.Phase
	Shares Shares
}

// Course returns what the powers could expect in the course of a game: before each phase, and
// after the last one. Phases of retreats are left out, since dislodged units are nowhere on the
// board then. known has the same meaning as in Estimate.
func (e *Estimator) Course(phases []Phase, r *rules.Set, known machiavelli.PowerSet) []Point {
	var out []Point
	for i := range phases {
		if p := phases[i].Before; p.Phase.Step != machiavelli.Retreats {
			out = append(out, Point{i, p.Phase, e.Estimate(p, r, known)})
		}
	}
	if n := len(phases); n > 0 {
		p := phases[n-1].After
		out = append(out, Point{n, p.Phase, e.Estimate(p, r, known)})
	}
	return out
}

// Swing is a change of what a power could expect.
type Swing struct {
	Power    machiavelli.Power
	From, To float64
}

// size returns the size of a swing as a share of the victory.
func (s *Swing) size() float64 { return math.Abs(s.To - s.From) }

// TurningPoint is a phase, with its retreats, that changed what the powers could
// expect more than most others.
type TurningPoint struct {
	Phase  int // index of the phase
	When   machiavelli.Phase
	Swings []Swing       // the powers whose share changed most, at most two
	Events []event.Event // what caused it: the most important events of these powers, at most mostCauses
	all    []event.Event // all events of the phase
}

// The limits of the search for turning points.
const (
	mostTurns  = 5    // maximum number of turning points
	leastSwing = 0.06 // least swing, as a share of the victory
	mostCauses = 3
)

// TurningPoints returns the largest changes in the course of a game, in the order
// of the phases.
func TurningPoints(course []Point, phases []Phase) []TurningPoint {
	var all []TurningPoint
	for i := 1; i < len(course); i++ {
		was, is := &course[i-1], &course[i]
		t := TurningPoint{Phase: was.Phase, When: was.When}
		for x := range machiavelli.Power(machiavelli.MaxPowers) {
			if s := (Swing{x, was.Shares[x], is.Shares[x]}); s.size() >= leastSwing/2 {
				t.Swings = append(t.Swings, s)
			}
		}
		slices.SortStableFunc(t.Swings, func(a, b Swing) int { return cmp.Compare(b.size(), a.size()) })
		if len(t.Swings) == 0 || t.Swings[0].size() < leastSwing {
			continue
		}
		t.Swings = t.Swings[:min(len(t.Swings), 2)]
		for k := was.Phase; k < is.Phase; k++ {
			t.all = append(t.all, phases[k].Events...)
		}
		t.Events = causes(t.all, t.Swings)
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(a, b TurningPoint) int { return cmp.Compare(b.Swings[0].size(), a.Swings[0].size()) })
	all = all[:min(len(all), mostTurns)]
	slices.SortFunc(all, func(a, b TurningPoint) int { return cmp.Compare(a.Phase, b.Phase) })
	return all
}

// Story describes what caused a turning point, in the words of the report: the events that
// concern its powers or, if there are none, the headline of the phase.
func (t *TurningPoint) Story(tell report.Teller) []message.Message {
	var out []message.Message
	for _, e := range t.Events {
		out = append(out, tell.Sentence(e))
	}
	if len(out) == 0 {
		out = append(out, tell.Headline(t.all))
	}
	return out
}

// causes returns the most important events that concern the powers of swings, in the order in
// which they happened.
func causes(events []event.Event, swings []Swing) []event.Event {
	var powers machiavelli.PowerSet
	for i := range swings {
		powers = powers.With(swings[i].Power)
	}
	type cause struct{ at, weight int }
	var all []cause
	for i, e := range events {
		if w := weightOf(e, powers); w > 0 {
			all = append(all, cause{i, w})
		}
	}
	slices.SortStableFunc(all, func(a, b cause) int { return cmp.Compare(b.weight, a.weight) })
	all = all[:min(len(all), mostCauses)]
	slices.SortFunc(all, func(a, b cause) int { return cmp.Compare(a.at, b.at) })
	out := make([]event.Event, len(all))
	for i, c := range all {
		out[i] = events[c.at]
	}
	return out
}

// weightOf returns how important an event is for some powers; 0 if it does not concern them, or
// too little.
func weightOf(e event.Event, powers machiavelli.PowerSet) int {
	has := func(list ...machiavelli.Power) bool {
		return slices.ContainsFunc(list, func(x machiavelli.Power) bool { return x != machiavelli.Nobody && powers.Has(x) })
	}
	weight, concerns := 0, false
	switch e := e.(type) {
	case event.Victory:
		return 10
	case event.Elimination:
		weight, concerns = 8, has(e.Power)
	case event.Conquest:
		weight, concerns = 7, has(e.By, e.From)
	case event.Loss:
		weight, concerns = 7, has(e.By)
	case event.Paralysed:
		weight, concerns = 6, has(e.Power)
	case event.Defaulted:
		weight, concerns = 6, has(e.Power)
	case event.Control:
		if weight, concerns = 1, has(e.From, e.To); e.City {
			weight = 5
		}
	case event.SiegeCompleted:
		weight, concerns = 4, has(e.By.Owner) || e.Lost != nil && has(e.Lost.Owner)
	case event.Bribed:
		weight, concerns = 4, has(e.Unit.Owner, e.To, e.By)
	case event.RebellionBegun:
		weight, concerns = 3, has(e.Against)
	case event.UnitDislodged:
		weight, concerns = 2, has(e.Dislodged.Unit.Owner, e.By.Owner)
	case event.Removed:
		weight, concerns = 2, has(e.Unit.Owner)
	case event.Disaster:
		weight, concerns = 2, e.Struck.Len() > 0
	}
	if !concerns {
		return 0
	}
	return weight
}
