package atlas

import "podesta/machiavelli/board"

// marks writes what has befallen the provinces: rebellion, famine, stand-off.
// A rebellion in the city is drawn with the city.
func (d *drawing) marks() {
	for id := 1; id < len(d.board.Areas); id++ {
		a := board.ID(id)
		sh := d.shape(a)
		if d.pos.RebelLand.Has(a) {
			d.use("k-rebel", "", sh.mark)
		}
		if d.pos.Famine.Has(a) {
			d.use("k-famine", "", sh.second)
		}
		if d.pos.Contested.Has(a) {
			d.use("k-clash", "", sh.unit)
		}
	}
	d.str("\n")
}
