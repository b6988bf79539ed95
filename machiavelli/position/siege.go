package position

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Besieged reports whether the city of the province at is under siege. This is
// so if a siege was begun and a unit that can continue it stands outside. The
// city must have a garrison of another owner, or rebels against the owner of
// that unit (SIEGE-10, SIEGE-14). Without such a unit a mark in Sieges has no
// effect.
func (p *Position) Besieged(at board.ID) bool {
	if !p.Sieges.Has(at) {
		return false
	}
	f := p.Field(at)
	if f < 0 {
		return false
	}
	owner := p.Units[f].Owner
	if g := p.Garrison(at); g >= 0 {
		return !p.Setting.Same(p.Units[g].Owner, owner)
	}
	return owner != machiavelli.Nobody && p.RebelCity.Has(at) && p.Setting.Same(p.RebelAgainst[at], owner)
}

// BesiegedCities returns the cities under siege.
func (p *Position) BesiegedCities() (set board.Set) {
	for at := p.Sieges.Next(board.None); at != board.None; at = p.Sieges.Next(at) {
		if p.Besieged(at) {
			set.Add(at)
		}
	}
	return set
}
