package raster

import (
	"math"
	"strings"
)

// along is a line with text on it.
type along struct {
	text   string
	points []point
	done   []float64 // distance of each point along the line
}

// along returns the line of a text's textPath, or nil if it has none.
func (d *document) along(n *node) *along {
	for _, c := range n.children {
		to := d.ids[strings.TrimPrefix(c.attr("href"), "#")]
		if c.name != "textPath" || to == nil || to.name != "path" {
			continue
		}
		t := &track{m: identity}
		t.path(to.attr("d"))
		for _, l := range t.lines {
			if a := measured(l.points); a != nil {
				a.text = c.text
				return a
			}
		}
	}
	return nil
}

// measured computes the lengths along a line. It returns nil if the points do
// not form a line.
func measured(points []point) *along {
	a := &along{}
	for i, p := range points {
		length := 0.0
		if i > 0 {
			step := math.Hypot(p.x-points[i-1].x, p.y-points[i-1].y)
			if step == 0 {
				continue
			}
			length = a.done[len(a.done)-1] + step
		}
		a.points, a.done = append(a.points, p), append(a.done, length)
	}
	if len(a.points) < 2 {
		return nil
	}
	return a
}

// length returns the length of the whole line.
func (a *along) length() float64 { return a.done[len(a.done)-1] }

// at returns the mapping that moves a horizontal letter from the origin to the
// place on the line at distance s from its beginning.
func (a *along) at(s float64) matrix {
	i := 1
	for i < len(a.done)-1 && a.done[i] < s {
		i++
	}
	p, q := a.points[i-1], a.points[i]
	l := a.done[i] - a.done[i-1]
	c, n := (q.x-p.x)/l, (q.y-p.y)/l
	t := s - a.done[i-1]
	return matrix{c, n, -n, c, p.x + c*t, p.y + n*t}
}

// bent writes the letters of a text, one by one, centred on the middle of a
// line.
func (s *setting) bent(t *track, a *along) {
	whole := t.m
	for i, g := range s.glyphs {
		next := s.width
		if i+1 < len(s.glyphs) {
			next = s.glyphs[i+1].at
		}
		half := (next - g.at) / 2
		t.m = whole.then(a.at(a.length()/2 - s.width/2 + g.at + half))
		one := &setting{glyphs: []glyph{{g.segments, 0}}, scale: s.scale}
		one.write(t, point{-half, 0}, 1)
	}
	t.m = whole
}
