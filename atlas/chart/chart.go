// Package chart is the geometry of a board as data: outlines that share their
// borders, and the places of everything that is written or put on them. Charts
// are made by tools/mapgen, kept in atlas/data and drawn by package atlas.
package chart

import (
	"encoding/json"
	"fmt"
)

// Chart is the geometry of one board. Arcs are in halves of the sheet's unit,
// all else is in the sheet's unit; y grows downwards.
type Chart struct {
	Width   int               `json:"width"`
	Height  int               `json:"height"`
	Arcs    []Line            `json:"arcs"`
	Areas   map[string]*Area  `json:"areas"` // by the area's code
	Extra   map[string][]Ring `json:"extra"` // faces that are no areas: off, isle, bars, lagoon, and shoals
	Shoals  []string          `json:"shoals,omitempty"`
	Links   []Link            `json:"links,omitempty"`
	Straits []Line            `json:"straits,omitempty"`
	Coasts  []Coast           `json:"coasts,omitempty"`
	Regions []Region          `json:"regions,omitempty"`
	Rivers  []River           `json:"rivers,omitempty"`
	Lakes   []Line            `json:"lakes,omitempty"`
	Hills   []Hill            `json:"hills,omitempty"`

	Ornaments []Ornament `json:"ornaments,omitempty"`
	Plan      string     `json:"plan"` // tells which plan it was made of
	Rose      Point      `json:"rose"` // centre of the compass rose; zero for none
	Key       [4]int     `json:"key"`  // where the title stands: x, y, width, height
}

type (
	// Point is x and y.
	Point [2]int
	// Line is points; in JSON the first one and steps from it, as a flat list.
	Line []Point
	// Ring is an outline as references to arcs: n, or ^n for arc n walked
	// backwards.
	Ring []int
)

// Area is one area of the board: its outlines and what is put on it. Places that
// it has no use for are zero.
type Area struct {
	Sea    bool     `json:"sea,omitempty"`
	Lagoon bool     `json:"lagoon,omitempty"` // land that lies in water of its own (the extra "lagoon")
	Rings  []Ring   `json:"rings"`
	Hit    Line     `json:"hit,omitempty"`   // of a sea: a rough outline to be pointed at
	Label  [4]int   `json:"label"`           // middle of the name, its size, its width
	Curve  *[6]int  `json:"curve,omitempty"` // where the name is not level: start, bend and end of its line
	Lines  []string `json:"lines,omitempty"` // the name in lines
	Unit   Point    `json:"unit"`
	City   Point    `json:"city,omitzero"`
	Port   Point    `json:"port,omitzero"`
	Badge  Point    `json:"badge,omitzero"` // whose it is
	Mark   Point    `json:"mark,omitzero"`  // what befalls it
	Mark2  Point    `json:"mark2,omitzero"`
}

// Link joins two areas that are neighbours without a common border.
type Link struct {
	A  string `json:"a"`
	B  string `json:"b"`
	At Line   `json:"at"`
}

// Coast is where the name of one of an area's coasts stands.
type Coast struct {
	Area  string `json:"area"`
	Coast string `json:"coast"`
	At    Point  `json:"at"`
}

// Region is the name of land that is on no board.
type Region struct {
	Name string `json:"name"`
	At   Point  `json:"at"`
	Size int    `json:"size"`
	Turn int    `json:"turn,omitempty"` // degrees, clockwise
}

// River is a line and how wide it is, in tenths.
type River struct {
	Tenths int  `json:"tenths"`
	At     Line `json:"at"`
}

// Ornament is something to please the eye, by kind: serpent, ship, wood.
type Ornament struct {
	Kind string `json:"kind"`
	At   Point  `json:"at"`
	Size int    `json:"size"`
}

// Hill is a mountain's place, size and shape.
type Hill [4]int

// Read reads a chart.
func Read(text []byte) (*Chart, error) {
	var c Chart
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, err
	}
	for code, a := range c.Areas {
		for _, r := range a.Rings {
			if err := c.whole(r); err != nil {
				return nil, fmt.Errorf("%s: %w", code, err)
			}
		}
	}
	for kind, rings := range c.Extra {
		for _, r := range rings {
			if err := c.whole(r); err != nil {
				return nil, fmt.Errorf("%s: %w", kind, err)
			}
		}
	}
	return &c, nil
}

// whole checks that the arcs of a ring follow one another and close.
func (c *Chart) whole(r Ring) error {
	for i, n := range r {
		if max(n, ^n) >= len(c.Arcs) {
			return fmt.Errorf("no arc %d", n)
		}
		_, end := c.Ends(n)
		start, _ := c.Ends(r[(i+1)%len(r)])
		if end != start {
			return fmt.Errorf("arc %d ends at %v, the next one begins at %v", n, end, start)
		}
	}
	return nil
}

// UnmarshalJSON reads a first point and steps.
func (l *Line) UnmarshalJSON(text []byte) error {
	var n []int
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	if len(n)%2 != 0 {
		return fmt.Errorf("a line of %d numbers", len(n))
	}
	*l = make(Line, 0, len(n)/2)
	at := Point{}
	for i := 0; i < len(n); i += 2 {
		at = Point{at[0] + n[i], at[1] + n[i+1]}
		*l = append(*l, at)
	}
	return nil
}

// MarshalJSON writes a first point and steps.
func (l Line) MarshalJSON() ([]byte, error) {
	n := make([]int, 0, 2*len(l))
	last := Point{}
	for _, p := range l {
		n = append(n, p[0]-last[0], p[1]-last[1])
		last = p
	}
	return json.Marshal(n)
}

// Arc is the points of a reference to an arc.
func (c *Chart) Arc(n int) Line {
	if n >= 0 {
		return c.Arcs[n]
	}
	a := c.Arcs[^n]
	out := make(Line, len(a))
	for i, p := range a {
		out[len(a)-1-i] = p
	}
	return out
}

// Ends are the first and the last point of a reference to an arc.
func (c *Chart) Ends(n int) (first, last Point) {
	a := c.Arcs[max(n, ^n)]
	first, last = a[0], a[len(a)-1]
	if n < 0 {
		first, last = last, first
	}
	return first, last
}

// Outline is the points of a ring; the last is not the first again.
func (c *Chart) Outline(r Ring) Line {
	var out Line
	for _, n := range r {
		a := c.Arc(n)
		out = append(out, a[:len(a)-1]...)
	}
	return out
}

// Sides lists for each arc the faces on its two sides; at the edge of the sheet
// there is one only.
func (c *Chart) Sides() [][]string {
	out := make([][]string, len(c.Arcs))
	add := func(name string, rings []Ring) {
		for _, r := range rings {
			for _, n := range r {
				n = max(n, ^n)
				out[n] = append(out[n], name)
			}
		}
	}
	for code, a := range c.Areas {
		add(code, a.Rings)
	}
	for kind, rings := range c.Extra {
		if kind != Lagoon {
			add(kind, rings)
		}
	}
	for _, s := range out {
		if len(s) == 2 && s[0] > s[1] {
			s[0], s[1] = s[1], s[0]
		}
	}
	return out
}

// Lagoon is the extra whose rings are water of an area of land.
const Lagoon = "lagoon"
