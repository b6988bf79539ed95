package main

import "podesta/atlas/chart"

// settle smooths all arcs. It then reduces the smoothing of those arcs that cross others, step by
// step, until none cross or this was done eight times. It returns the number of crossings that
// remain.
func (t *tracer) settle(l *labels, arcs []*arc) (crossings int) {
	m := make([]manner, len(arcs))
	for i, a := range arcs {
		m[i] = l.manner(a)
		t.shape(a, m[i])
	}
	for round := 0; ; round++ {
		bad := crossed(arcs)
		if len(bad) == 0 || round == 8 {
			return len(bad)
		}
		for i := range bad {
			m[i].blur /= 2
			m[i].slip /= 1.5
			if m[i].blur < .3 {
				m[i].blur = 0
			}
			t.shape(arcs[i], m[i])
		}
	}
}

// segment is a piece of an arc, in halves of the sheet's unit.
type segment struct {
	arc  int
	a, b chart.Point
}

// crossed returns the arcs that cross another arc or themselves.
func crossed(arcs []*arc) map[int]bool {
	const size = 16
	squares := map[[2]int][]segment{}
	bad := map[int]bool{}
	for n, a := range arcs {
		for i := range len(a.whole) - 1 {
			s := segment{n, a.whole[i], a.whole[i+1]}
			for x := min(s.a[0], s.b[0]) / size; x <= max(s.a[0], s.b[0])/size; x++ {
				for y := min(s.a[1], s.b[1]) / size; y <= max(s.a[1], s.b[1])/size; y++ {
					for _, o := range squares[[2]int{x, y}] {
						if s.crosses(o) {
							bad[s.arc], bad[o.arc] = true, true
						}
					}
					squares[[2]int{x, y}] = append(squares[[2]int{x, y}], s)
				}
			}
		}
	}
	return bad
}

// side returns on which side of a segment a point lies, as the sign of a
// number.
func (s segment) side(p chart.Point) int {
	d := (s.b[0]-s.a[0])*(p[1]-s.a[1]) - (s.b[1]-s.a[1])*(p[0]-s.a[0])
	switch {
	case d > 0:
		return 1
	case d < 0:
		return -1
	}
	return 0
}

// crosses reports whether two segments cross in their interiors.
func (s segment) crosses(o segment) bool {
	return s.side(o.a)*s.side(o.b) < 0 && o.side(s.a)*o.side(s.b) < 0
}
