package atlas

import (
	"math"
	"strconv"

	"podesta/atlas/chart"
)

// spline is a rounded line. It begins and ends where the line does, bends
// toward each point of by in turn, and passes through the points in through
// between these bends.
type spline struct {
	first, last chart.Point
	by          []chart.Point
	through     []chart.Point // has one element fewer than by
}

// cut is the maximum distance of a rounded line from a corner, in the line's
// units.
const cut = 1.6

// rounded returns the spline of a line. The points in through are chosen so
// that consecutive bends mirror each other. Then each bend except the first
// follows from the one before, and the path needs no more numbers than a
// straight one. Bends are shifted by one unit if the halves are not whole
// numbers.
func rounded(l chart.Line) spline {
	s := spline{first: l[0], last: l[len(l)-1]}
	if len(l) < 3 {
		return s
	}
	l = guarded(l)
	at := l[1]
	s.by = append(s.by, at)
	for _, next := range l[2 : len(l)-1] {
		mid := chart.Point{half(at[0] + next[0]), half(at[1] + next[1])}
		at = chart.Point{2*mid[0] - at[0], 2*mid[1] - at[1]}
		s.through = append(s.through, mid)
		s.by = append(s.by, at)
	}
	return s
}

// joint says whether the lines of a sheet are joined by curves or by straight
// pieces.
type joint bool

const (
	curved   joint = false
	straight joint = true
)

// parts returns the parts of a path along a line.
func (j joint) parts(l chart.Line) []spline {
	if j == curved {
		return []spline{rounded(l)}
	}
	out := make([]spline, 0, len(l)-1)
	for i := 1; i < len(l); i++ {
		out = append(out, spline{first: l[i-1], last: l[i]})
	}
	return out
}

// half returns half of a number. For an odd number it rounds to an even result.
func half(n int) int {
	if n&3 == 3 {
		n++
	}
	return n >> 1
}

// guarded adds points near the corners that would otherwise be cut too much.
func guarded(l chart.Line) chart.Line {
	out := chart.Line{l[0]}
	add := func(p chart.Point) {
		if out[len(out)-1] != p {
			out = append(out, p)
		}
	}
	for i := 1; i+1 < len(l); i++ {
		a, b, c := l[i-1], l[i], l[i+1]
		off := math.Hypot(float64(a[0]-2*b[0]+c[0]), float64(a[1]-2*b[1]+c[1])) / 8
		if off <= cut {
			add(b)
			continue
		}
		toward := func(p chart.Point) chart.Point {
			k := cut / off
			return chart.Point{b[0] + int(math.Round(float64(p[0]-b[0])*k)), b[1] + int(math.Round(float64(p[1]-b[1])*k))}
		}
		add(toward(a))
		add(b)
		add(toward(c))
	}
	return append(out, l[len(l)-1])
}

// back returns the same spline in the opposite direction.
func (s spline) back() spline {
	r := spline{first: s.last, last: s.first, by: make([]chart.Point, len(s.by)), through: make([]chart.Point, len(s.through))}
	for i, p := range s.by {
		r.by[len(s.by)-1-i] = p
	}
	for i, p := range s.through {
		r.through[len(s.through)-1-i] = p
	}
	return r
}

// pathOf writes consecutive splines as one path of relative steps.
func pathOf(closed bool, parts ...spline) []byte {
	var b []byte
	letter := byte(0)
	step := func(k byte, pairs ...[2]int) {
		first := k != letter
		if first {
			b = append(b, k)
			letter = k
		}
		for _, p := range pairs {
			for _, v := range p {
				if v >= 0 && !first {
					b = append(b, ' ')
				}
				b = strconv.AppendInt(b, int64(v), 10)
				first = false
			}
		}
	}
	at := parts[0].first
	from := func(p chart.Point) [2]int { return [2]int{p[0] - at[0], p[1] - at[1]} }
	step('M', at)
	for _, s := range parts {
		if len(s.by) == 0 {
			step('l', from(s.last))
			at = s.last
			continue
		}
		stops := append(s.through[:len(s.through):len(s.through)], s.last)
		step('q', from(s.by[0]), from(stops[0]))
		at = stops[0]
		for _, p := range stops[1:] {
			step('t', from(p))
			at = p
		}
	}
	if closed {
		b = append(b, 'z')
	}
	return b
}
