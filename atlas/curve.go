package atlas

import "math"

// curve is a bent line that joins points by quadratic bends. A simple curve has
// a start, a control point and an end.
type curve struct {
	points []point // start, control, stop, control, stop …
}

// bent returns the curve from a to b. It bends to the left, so that two units
// that change places have two separate arrows.
func bent(a, b point) curve {
	v := b.minus(a)
	return curve{[]point{a, a.toward(b, .5).plus(v.turned().times(.13)), b}}
}

// through returns the curve through the given stops.
func through(stops []point) curve {
	if len(stops) < 3 {
		return bent(stops[0], stops[len(stops)-1])
	}
	out := []point{stops[0]}
	for i := 1; i < len(stops); i++ {
		a, b := stops[i-1], stops[i]
		mid := a.toward(b, .5)
		// the bend leans away from the chord of its neighbours, which rounds the corner
		if i+1 < len(stops) {
			mid = mid.plus(b.minus(a.toward(stops[i+1], .5)).times(.3))
		} else {
			mid = mid.plus(a.minus(stops[i-2].toward(b, .5)).times(.3))
		}
		out = append(out, mid, b)
	}
	return curve{out}
}

// at returns the point at t, from 0 at the start to 1 at the end.
func (c curve) at(t float64) point {
	n := (len(c.points) - 1) / 2
	f := t * float64(n)
	i := min(int(f), n-1)
	f -= float64(i)
	a, m, b := c.points[2*i], c.points[2*i+1], c.points[2*i+2]
	return a.toward(m, f).toward(m.toward(b, f), f)
}

// samples returns n+1 points of the curve between the parameters t0 and t1.
func (c curve) samples(t0, t1 float64, n int) []point {
	out := make([]point, n+1)
	for i := range out {
		out[i] = c.at(t0 + (t1-t0)*float64(i)/float64(n))
	}
	return out
}

// trim returns the parameters between which the curve is farther than lead from
// its start and farther than tail from its end.
func (c curve) trim(lead, tail float64) (t0, t1 float64) {
	a, b := c.points[0], c.points[len(c.points)-1]
	if d := b.minus(a).length(); lead+tail > .8*d && len(c.points) == 3 && !c.arched() {
		k := .8 * d / (lead + tail)
		lead, tail = lead*k, tail*k
	}
	t1 = 1
	for t0 < .45 && c.at(t0).minus(a).length() < lead {
		t0 += .02
	}
	for t1 > .55 && c.at(t1).minus(b).length() < tail {
		t1 -= .02
	}
	return t0, t1
}

// length returns the length of the curve between two parameters.
func (c curve) length(t0, t1 float64) float64 {
	sum, all := 0., c.samples(t0, t1, 24)
	for i := 1; i < len(all); i++ {
		sum += all[i].minus(all[i-1]).length()
	}
	return sum
}

// arch returns the curve from a to b whose middle is the distance high to the
// left of the straight line.
func arch(a, b point, high float64) curve {
	return curve{[]point{a, a.toward(b, .5).plus(b.minus(a).unit().turned().times(2 * high)), b}}
}

// arched reports whether a simple curve bends so far that it goes round what
// lies between its ends.
func (c curve) arched() bool {
	a, b := c.points[0], c.points[2]
	return c.at(.5).minus(a.toward(b, .5)).length() > .3*b.minus(a).length()
}

// middle returns the point in the middle of the curve, where a support for the
// movement ends.
func (c curve) middle() point { return c.at(.5) }

// back returns the parameter before t at which the curve is the distance far
// from its point at t, or 0 if it is never that far.
func (c curve) back(t, far float64) float64 {
	end, step := c.at(t), .01
	for s := t - step; s > 0; s -= step {
		if d := c.at(s).minus(end).length(); d >= far {
			return s + step*(d-far)/d
		}
	}
	return 0
}

// polyline writes points as a path.
func (p *pen) polyline(points []point) {
	p.str("M")
	p.pair(points[0])
	p.str("L")
	for i, q := range points[1:] {
		if i > 0 {
			p.str(" ")
		}
		p.pair(q)
	}
}

// bend adds a quadratic bend to a path.
func (p *pen) bend(m, b point) {
	p.str("Q")
	p.pair(m)
	p.str(" ")
	p.pair(b)
}

// curve writes the part of a curve between two parameters as a path.
func (p *pen) curve(c curve, t0, t1 float64) {
	p.str("M")
	p.pair(c.at(t0))
	n := float64((len(c.points) - 1) / 2)
	for i := 0; i < len(c.points)-2; i += 2 {
		from, to := max(0, t0*n-float64(i/2)), min(1, t1*n-float64(i/2))
		if from >= to {
			continue
		}
		a, m, b := c.points[i], c.points[i+1], c.points[i+2]
		// the control point of a part is where the tangents at its ends
		// intersect
		p.bend(a.toward(m, from).toward(m.toward(b, from), to), a.toward(m, to).toward(m.toward(b, to), to))
	}
}

// wave writes the part of a curve between two parameters as a wave with the
// given height and approximately the given wavelength.
func (p *pen) wave(c curve, t0, t1, height, length float64) {
	total := 0.0
	for s := c.samples(t0, t1, 16); len(s) > 1; s = s[1:] {
		total += s[1].minus(s[0]).length()
	}
	n := int(max(2, math.Round(2*total/length)))
	a := c.at(t0)
	p.str("M")
	p.pair(a)
	for i := range n {
		b := c.at(t0 + (t1-t0)*float64(i+1)/float64(n))
		side := b.minus(a).unit().turned().times(2 * height * float64(1-2*(i&1)))
		p.bend(a.toward(b, .5).plus(side), b)
		a = b
	}
}

// head returns an arrowhead with its tip at the given point, in the direction
// of dir.
func head(tip, dir point, size float64) []point {
	u := dir.unit()
	back := tip.minus(u.times(size))
	side := u.turned().times(size * .52)
	return []point{tip, back.plus(side), tip.minus(u.times(size * .72)), back.minus(side)}
}
