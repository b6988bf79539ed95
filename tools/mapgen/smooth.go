package main

import (
	"math"

	"podesta/atlas/chart"
)

// How strongly lines are smoothed, in units of the sheet. The coast is hardly
// smoothed and keeps its capes. Borders that follow from seeds are smoothed more, and lines across
// the sea are smoothed most.
const (
	coastBlur = .4
	landBlur  = 2.4
	seaBlur   = 3.0
	coastSlip = .22
	landSlip  = .35
)

// manner is how an arc is smoothed and simplified.
type manner struct{ blur, slip float64 }

func (l *labels) manner(a *arc) manner {
	switch {
	case a.left == 0 || a.right == 0:
		return manner{0, .1}
	case l.wet[a.left] && l.wet[a.right]:
		return manner{seaBlur, landSlip}
	case l.wet[a.left] || l.wet[a.right]:
		return manner{coastBlur, coastSlip}
	}
	return manner{landBlur, landSlip}
}

// corner returns the position of a corner of cells on the sheet.
func (t *tracer) corner(n node) point {
	return point{float64(int(n) % t.w), float64(int(n) / t.w)}.times(1. / fine)
}

// shape smooths an arc and rounds it to halves of the sheet's unit.
func (t *tracer) shape(a *arc, m manner) {
	line := make([]point, len(a.path))
	for i, n := range a.path {
		line[i] = t.corner(n)
	}
	if m.blur > 0 {
		line = blurred(line, m.blur*fine, a.free)
	}
	line = thinned(line, m.slip)
	a.line = line
	a.whole = a.whole[:0]
	for _, q := range line {
		h := chart.Point{int(math.Round(q.x * 2)), int(math.Round(q.y * 2))}
		if n := len(a.whole); n == 0 || a.whole[n-1] != h {
			a.whole = append(a.whole, h)
		}
	}
	if len(a.whole) == 1 {
		a.whole = append(a.whole, a.whole[0])
	}
}

// blurred returns a line in which each point is the mean of its neighbours,
// weighted by a Gaussian of width sigma, in points. The ends stay where they
// are, except for a free line, which is closed and has no ends.
func blurred(line []point, sigma float64, free bool) []point {
	n := len(line)
	if n < 4 {
		return line
	}
	reach := int(3*sigma) + 1
	weight := make([]float64, reach+1)
	for i := range weight {
		weight[i] = math.Exp(-float64(i*i) / (2 * sigma * sigma))
	}
	at := func(i int) point {
		switch {
		case free:
			return line[((i%(n-1))+n-1)%(n-1)]
		case i < 0:
			return line[0].times(2).minus(line[min(-i, n-1)])
		case i >= n:
			return line[n-1].times(2).minus(line[max(2*(n-1)-i, 0)])
		}
		return line[i]
	}
	out := make([]point, n)
	for i := range out {
		sum, total := line[i].times(weight[0]), weight[0]
		for k := 1; k <= reach; k++ {
			sum = sum.plus(at(i - k).plus(at(i + k)).times(weight[k]))
			total += 2 * weight[k]
		}
		out[i] = sum.times(1 / total)
	}
	if free {
		out[n-1] = out[0]
	} else {
		out[0], out[n-1] = line[0], line[n-1]
	}
	return out
}

// thinned leaves out the points of a line whose distance from it is at most
// slip (Douglas and Peucker).
func thinned(line []point, slip float64) []point {
	n := len(line)
	if n < 3 {
		return line
	}
	keep := make([]bool, n)
	keep[0], keep[n-1] = true, true
	var cut func(a, b int)
	cut = func(a, b int) {
		worst, at := slip, -1
		for i := a + 1; i < b; i++ {
			if d := aside(line[i], line[a], line[b]); d > worst {
				worst, at = d, i
			}
		}
		if at >= 0 {
			keep[at] = true
			cut(a, at)
			cut(at, b)
		}
	}
	if line[0] == line[n-1] {
		// A ring is first cut at its farthest point.
		far := 0
		for i := range line {
			if line[i].far(line[0]) > line[far].far(line[0]) {
				far = i
			}
		}
		keep[far] = true
		cut(0, far)
		cut(far, n-1)
	} else {
		cut(0, n-1)
	}
	var out []point
	for i, k := range keep {
		if k {
			out = append(out, line[i])
		}
	}
	return out
}

// aside returns the distance of a point from the line between two others.
func aside(p, a, b point) float64 {
	d := b.minus(a)
	n := d.x*d.x + d.y*d.y
	if n == 0 {
		return p.far(a)
	}
	t := max(0, min(1, ((p.x-a.x)*d.x+(p.y-a.y)*d.y)/n))
	return p.far(a.toward(b, t))
}
