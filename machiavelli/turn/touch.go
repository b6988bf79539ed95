package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// InTouch returns the powers that have a unit in or next to a place where a
// given power has one. These include every given power that has units. In games
// in which messages go only to neighbours, the given powers may write to the
// powers returned.
func InTouch(p *position.Position, powers machiavelli.PowerSet) machiavelli.PowerSet {
	var all machiavelli.PowerSet
	for i := range p.Units {
		u := &p.Units[i]
		if !powers.Has(u.Owner) {
			continue
		}
		around := p.Setting.Board.Borders[u.At]
		around.Add(u.At)
		for k := range p.Units {
			if around.Has(p.Units[k].At) {
				all = all.With(p.Units[k].Owner)
			}
		}
	}
	return all.Without(machiavelli.Nobody)
}
