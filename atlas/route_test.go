package atlas

import (
	"testing"

	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// empty returns a drawing of a board without units.
func empty(t *testing.T, slug string) *drawing {
	t.Helper()
	b := mustBoard(t, slug)
	base, err := baseOf(b, Options{Theme: "light", Labels: Names})
	if err != nil {
		t.Fatal(err)
	}
	p := &position.Position{Setting: &position.Setting{Board: b}}
	return &drawing{sheet: base.sheet, ground: base.ground, board: b, pos: p}
}

// crossed draws a line across each border of a board. It returns the number of
// lines, and how many of them cross a city.
func crossed(d *drawing, line func(a, b point) curve) (lines, over int) {
	for x := 1; x < len(d.board.Areas); x++ {
		for _, y := range d.board.Borders[x].IDs() {
			a, b := d.shape(board.ID(x)).unit, d.shape(y).unit
			lines++
			for _, q := range line(a, b).samples(0, 1, 60) {
				hit := false
				for id := range d.board.Areas {
					if id > 0 && d.shape(board.ID(id)).hasCity() && q.minus(d.shape(board.ID(id)).city).length() < 13 {
						hit = true
					}
				}
				if hit && q.minus(a).length() > clear && q.minus(b).length() > clear {
					over++
					break
				}
			}
		}
	}
	return lines, over
}

// TestLinesKeepOffCities checks that few lines between neighbours cross a city,
// although many would if they were drawn directly.
func TestLinesKeepOffCities(t *testing.T) {
	for _, slug := range board.Slugs() {
		d := empty(t, slug)
		lines, blind := crossed(d, bent)
		_, over := crossed(d, func(a, b point) curve { return d.around().way([]point{a, b}, clear) })
		if over*50 > lines || over*3 > blind {
			t.Errorf("%s: of %d lines %d run over a city, without looking %d", slug, lines, over, blind)
		}
	}
}

// TestOpposingLines checks that the lines of two units that change places are
// separate.
func TestOpposingLines(t *testing.T) {
	for _, slug := range board.Slugs() {
		d := empty(t, slug)
		for x := 1; x < len(d.board.Areas); x++ {
			for _, y := range d.board.Borders[x].IDs() {
				a, b := d.shape(board.ID(x)).unit, d.shape(y).unit
				if b.minus(a).length() < 120 {
					continue // too short to bend much
				}
				r := d.around()
				there, back := r.way([]point{a, b}, clear), r.way([]point{b, a}, clear)
				if apart := there.at(.5).minus(back.at(.5)).length(); apart < 8 {
					t.Errorf("%s: %s and %s: the lines there and back are %.0f apart", slug, d.board.Areas[x].Code, d.board.Areas[y].Code, apart)
				}
			}
		}
	}
}
