package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// besieged reports whether the city of at is under siege: a siege was begun
// and a unit that can carry it on still stands outside (SIEGE-14). Without
// one, a siege mark that is left over means nothing: the city pays its income
// (SIEGE-13) and its garrison is free.
func besieged(p *position.Position, at board.ID) bool {
	if !p.Sieges.Has(at) {
		return false
	}
	f := p.Field(at)
	if f < 0 {
		return false
	}
	owner := p.Units[f].Owner
	if g := p.Garrison(at); g >= 0 {
		return p.Units[g].Owner != owner // SIEGE-10
	}
	return owner != machiavelli.Nobody && p.RebelCity.Has(at) && p.RebelAgainst[at] == owner
}
