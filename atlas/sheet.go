package atlas

import (
	"fmt"
	"sync"

	"podesta/atlas/chart"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// sheet is the geometry of a board: where everything is, before anybody stands
// on it.
type sheet struct {
	w, h      int
	schematic bool              // areas are boxes joined by lines
	half      bool              // outlines are in halves of the sheet's unit
	areas     map[string]*shape // by the area's code
	extra     map[string]string // outlines that belong to no area, by kind
	seaLines  string            // borders between seas, a path
	edges     []edge            // schematic: the borders
	links     []link            // borders across water, and the land bridge
	straits   []link
	coasts    []coastName
	regions   []region
	shoals    []string // the kinds of extra that are water of no sea
	rivers    []river
	lakes     string
	mountains []mountain
	ornaments []chart.Ornament
	rose      point // centre of the compass rose; zero for none
	key       box   // where the cartouche stands
}

type (
	// shape is an area's outline and the places of what is written and put on it.
	shape struct {
		code         string
		sea          bool
		outline      string  // path; of a sea only a rough one, to be pointed at
		label        point   // middle of the name
		size, fit    float64 // the name's font size and width; fit 0 leaves the width to the font
		lines        []string
		bow          []point // start, bend and end of the name's line, where that is not level
		unit         point
		city, port   point
		badge        point // whose it is
		mark, second point // famine, rebellion
		rings        [][]point
	}
	edge struct {
		d     string
		water bool // fleets pass
		land  bool // armies pass
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

var sheets sync.Map // sheetKey -> *sheet

type sheetKey struct {
	slug  string
	joint joint
}

// drawn reports whether the board is one of the game's own, of which there is
// a drawing; another board may have the same slug.
func drawn(b *board.Board) bool {
	for _, bridge := range []bool{false, true} {
		if own, err := board.Get(b.Slug, bridge); err == nil && own == b {
			return true
		}
	}
	return false
}

// sheetOf is the geometry of a board, its lines joined so; every area of the board is on it.
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

// shape is the shape of an area.
func (d *drawing) shape(id board.ID) *shape { return d.sheet.areas[d.board.Areas[id].Code] }
