package atlas

import (
	"math"
	"testing"

	"podesta/atlas/chart"
	"podesta/machiavelli/board"
)

// walk returns n points for each bend of a spline.
func (s spline) walk(n int) []point {
	at := func(p chart.Point) point { return point{float64(p[0]), float64(p[1])} }
	out := []point{at(s.first)}
	for i, by := range s.by {
		from, to := out[len(out)-1], at(s.last)
		if i < len(s.through) {
			to = at(s.through[i])
		}
		c := curve{[]point{from, at(by), to}}
		out = append(out, c.samples(0, 1, n)[1:]...)
	}
	return append(out, at(s.last))
}

// TestSplines checks that the curves of all outlines stay near the lines that
// they round and end where those do, and that each bend mirrors the one before
// it, as their paths require.
func TestSplines(t *testing.T) {
	for _, slug := range board.Slugs() {
		c, ok := chartOf(slug)
		if !ok {
			t.Fatalf("no chart of %s", slug)
		}
		for n, a := range c.Arcs {
			s := rounded(a)
			if s.first != a[0] || s.last != a[len(a)-1] {
				t.Fatalf("%s: arc %d and its line have different ends", slug, n)
			}
			for i, m := range s.through {
				if s.by[i][0]+s.by[i+1][0] != 2*m[0] || s.by[i][1]+s.by[i+1][1] != 2*m[1] {
					t.Fatalf("%s: arc %d: bends %v and %v are no mirrors at %v", slug, n, s.by[i], s.by[i+1], m)
				}
			}
			for _, q := range s.walk(4) {
				if off := offLine(q, a); off > 4 {
					t.Errorf("%s: arc %d strays %.1f halves from its line", slug, n, off)
					break
				}
			}
			if b := s.back().back(); pathString(b) != pathString(s) {
				t.Errorf("%s: arc %d turned twice is another", slug, n)
			}
		}
	}
}

func pathString(s spline) string { return string(pathOf(false, s)) }

// offLine returns the distance of a point from a line.
func offLine(q point, l chart.Line) float64 {
	best := math.Inf(1)
	for i := 1; i < len(l); i++ {
		a, b := point{float64(l[i-1][0]), float64(l[i-1][1])}, point{float64(l[i][0]), float64(l[i][1])}
		v := b.minus(a)
		k := 0.0
		if d := v.x*v.x + v.y*v.y; d > 0 {
			k = max(0, min(1, ((q.x-a.x)*v.x+(q.y-a.y)*v.y)/d))
		}
		best = min(best, q.minus(a.plus(v.times(k))).length())
	}
	return best
}

func TestPathOf(t *testing.T) {
	for _, c := range []struct {
		line chart.Line
		want string
	}{
		{chart.Line{{3, 4}, {10, 2}}, "M3 4l7-2"},
		{chart.Line{{0, 0}, {2, 2}, {4, 0}}, "M0 0q2 2 4 0"},
		{chart.Line{{0, 0}, {2, 2}, {4, 2}, {6, 0}}, "M0 0q2 2 3 2t3-2"},
	} {
		got := string(pathOf(false, rounded(c.line)))
		if got != c.want {
			t.Errorf("%v: %s, expected %s", c.line, got, c.want)
		}
	}
	// a sharp corner is kept, because the curve passes near it
	if off := offLine(point{100, 0}, nearLine(rounded(chart.Line{{0, 0}, {100, 0}, {100, 100}}))); off > 2.5 {
		t.Errorf("a corner is cut by %.1f", off)
	}
}

// nearLine returns points of a spline in whole numbers.
func nearLine(s spline) chart.Line {
	var out chart.Line
	for _, q := range s.walk(8) {
		out = append(out, chart.Point{int(math.Round(q.x)), int(math.Round(q.y))})
	}
	return out
}
