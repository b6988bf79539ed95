package main

import "podesta/atlas/chart"

// node is a corner of cells, counted along the rows of corners.
type node = int32

// arc is a line between two faces. It leads from corner to corner and has one
// face on its left and one on its right. A closed arc ends where it begins.
type arc struct {
	path        []node
	left, right uint8
	free        bool       // whether the arc is closed and no other arc meets it
	line        []point    // the smoothed line, on the sheet
	whole       chart.Line // line in halves of the sheet's unit
}

// steps are the four directions from a corner: east, south, west, north.
var steps = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// tracer follows the borders between the faces of a grid.
type tracer struct {
	g    *grid
	w, h int // corners in a row, and number of rows
	done []uint8
}

func newTracer(g *grid) *tracer {
	t := &tracer{g: g, w: g.w + 1, h: g.h + 1}
	t.done = make([]uint8, t.w*t.h)
	return t
}

// face returns the label of a cell, or 0 outside the grid.
func (t *tracer) face(x, y int) uint8 {
	if x < 0 || y < 0 || x >= t.g.w || y >= t.g.h {
		return 0
	}
	return t.g.c[y*t.g.w+x]
}

// sides returns the faces on the left and the right of a step from a corner.
func (t *tracer) sides(x, y, way int) (left, right uint8) {
	switch way {
	case 0:
		return t.face(x, y-1), t.face(x, y)
	case 1:
		return t.face(x, y), t.face(x-1, y)
	case 2:
		return t.face(x-1, y), t.face(x-1, y-1)
	}
	return t.face(x-1, y-1), t.face(x, y-1)
}

// ways returns the steps from a corner that follow a border, as bits, and their
// number.
func (t *tracer) ways(x, y int) (bits uint8, n int) {
	for way := range steps {
		if l, r := t.sides(x, y, way); l != r {
			bits |= 1 << way
			n++
		}
	}
	return bits, n
}

// trace finds all arcs: first those between corners where borders meet, then
// closed ones.
func (t *tracer) trace() []*arc {
	var out []*arc
	for _, closed := range []bool{false, true} {
		for y := range t.h {
			for x := range t.w {
				bits, n := t.ways(x, y)
				if n == 0 || (n == 2) != closed {
					continue
				}
				for way := range steps {
					if bits&(1<<way) != 0 && t.done[y*t.w+x]&(1<<way) == 0 {
						a := t.follow(x, y, way)
						a.free = closed
						out = append(out, a)
					}
				}
			}
		}
	}
	return out
}

// follow follows a border to the next corner where borders meet, or back to its
// start.
func (t *tracer) follow(x, y, way int) *arc {
	a := &arc{path: []node{node(y*t.w + x)}}
	a.left, a.right = t.sides(x, y, way)
	start := a.path[0]
	for {
		t.done[y*t.w+x] |= 1 << way
		x, y = x+steps[way][0], y+steps[way][1]
		back := (way + 2) % 4
		t.done[y*t.w+x] |= 1 << back
		here := node(y*t.w + x)
		a.path = append(a.path, here)
		bits, n := t.ways(x, y)
		if n != 2 || here == start {
			return a
		}
		for next := range steps {
			if next != back && bits&(1<<next) != 0 {
				way = next
			}
		}
	}
}

// rings returns the outlines of each face as references to arcs, with the face
// on their right.
func (t *tracer) rings(arcs []*arc, faces int) [][]chart.Ring {
	type end struct {
		at   node
		face uint8
	}
	from := map[end][]int{} // the arcs that leave a corner with a face on their right
	for n, a := range arcs {
		from[end{a.path[0], a.right}] = append(from[end{a.path[0], a.right}], n)
		last := a.path[len(a.path)-1]
		from[end{last, a.left}] = append(from[end{last, a.left}], ^n)
	}
	out := make([][]chart.Ring, faces)
	used := make([]bool, 2*len(arcs))
	slot := func(r int) int {
		if r < 0 {
			return 2*^r + 1
		}
		return 2 * r
	}
	for n, a := range arcs {
		for _, r := range [2]int{n, ^n} {
			face := a.right
			if r < 0 {
				face = a.left
			}
			if used[slot(r)] || face == 0 {
				continue
			}
			var ring chart.Ring
			for !used[slot(r)] {
				used[slot(r)] = true
				ring = append(ring, r)
				_, last, way := ends(arcs, r, t.w)
				next := from[end{last, face}]
				r = next[0]
				if len(next) > 1 {
					r = t.turn(arcs, next, way)
				}
			}
			out[face] = append(out[face], ring)
		}
	}
	return out
}

// ends returns the first and last corner of an arc in the direction in which it
// is followed, and the direction of its last step.
func ends(arcs []*arc, r int, width int) (first, last node, way int) {
	n := r
	if r < 0 {
		n = ^r
	}
	p := arcs[n].path
	a, b := p[len(p)-2], p[len(p)-1]
	first, last = p[0], b
	if r < 0 {
		first, last = last, first
		a, b = p[1], p[0]
	}
	return first, last, wayOf(int(b-a), width)
}

// wayOf returns the direction of the step between two corners.
func wayOf(d, width int) int {
	switch d {
	case 1:
		return 0
	case width:
		return 1
	case -1:
		return 2
	}
	return 3
}

// turn returns, of the arcs that leave a corner, the one that turns most to the
// right, where the face is.
func (t *tracer) turn(arcs []*arc, next []int, way int) int {
	best, turn := next[0], 9
	for _, r := range next {
		_, _, back := ends(arcs, ^r, t.w)
		out := (back + 2) % 4
		// A right turn is 1, straight on 2, a left turn 3.
		if k := (way + 2 - out + 4) % 4; k < turn && k > 0 {
			best, turn = r, k
		}
	}
	return best
}
