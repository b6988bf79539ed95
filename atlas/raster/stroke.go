package raster

import "math"

// pen holds the properties of lines, in pixels.
type pen struct {
	width  float64
	look   *look
	dashes []float64
}

// stroke returns the polygons that the lines cover when they are drawn with the
// pen. All polygons have the same orientation, so that places where they
// overlap are covered once.
func (p *pen) stroke(lines []line) [][]point {
	var out [][]point
	if len(p.dashes) > 0 {
		lines = dashed(lines, p.dashes)
	}
	for i := range lines {
		out = p.one(out, &lines[i])
	}
	return out
}

// one adds the polygons of one line.
func (p *pen) one(out [][]point, l *line) [][]point {
	points := distinct(l.points, l.closed)
	r := p.width / 2
	if len(points) == 1 {
		if p.look.roundCap {
			out = append(out, disc(points[0], r))
		}
		return out
	}
	n := len(points)
	pieces := n - 1
	if l.closed && n > 2 {
		pieces = n
	}
	for i := range pieces {
		a, b := points[i], points[(i+1)%n]
		d := toward(a, b, r)
		if !l.closed && p.look.squareCap {
			if i == 0 {
				a = point{a.x - d.x, a.y - d.y}
			}
			if i == pieces-1 {
				b = point{b.x + d.x, b.y + d.y}
			}
		}
		out = append(out, oriented([]point{
			{a.x - d.y, a.y + d.x},
			{b.x - d.y, b.y + d.x},
			{b.x + d.y, b.y - d.x},
			{a.x + d.y, a.y - d.x},
		}))
		if i+1 < pieces || pieces == n {
			out = p.join(out, a, b, points[(i+2)%n], r)
		}
	}
	if p.look.roundCap && pieces < n {
		out = append(out, disc(points[0], r), disc(points[n-1], r))
	}
	return out
}

// join fills the corner at b between two pieces.
func (p *pen) join(out [][]point, a, b, c point, r float64) [][]point {
	if r < 0.4 {
		return out // not visible
	}
	d, e := toward(a, b, r), toward(b, c, r)
	turn := d.x*e.y - d.y*e.x
	along := d.x*e.x + d.y*e.y
	if along > 0 && math.Abs(turn) < 0.02*r*r {
		return out
	}
	if p.look.roundJoin {
		return append(out, disc(b, r))
	}
	side := 1.0
	if turn > 0 {
		side = -1
	}
	from := point{b.x - side*d.y, b.y + side*d.x}
	to := point{b.x - side*e.y, b.y + side*e.x}
	corner := []point{b, from, to}
	// The mitre of SVG: up to four times the width of the line.
	if half := (r*r + along) / 2; half > 0 && r*r/half <= 16 {
		k := r * r / half / 2
		corner = []point{b, from, {b.x + ((from.x-b.x)+(to.x-b.x))*k, b.y + ((from.y-b.y)+(to.y-b.y))*k}, to}
	}
	return append(out, oriented(corner))
}

// toward returns the vector of length r that points from a to b.
func toward(a, b point, r float64) point {
	l := away(a, b)
	return point{(b.x - a.x) / l * r, (b.y - a.y) / l * r}
}

// disc returns a polygon that approximates the circle around c with radius r.
func disc(c point, r float64) []point {
	n := min(max(int(4*math.Sqrt(r)), 6), 48)
	out := make([]point, n)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		out[i] = point{c.x + r*cos, c.y + r*sin}
	}
	return out
}

// oriented returns the polygon with its points in reverse order, if this is
// necessary to give it the same orientation as discs.
func oriented(p []point) []point {
	area := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		area += a.x*b.y - b.x*a.y
	}
	if area < 0 {
		for i, k := 0, len(p)-1; i < k; i, k = i+1, k-1 {
			p[i], p[k] = p[k], p[i]
		}
	}
	return p
}

// distinct removes each point that is equal to the point before it.
func distinct(points []point, closed bool) []point {
	out := points[:1:1]
	for _, p := range points[1:] {
		if away(out[len(out)-1], p) > 1e-6 {
			out = append(out, p)
		}
	}
	if closed && len(out) > 1 && away(out[0], out[len(out)-1]) < 1e-6 {
		out = out[:len(out)-1]
	}
	return out
}

// mostDashes is the maximum number of dashes and gaps of a line.
const mostDashes = 20_000

// dashed breaks lines into dashes.
func dashed(lines []line, dashes []float64) []line {
	if len(dashes)%2 == 1 {
		dashes = append(dashes[:len(dashes):len(dashes)], dashes...)
	}
	total := 0.0
	for _, d := range dashes {
		if !(d >= 0) {
			return lines // the whole list is ignored, as SVG demands
		}
		total += d
	}
	long := 0.0
	for _, l := range lines {
		for i := 1; i < len(l.points); i++ {
			long += away(l.points[i-1], l.points[i])
		}
	}
	if total < 0.2 || long/total > mostDashes {
		return lines // too fine to be distinguished
	}
	var out []line
	for _, l := range lines {
		points := distinct(l.points, l.closed)
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		k, left, on := 0, dashes[0], true
		run := []point{points[0]}
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			for rest := away(a, b); rest > 0; {
				if left >= rest {
					left -= rest
					if on {
						run = append(run, b)
					}
					break
				}
				d := toward(a, b, left)
				a = point{a.x + d.x, a.y + d.y}
				rest -= left
				if on {
					out = append(out, line{points: append(run, a)})
				}
				k = (k + 1) % len(dashes)
				left, on, run = dashes[k], k%2 == 0, []point{a}
			}
		}
		if on && len(run) > 1 {
			out = append(out, line{points: run})
		}
	}
	return out
}
