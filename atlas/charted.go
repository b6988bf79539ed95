package atlas

import (
	"embed"
	"slices"
	"strings"

	"podesta/atlas/chart"
	"podesta/machiavelli"
)

//go:embed data/*.json
var charts embed.FS

// chartOf reads the chart of a board. The result ok is false if there is none.
// Boards that differ only in their cities share a chart.
func chartOf(slug string) (c *chart.Chart, ok bool) {
	if slug == "dipmach" {
		slug = "diplomacy"
	}
	text, err := charts.ReadFile("data/" + slug + ".json")
	if err != nil {
		return nil, false
	}
	c, err = chart.Read(text)
	if err != nil {
		panic("atlas: data/" + slug + ".json: " + err.Error())
	}
	return c, true
}

// path returns lines as a path, closed or open.
func (j joint) path(closed bool, lines ...chart.Line) string {
	var b []byte
	for _, l := range lines {
		if len(l) < 2 {
			continue
		}
		if closed && l[0] != l[len(l)-1] {
			l = append(l[:len(l):len(l)], l[0])
		}
		b = append(b, pathOf(closed, j.parts(l)...)...)
	}
	return string(b)
}

// outline returns the path of some rings. Neighbouring areas share arcs, and
// therefore curves, which one of them follows in the opposite direction.
func (j joint) outline(c *chart.Chart, rings []chart.Ring) string {
	var b []byte
	for _, r := range rings {
		var parts []spline
		for _, n := range r {
			more := j.parts(c.Arcs[max(n, ^n)])
			if n < 0 {
				slices.Reverse(more)
				for i := range more {
					more[i] = more[i].back()
				}
			}
			parts = append(parts, more...)
		}
		b = append(b, pathOf(true, parts...)...)
	}
	return string(b)
}

// charted returns the sheet of a chart.
func charted(c *chart.Chart, j joint) *sheet {
	s := &sheet{w: c.Width, h: c.Height, half: true, areas: map[string]*shape{}, extra: map[string]string{}}
	at := func(p chart.Point) point { return point{float64(p[0]), float64(p[1])} }
	s.rose = at(c.Rose)
	s.key = box{float64(c.Key[0]), float64(c.Key[1]), float64(c.Key[2]), float64(c.Key[3])}
	for code, a := range c.Areas {
		sh := &shape{
			code: code, sea: a.Sea, lines: a.Lines,
			label: point{float64(a.Label[0]), float64(a.Label[1])}, size: float64(a.Label[2]), fit: float64(a.Label[3]),
			unit: at(a.Unit), city: at(a.City), port: at(a.Port), badge: at(a.Badge), mark: at(a.Mark), second: at(a.Mark2),
		}
		if q := a.Curve; q != nil {
			sh.bow = []point{{float64(q[0]), float64(q[1])}, {float64(q[2]), float64(q[3])}, {float64(q[4]), float64(q[5])}}
		}
		if a.Sea {
			sh.outline = j.path(true, a.Hit)
		} else {
			sh.outline = j.outline(c, a.Rings)
		}
		for _, r := range a.Rings {
			var ring []point
			for _, q := range c.Outline(r) {
				ring = append(ring, point{float64(q[0]) / 2, float64(q[1]) / 2})
			}
			sh.rings = append(sh.rings, ring)
		}
		s.areas[code] = sh
	}
	for kind, rings := range c.Extra {
		s.extra[kind] = j.outline(c, rings)
	}
	s.shoals = c.Shoals
	s.seaLines = j.seaLines(c)
	for _, l := range c.Links {
		s.links = append(s.links, link{a: l.A, b: l.B, d: j.path(false, l.At), mid: middleOf(l.At)})
	}
	for _, l := range c.Straits {
		s.straits = append(s.straits, link{d: j.path(false, l), mid: middleOf(l)})
	}
	for _, n := range c.Coasts {
		for k := machiavelli.NorthCoast; k < machiavelli.NumCoasts; k++ {
			if k.Code() == n.Coast {
				s.coasts = append(s.coasts, coastName{area: n.Area, coast: k, at: at(n.At)})
			}
		}
	}
	for _, r := range c.Regions {
		s.regions = append(s.regions, region{strings.ToUpper(r.Name), at(r.At), float64(r.Size), r.Turn})
	}
	for _, r := range c.Rivers {
		s.rivers = append(s.rivers, river{float64(r.Tenths) / 10, j.path(false, r.At)})
	}
	s.lakes = j.path(true, c.Lakes...)
	for _, h := range c.Hills {
		s.mountains = append(s.mountains, mountain{h[0], h[1], h[2], h[3]})
	}
	s.ornaments = c.Ornaments
	return s
}

// middleOf returns the point halfway between a line's ends.
func middleOf(l chart.Line) point {
	a, b := l[0], l[len(l)-1]
	return point{float64(a[0]+b[0]) / 2, float64(a[1]+b[1]) / 2}
}

// seaLines returns the path of the borders between seas, and between seas and
// shoals.
func (j joint) seaLines(c *chart.Chart) string {
	shoal := map[string]bool{}
	for _, n := range c.Shoals {
		shoal[n] = true
	}
	wet := func(face string) bool {
		a := c.Areas[face]
		return shoal[face] || a != nil && (a.Sea || a.Lagoon)
	}
	var lines []chart.Line
	for n, sides := range c.Sides() {
		if len(sides) == 2 && wet(sides[0]) && wet(sides[1]) {
			lines = append(lines, c.Arcs[n])
		}
	}
	return j.path(false, lines...)
}
