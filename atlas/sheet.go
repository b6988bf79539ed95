package atlas

import (
	"fmt"
	"sync"

	"podesta/atlas/chart"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// sheet is the geometry of a board without a position.
type sheet struct {
	w, h      int
	schematic bool              // whether areas are boxes joined by lines
	half      bool              // whether outlines are in halves of the sheet's unit
	areas     map[string]*shape // shapes by the area's code
	extra     map[string]string // outlines outside the areas, by kind
	seaLines  string            // borders between seas, a path
	edges     []edge            // the borders of a schematic map
	links     []link            // borders across water, and the land bridge
	straits   []link
	coasts    []coastName
	regions   []region
	shoals    []string // kinds of extra that are water outside the seas
	rivers    []river
	lakes     string
	mountains []mountain
	ornaments []chart.Ornament
	rose      point // centre of the compass rose; zero for none
	key       box   // place of the cartouche
}

type (
	// shape is an area's outline with the places of its labels and symbols.
	shape struct {
		code         string
		sea          bool
		outline      string  // a path; for a sea only a rough one, for pointers
		label        point   // centre of the name
		size, fit    float64 // font size and width of the name; a width of 0 leaves it to the font
		lines        []string
		bow          []point // start, control and end of the name's line, if it is not horizontal
		unit         point
		city, port   point
		badge        point // position of the owner's badge
		mark, second point // positions of the signs for famine and rebellion
		rings        [][]point
	}
	edge struct {
		d     string
		water bool // whether fleets can be there
		land  bool // whether armies can be there
	}
	link struct {
		a, b string
		d    string
		mid  point
	}
	coastName struct {
		area  string
		coast machiavelli.Coast
		at    point
	}
	river struct {
		width float64
		d     string
	}
	region struct {
		name string
		at   point
		size float64
		turn int
	}
	mountain struct{ x, y, size, shape int }
	box      struct{ x, y, w, h float64 }
)

// hasCity reports whether the drawing has a place for a city.
func (s *shape) hasCity() bool { return s.city != point{} }

var sheets sync.Map // maps sheetKey to *sheet

type sheetKey struct {
	slug  string
	joint joint
}

// drawn reports whether the board is a built-in one with a drawing; another
// board may have the same slug.
func drawn(b *board.Board) bool {
	for _, bridge := range []bool{false, true} {
		if own, err := board.Get(b.Slug, bridge); err == nil && own == b {
			return true
		}
	}
	return false
}

// sheetOf returns the geometry of a board with all its areas. The parameter j
// says how lines are joined.
func sheetOf(b *board.Board, j joint) (*sheet, error) {
	if len(b.Areas) < 2 {
		return nil, fmt.Errorf("the board %q has no areas", b.Slug)
	}
	if !drawn(b) {
		return plainSheet(b), nil
	}
	key := sheetKey{b.Slug, j}
	if v, ok := sheets.Load(key); ok {
		return v.(*sheet), nil
	}
	c, ok := chartOf(b.Slug)
	if !ok {
		return plainSheet(b), nil
	}
	v, _ := sheets.LoadOrStore(key, charted(c, j))
	return v.(*sheet), nil
}

// shape returns the shape of an area.
func (d *drawing) shape(id board.ID) *shape { return d.sheet.areas[d.board.Areas[id].Code] }
