package raster

import (
	"math"
	"strconv"
)

// line is a polyline. If closed is true, it ends where it begins.
type line struct {
	points []point
	closed bool
}

// track builds lines, breaking curves into straight pieces that differ from
// them by less than a fifth of a pixel.
type track struct {
	lines []line
	at    point
	start point
	m     matrix // maps to pixels
	open  bool
}

// farthest is the maximum distance of a line outside the picture, in pixels.
const farthest = 20_000

// pixel returns a point in pixels.
func (t *track) pixel(p point) point {
	p = t.m.of(p)
	if math.IsNaN(p.x) || math.IsNaN(p.y) { // not a number, which an excessive size causes
		return point{}
	}
	return point{min(max(p.x, -farthest), farthest), min(max(p.y, -farthest), farthest)}
}

func (t *track) move(p point) {
	t.at, t.start, t.open = p, p, false
}

func (t *track) line(p point) {
	if !t.open {
		t.lines = append(t.lines, line{points: []point{t.pixel(t.at)}})
		t.open = true
	}
	l := &t.lines[len(t.lines)-1]
	l.points = append(l.points, t.pixel(p))
	t.at = p
}

func (t *track) end() {
	if t.open {
		t.lines[len(t.lines)-1].closed = true
	}
	t.at, t.open = t.start, false
}

// steps returns the number of pieces for a curve of approximately the given
// length in user space.
func (t *track) steps(length float64) int {
	return int(min(max(math.Sqrt(length*t.m.scale())*1.5, 2), 100))
}

func away(a, b point) float64 { return math.Hypot(a.x-b.x, a.y-b.y) }

func (t *track) cubic(b, c, d point) {
	a := t.at
	n := t.steps(away(a, b) + away(b, c) + away(c, d))
	for i := 1; i <= n; i++ {
		s := float64(i) / float64(n)
		u := 1 - s
		p, q, r, v := u*u*u, 3*u*u*s, 3*u*s*s, s*s*s
		t.line(point{p*a.x + q*b.x + r*c.x + v*d.x, p*a.y + q*b.y + r*c.y + v*d.y})
	}
}

// slip is the maximum distance of the pieces of a quadratic curve from it, in
// pixels.
const slip = .15

// quadratic adds a quadratic curve in as few pieces as slip allows, because
// coasts consist of thousands of such curves, most of which are flat.
func (t *track) quadratic(b, c point) {
	a := t.at
	sag := math.Hypot(a.x-2*b.x+c.x, a.y-2*b.y+c.y) * t.m.scale() / 4
	n := int(min(math.Ceil(math.Sqrt(sag/slip)), 100))
	for i := 1; i < n; i++ {
		s := float64(i) / float64(n)
		u := 1 - s
		t.line(point{u*u*a.x + 2*u*s*b.x + s*s*c.x, u*u*a.y + 2*u*s*b.y + s*s*c.y})
	}
	t.line(c)
}

// arc adds an arc of an ellipse, which SVG describes by its radii and their
// rotation in degrees. The flags large and sweep choose one of the four
// possible arcs.
func (t *track) arc(rx, ry, turn float64, large, sweep bool, to point) {
	from := t.at
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		t.line(to)
		return
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := cos*dx+sin*dy, -sin*dx+cos*dy
	if over := x*x/(rx*rx) + y*y/(ry*ry); over > 1 {
		rx, ry = rx*math.Sqrt(over), ry*math.Sqrt(over)
	}
	k := (rx*rx*ry*ry - rx*rx*y*y - ry*ry*x*x) / (rx*rx*y*y + ry*ry*x*x)
	k = math.Sqrt(max(k, 0))
	if large == sweep {
		k = -k
	}
	mx, my := k*rx*y/ry, -k*ry*x/rx
	centre := point{cos*mx - sin*my + (from.x+to.x)/2, sin*mx + cos*my + (from.y+to.y)/2}
	begin := math.Atan2((y-my)/ry, (x-mx)/rx)
	sweepBy := math.Atan2((-y-my)/ry, (-x-mx)/rx) - begin
	if sweep && sweepBy < 0 {
		sweepBy += 2 * math.Pi
	}
	if !sweep && sweepBy > 0 {
		sweepBy -= 2 * math.Pi
	}
	n := t.steps(math.Abs(sweepBy) * max(rx, ry))
	for i := 1; i < n; i++ {
		s, c := math.Sincos(begin + sweepBy*float64(i)/float64(n))
		t.line(point{centre.x + rx*c*cos - ry*s*sin, centre.y + rx*c*sin + ry*s*cos})
	}
	t.line(to)
}

