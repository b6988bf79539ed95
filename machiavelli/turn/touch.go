package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// InTouch returns the powers that have a unit in or next to the place of a unit
// of the given powers, including these themselves if they have units: the
// powers that they may write to in games in which messages go only to
// neighbours.
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
