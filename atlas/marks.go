package atlas

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
)

// marks draws what happened in the areas: rebellions, famine, plague,
// stand-offs and, for a phase with results, the places that its disasters
// struck. A rebellion in the city is drawn with the city.
func (d *drawing) marks() {
	famine, plague, storm := d.pos.Famine, d.pos.Plague, board.Set{}
	for _, e := range d.opt.Results {
		if e, ok := e.(event.Disaster); ok {
			switch e.What {
			case "famine":
				famine = famine.Union(e.Struck)
			case "plague":
				plague = plague.Union(e.Struck)
			case "storm":
				storm = storm.Union(e.Struck)
			}
		}
	}
	put := func(id string, at point) { d.put(id, "", at, smallCity) }
	d.str(`<g class="m-thru">`)
	for id := 1; id < len(d.board.Areas); id++ {
		a := board.ID(id)
		sh := d.shape(a)
		if d.pos.RebelLand.Has(a) {
			put("k-rebel", sh.mark)
		}
		if famine.Has(a) {
			put("k-famine", sh.second)
		}
		switch {
		case plague.Has(a) && d.pos.RebelLand.Has(a):
			put("k-plague", sh.mark.shift(15, 10))
		case plague.Has(a):
			put("k-plague", sh.mark)
		}
		if storm.Has(a) {
			put("k-storm", sh.mark)
		}
		if d.pos.Contested.Has(a) {
			put("k-clash", sh.unit)
		}
	}
	d.str("</g>\n")
}
