package main

import (
	"math"
	"slices"
)

// fine is the number of cells of the grid along one unit of the sheet.
const fine = 4

// margin is the width that the grid adds to the sheet on each side, in units of
// the sheet, so that what is computed at the edge is correct.
const margin = 24

// grid is a raster of the sheet and its margin. Each cell holds a label.
type grid struct {
	w, h int
	c    []uint8
}

func newGrid(width, height int) *grid {
	g := &grid{w: (width + 2*margin) * fine, h: (height + 2*margin) * fine}
	g.c = make([]uint8, g.w*g.h)
	return g
}

// same returns an empty grid of the same size.
func (g *grid) same() *grid { return &grid{g.w, g.h, make([]uint8, len(g.c))} }

// cell returns the cell at a point of the sheet. ok is false outside the grid.
func (g *grid) cell(p point) (x, y int, ok bool) {
	x, y = int(math.Floor((p.x+margin)*fine)), int(math.Floor((p.y+margin)*fine))
	return x, y, x >= 0 && y >= 0 && x < g.w && y < g.h
}

// fill calls f for every cell whose middle lies inside the rings, by the
// even-odd rule.
func (g *grid) fill(rings [][]point, f func(i int)) {
	crossings := make([][]float64, g.h)
	for _, r := range rings {
		for i, a := range r {
			b := r[(i+1)%len(r)]
			if a.y > b.y {
				a, b = b, a
			}
			if a.y == b.y {
				continue
			}
			ay, by := (a.y+margin)*fine-.5, (b.y+margin)*fine-.5
			for y := max(0, int(math.Ceil(ay))); y < g.h && float64(y) < by; y++ {
				t := (float64(y) - ay) / (by - ay)
				crossings[y] = append(crossings[y], (a.x+(b.x-a.x)*t+margin)*fine-.5)
			}
		}
	}
	for y, xs := range crossings {
		slices.Sort(xs)
		for i := 0; i+1 < len(xs); i += 2 {
			for x := max(0, int(math.Ceil(xs[i]))); x < g.w && float64(x) < xs[i+1]; x++ {
				f(y*g.w + x)
			}
		}
	}
}

// stroke calls f for every cell on a line. The cells are connected by their
// sides, so that a flood fill cannot cross the line.
func (g *grid) stroke(line []point, f func(i int)) {
	for i := range len(line) - 1 {
		a, b := line[i], line[i+1]
		n := int(max(math.Abs(b.x-a.x), math.Abs(b.y-a.y))*fine*2) + 1
		for k := 0; k <= n; k++ {
			t := float64(k) / float64(n)
			if x, y, ok := g.cell(point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}); ok {
				f(y*g.w + x)
			}
		}
	}
}

// disc returns the offsets of all cells within a distance of r cells.
func disc(r float64) [][2]int {
	var out [][2]int
	n := int(r)
	for y := -n; y <= n; y++ {
		for x := -n; x <= n; x++ {
			if float64(x*x+y*y) <= r*r {
				out = append(out, [2]int{x, y})
			}
		}
	}
	return out
}

// grow extends the cells with value v by r cells. All other cells there get the
// value v.
func (g *grid) grow(v uint8, r float64) {
	var edge []int
	for y := range g.h {
		for x := range g.w {
			i := y*g.w + x
			if g.c[i] == v && (x > 0 && g.c[i-1] != v || x+1 < g.w && g.c[i+1] != v || y > 0 && g.c[i-g.w] != v || y+1 < g.h && g.c[i+g.w] != v) {
				edge = append(edge, i)
			}
		}
	}
	around := disc(r)
	for _, i := range edge {
		x, y := i%g.w, i/g.w
		for _, s := range around {
			if u, v2 := x+s[0], y+s[1]; u >= 0 && v2 >= 0 && u < g.w && v2 < g.h {
				g.c[v2*g.w+u] = v
			}
		}
	}
}

// flood gives the new value to all cells of the same value that are connected
// with cell i by their sides. It returns their number.
func (g *grid) flood(i int, to uint8) int {
	from := g.c[i]
	if from == to {
		return 0
	}
	g.c[i] = to
	queue := []int32{int32(i)}
	for k := 0; k < len(queue); k++ {
		j := int(queue[k])
		x := j % g.w
		if x > 0 && g.c[j-1] == from {
			g.c[j-1] = to
			queue = append(queue, int32(j-1))
		}
		if x+1 < g.w && g.c[j+1] == from {
			g.c[j+1] = to
			queue = append(queue, int32(j+1))
		}
		if j >= g.w && g.c[j-g.w] == from {
			g.c[j-g.w] = to
			queue = append(queue, int32(j-g.w))
		}
		if j+g.w < len(g.c) && g.c[j+g.w] == from {
			g.c[j+g.w] = to
			queue = append(queue, int32(j+g.w))
		}
	}
	return len(queue)
}

// piece is a set of cells of one value that are connected by their sides.
type piece struct {
	value uint8
	first int // one of its cells
	cells int
}

// pieces numbers the pieces of a grid. of contains the piece of each cell.
// Cells for which skip returns true belong to no piece (-1).
func (g *grid) pieces(skip func(v uint8) bool) (all []piece, of []int32) {
	of = make([]int32, len(g.c))
	for i := range of {
		of[i] = -1
	}
	var queue []int32
	for i, v := range g.c {
		if of[i] >= 0 || skip(v) {
			continue
		}
		n := int32(len(all))
		of[i] = n
		queue = append(queue[:0], int32(i))
		for k := 0; k < len(queue); k++ {
			j := int(queue[k])
			x := j % g.w
			for _, s := range [4]struct {
				to int
				ok bool
			}{{j - 1, x > 0}, {j + 1, x+1 < g.w}, {j - g.w, j >= g.w}, {j + g.w, j+g.w < len(g.c)}} {
				if s.ok && of[s.to] < 0 && g.c[s.to] == v {
					of[s.to] = n
					queue = append(queue, int32(s.to))
				}
			}
		}
		all = append(all, piece{v, i, len(queue)})
	}
	return all, of
}

// beside calls f for each pair of neighbouring cells, once for each pair.
func (g *grid) beside(f func(i, j int)) {
	for y := range g.h {
		for x := range g.w {
			i := y*g.w + x
			if x+1 < g.w {
				f(i, i+1)
			}
			if y+1 < g.h {
				f(i, i+g.w)
			}
		}
	}
}