func (t *track) circle(c point, r float64) {
	t.move(point{c.x + r, c.y})
	t.arc(r, r, 0, false, true, point{c.x, c.y + r})
	t.arc(r, r, 0, false, true, point{c.x - r, c.y})
	t.arc(r, r, 0, false, true, point{c.x, c.y - r})
	t.arc(r, r, 0, false, true, point{c.x + r, c.y})
	t.end()
}

func (t *track) rect(x, y, w, h, r float64) {
	r = min(r, w/2, h/2)
	t.move(point{x + r, y})
	for _, corner := range []struct{ near, by point }{
		{point{x + w - r, y}, point{x + w, y + r}},
		{point{x + w, y + h - r}, point{x + w - r, y + h}},
		{point{x + r, y + h}, point{x, y + h - r}},
		{point{x, y + r}, point{x + r, y}},
	} {
		t.line(corner.near)
		if r > 0 {
			t.arc(r, r, 0, false, true, corner.by)
		}
	}
	t.end()
}

// path adds the lines in the attribute d of a path.
func (t *track) path(d string) {
	s := scanner{text: d}
	var last byte
	var bend point // control point of the last quadratic curve
	for {
		op, ok := s.command()
		if !ok {
			if last == 0 || last|32 == 'z' || !s.more() {
				return
			}
			switch op = last; last { // a command continues without its letter
			case 'M':
				op = 'L'
			case 'm':
				op = 'l'
			}
		}
		last = op
		at := point{}
		if op >= 'a' {
			at = t.at
		}
		pair := func() point { x := s.number(); return point{at.x + x, at.y + s.number()} }
		switch op {
		case 'M', 'm':
			t.move(pair())
		case 'L', 'l':
			t.line(pair())
		case 'H', 'h':
			t.line(point{at.x + s.number(), t.at.y})
		case 'V', 'v':
			t.line(point{t.at.x, at.y + s.number()})
		case 'C', 'c':
			b, c := pair(), pair()
			t.cubic(b, c, pair())
		case 'Q', 'q':
			bend = pair()
			t.quadratic(bend, pair())
		case 'T', 't': // its control point is the mirrored one of the last curve
			bend = point{2*t.at.x - bend.x, 2*t.at.y - bend.y}
			t.quadratic(bend, pair())
		case 'A', 'a':
			rx, ry, turn := s.number(), s.number(), s.number()
			large, sweep := s.flag(), s.flag()
			t.arc(rx, ry, turn, large, sweep, pair())
		case 'Z', 'z':
			t.end()
		default:
			return
		}
		if s.bad {
			return
		}
	}
}

// scanner reads numbers and letters of a path.
type scanner struct {
	text string
	i    int
	bad  bool
}

func (s *scanner) skip() {
	for s.i < len(s.text) && (s.text[s.i] <= ' ' || s.text[s.i] == ',') {
		s.i++
	}
}

// more reports whether a number follows.
func (s *scanner) more() bool {
	s.skip()
	return s.i < len(s.text) && !s.bad
}

func (s *scanner) command() (byte, bool) {
	s.skip()
	if s.i >= len(s.text) {
		return 0, false
	}
	c := s.text[s.i]
	if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
		s.i++
		return c, true
	}
	return 0, false
}

// flag reads a single 0 or 1.
func (s *scanner) flag() bool {
	s.skip()
	if s.i >= len(s.text) {
		s.bad = true
		return false
	}
	s.i++
	return s.text[s.i-1] == '1'
}

func (s *scanner) number() float64 {
	s.skip()
	from := s.i
	dot := false
scan:
	for ; s.i < len(s.text); s.i++ {
		switch c := s.text[s.i]; {
		case c >= '0' && c <= '9':
		case c == '-' && s.i == from:
		case c == '.' && !dot:
			dot = true
		default:
			break scan
		}
	}
	v, err := strconv.ParseFloat(s.text[from:s.i], 64)
	if err != nil {
		s.bad = true
	}
	return v
}

// numbers reads a list of numbers.
func numbers(text string) []float64 {
	s := scanner{text: text}
	var out []float64
	for s.more() {
		v := s.number()
		if s.bad {
			break
		}
		out = append(out, v)
	}
	return out
}
