package atlas

import (
	"math"

	"podesta/machiavelli/board"
)

// View is a rectangle of a board's sheet, given by its upper left corner, its
// width and its height in the sheet's units. The zero View means the whole
// sheet.
type View struct{ X, Y, W, H int }

// The margin round the areas of Around, and its minimum width and height, in
// the sheet's units.
const (
	viewMargin = 70
	viewLeast  = 760
)

// Around returns the part of a board's sheet that shows the given areas with
// some margin. It avoids extreme proportions and stays on the sheet. Without
// areas it returns the whole sheet, and for a board without a drawing an error.
func Around(b *board.Board, areas ...board.ID) (View, error) {
	s, err := sheetOf(b, curved)
	if err != nil || len(areas) == 0 {
		return View{}, err
	}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	hold := func(p point) {
		if p != (point{}) {
			lo = point{min(lo.x, p.x), min(lo.y, p.y)}
			hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	for _, id := range areas {
		sh := s.areas[b.Areas[id].Code]
		hold(sh.unit)
		hold(sh.label)
		hold(sh.city)
		if sh.sea {
			continue // a sea may extend across the whole sheet; its fleet and its name suffice
		}
		for _, ring := range sh.rings {
			for _, p := range ring {
				hold(p)
			}
		}
	}
	const f = float64(frame)
	x, w := span(lo.x-viewMargin, hi.x+viewMargin, viewLeast, -f, float64(s.w)+f)
	y, h := span(lo.y-viewMargin, hi.y+viewMargin, viewLeast, -f, float64(s.h)+f)
	if w < h { // avoid extreme proportions
		x, w = span(x, x+w, h, -f, float64(s.w)+f)
	} else {
		y, h = span(y, y+h, w, -f, float64(s.h)+f)
	}
	return View{int(math.Floor(x)), int(math.Floor(y)), int(math.Ceil(w)), int(math.Ceil(h))}, nil
}

// span widens an interval round its middle to at least the given length, and
// moves it within the given limits.
func span(from, to, least, lowest, highest float64) (start, length float64) {
	length = max(to-from, least)
	start = (from+to)/2 - length/2
	if length >= highest-lowest {
		return lowest, highest - lowest
	}
	return min(max(start, lowest), highest-length), length
}
