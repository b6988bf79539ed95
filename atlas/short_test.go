package atlas

import (
	"testing"

	"podesta/machiavelli/board"
)

// TestShortArrows checks that enough of every movement between neighbours is visible to see its
// direction, on all boards and at all sizes, however close the two units are.
func TestShortArrows(t *testing.T) {
	for _, slug := range board.Slugs() {
		for _, size := range []Size{Sheet, Screen, Phone} {
			d := empty(t, slug)
			d.opt.Size = size
			for x := 1; x < len(d.board.Areas); x++ {
				d.router = d.around()
				for _, y := range d.board.Borders[x].IDs() {
					c := d.visible(d.router.way([]point{d.shape(board.ID(x)).unit, d.shape(y).unit}, d.clear()))
					t0, t1 := c.trim(d.clear(), d.clear())
					if got, least := c.length(t0, t1), shortest*d.tipSize(); got < least {
						t.Errorf("%s, size %v: of the arrow from %s to %s only %.0f can be seen, expected %.0f", slug, size, d.board.Areas[x].Code, d.board.Areas[y].Code, got, least)
					}
				}
			}
		}
	}
}
