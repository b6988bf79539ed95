package atlas

import (
	"math"

	"podesta/machiavelli/board"
)

// Anchor holds the places where an area of a board is drawn, in the units of the drawing's view
// box, for any width and theme. Places are pairs x, y.
type Anchor struct {
	Code  string `json:"code"`           // code of the area
	Unit  [2]int `json:"unit"`           // centre of the unit in the field, or of the fleet
	Label [2]int `json:"label"`          // centre of the name
	City  [2]int `json:"city,omitzero"`  // centre of the city, and of its garrison; zero without a city
	Badge [2]int `json:"badge,omitzero"` // centre of the owner's small shield; zero at sea
	Box   [4]int `json:"box"`            // left, top, width and height of the outline
}

// Anchors returns the places of the areas of a board, in the order of the board's areas, the
// first of which is unused. It returns an error for a board without areas.
func Anchors(b *board.Board) ([]Anchor, error) {
	s, err := sheetOf(b, curved)
	if err != nil {
		return nil, err
	}
	out := make([]Anchor, 0, len(b.Areas)-1)
	for id := 1; id < len(b.Areas); id++ {
		sh := s.areas[b.Areas[id].Code]
		a := Anchor{Code: sh.code, Unit: whole(sh.unit), Label: whole(sh.label), City: whole(sh.city), Box: sh.box()}
		if !sh.sea {
			a.Badge = whole(sh.badge)
		}
		out = append(out, a)
	}
	return out, nil
}

func whole(p point) [2]int { return [2]int{int(math.Round(p.x)), int(math.Round(p.y))} }

// box returns the bounding rectangle of the outline.
func (s *shape) box() [4]int {
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, ring := range s.rings {
		for _, p := range ring {
			lo, hi = point{min(lo.x, p.x), min(lo.y, p.y)}, point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	x, y := int(math.Floor(lo.x)), int(math.Floor(lo.y))
	return [4]int{x, y, int(math.Ceil(hi.x)) - x, int(math.Ceil(hi.y)) - y}
}
