package reference_test

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// plots counts situations that the random positions must reach, because they have hidden faults.
// These are purchases of besiegers and of besieged garrisons, purchases that put both on the same
// side, purchases after which the besieger leaves, and purchases after which an enemy takes its
// place; eliminations in the same campaign as a conquest, and lost countries whose conqueror is
// eliminated.
type plots struct{ bought, friends, left, replaced, conquests, orphans int }

// count adds the results of a phase.
func (n *plots) count(p *position.Position, got *turn.Result) {
	besieged := p.BesiegedCities()
	bought := map[board.ID]bool{}
	gone, lost := false, map[int]bool{}
	for _, e := range got.Events {
		switch e := e.(type) {
		case event.Bribed:
			if e.To != machiavelli.Nobody && besieged.Has(e.Unit.At) {
				n.bought++
				bought[e.Unit.At] = true
			}
		case event.Elimination:
			gone = true
		case event.Loss:
			lost[e.Country] = true
		}
	}
	for at := range bought {
		f, g := owner(p, p.Field(at), got, at, false), owner(p, p.Garrison(at), got, at, true)
		if f != g {
			continue
		}
		n.friends++
		next := got.Next.Field(at)
		switch {
		case next < 0 || got.Next.Units[next].Owner != f:
			n.left++
			if next >= 0 {
				n.replaced++
			}
		}
	}
	for _, e := range got.Events {
		if _, ok := e.(event.Conquest); ok && gone {
			n.conquests++
		}
	}
	for i := range lost {
		if gone && p.Holder[i] != machiavelli.Nobody && !got.Next.Eliminated.Has(p.Holder[i]) && n.dead(p, got, i) {
			n.orphans++
		}
	}
}

// dead reports whether a power other than a country's holder owned the
// country's first province and was eliminated in this phase.
func (n *plots) dead(p *position.Position, got *turn.Result, country int) bool {
	at := p.Setting.Countries[country].Provinces.Next(board.None)
	heir := p.Province[at]
	return heir != machiavelli.Nobody && heir != p.Holder[country] && got.Next.Eliminated.Has(heir) && !p.Eliminated.Has(heir)
}

// owner returns the owner of unit i after the purchases of the phase. The
// parameters at and city say where the unit is.
func owner(p *position.Position, i int, got *turn.Result, at board.ID, city bool) machiavelli.Power {
	who := machiavelli.Nobody
	if i >= 0 {
		who = p.Units[i].Owner
	}
	for _, e := range got.Events {
		if e, ok := e.(event.Bribed); ok && e.Unit.At == at && e.Unit.InCity() == city {
			who = e.To
		}
	}
	return who
}
