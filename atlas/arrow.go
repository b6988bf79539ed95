package atlas

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// clear is the distance that a line keeps from the middle of a unit drawn in
// its normal size.
const clear = 25

// clear returns the distance that a line keeps from the middle of a unit.
func (d *drawing) clear() float64 {
	if d.opt.Size != Sheet {
		return clear * 1.3
	}
	return clear
}

// tipSize returns the length of an arrowhead. It is greater on small pictures,
// where lines are thicker.
func (d *drawing) tipSize() float64 {
	switch d.opt.Size {
	case Phone:
		return 34
	case Screen:
		return 28
	}
	return 23
}

// line writes a line in the power's colour, with its halo. The function way
// writes the line's path.
func (d *drawing) line(p machiavelli.Power, class string, way func()) {
	d.f(`<path class="m-hk m-h%d" d="`, p)
	from := len(d.b)
	way()
	to := len(d.b)
	d.f(`"/><path class="m-q%d %s" d="`, p, class)
	d.raw(d.b[from:to])
	d.str(`"/>`)
}

// ringed writes a ring from the definitions round a place.
func (d *drawing) ringed(p machiavelli.Power, id string, at point) {
	n := strconv.Itoa(int(p))
	d.put(id, "m-hk m-h"+n, at, smallRing)
	d.put(id, "m-q"+n+" m-go m-con", at, smallRing)
}

// tip writes an arrowhead in the power's colour; a hollow one has only an
// outline.
func (d *drawing) tip(p machiavelli.Power, at, dir point, hollow bool) {
	shape := head(at, dir, d.tipSize())
	put := func(class string) {
		d.f(`<path class="%s" d="`, class)
		d.polyline(shape)
		d.str(`Z"/>`)
	}
	n := strconv.Itoa(int(p))
	if !hollow {
		put("m-p" + n + " m-tip")
		return
	}
	put("m-void")
	put("m-q" + n + " m-open")
}

// tight is the distance between the ends of a line below which there is no room
// for its result beyond its head.
const tight = 105

// advance draws a movement or a retreat as a line with a head. The line is
// solid if the order succeeded or is undecided, and dashed if it failed. A sign
// on it shows the result.
func (d *drawing) advance(s *stroke) {
	c := s.track
	from, to := c.points[0], c.points[len(c.points)-1]
	short := len(c.points) == 3 && to.minus(from).length() < tight*d.clear()/clear
	tail := 8.0
	if d.pos.Field(s.order.To.At) >= 0 {
		tail = d.clear()
	}
	if s.failed() && !short {
		tail += 16
	}
	t0, t1 := c.trim(d.clear(), tail)
	end := c.at(t1)
	dir := end.minus(c.at(t1 - (t1-t0)/float64(6*(len(c.points)-1)))).unit()
	class := "m-go"
	if s.failed() {
		class += " m-no"
	}
	if s.order.Kind == order.Retreat {
		class += " m-ret"
	}
	// the line stops inside the head, so that its end is not visible at the tip
	d.line(s.unit.Owner, class, func() { d.curve(c, t0, max(t0, c.back(t1, .56*d.tipSize()))) })
	d.tip(s.unit.Owner, end, dir, s.order.Kind == order.Retreat)
	if short {
		mid, side := end.minus(dir.times(11)), dir.turned().times(.52*d.tipSize()+11)
		if d.ground.near(mid.plus(side), 12) > d.ground.near(mid.minus(side), 12) {
			side = side.times(-1)
		}
		d.outcome(s, mid.plus(side))
		return
	}
	legs := float64(len(c.points) / 2)
	lead := max(t0, (legs-1)/legs)
	d.onLine(s, c, lead+(t1-lead)*.55)
}

// support draws a dotted line from the supporter to the middle of the supported
// movement, or to a ring round the unit or the place that it supports.
func (d *drawing) support(s *stroke, all []stroke) {
	o := &s.order
	from := d.stand(s.unit)
	var to point
	hold := false
	switch {
	case o.Action == order.ToAdvance && o.To.At != board.None && (o.Target.At != board.None):
		to = d.trackOf(o.Target, o.To.At, all).middle()
	case o.Action == order.PowerThere && o.To.At != board.None:
		to, hold = d.shape(o.To.At).unit, true
	case o.Target.At != board.None:
		hold = true
		to = d.shape(o.Target.At).unit
		if (o.Target.Type == machiavelli.Garrison || o.Action == order.ToConvert) && d.shape(o.Target.At).hasCity() {
			to = d.shape(o.Target.At).city
		}
	default:
		return
	}
	tail := 5.0
	if hold {
		tail = d.clear() + 4
	}
	c := d.router.way([]point{from, to}, tail+12)
	t0, t1 := c.trim(d.clear(), tail)
	d.line(s.unit.Owner, "m-go m-sup", func() { d.curve(c, t0, t1) })
	if hold {
		d.f(`<circle class="m-q%d m-dots" r="%g" cx="`, s.unit.Owner, d.clear()+4)
		d.num(to.x)
		d.str(`" cy="`)
		d.num(to.y)
		d.str(`"/>`)
	} else {
		d.dot(s.unit.Owner, c.at(t1))
	}
	if s.failed() {
		d.onLine(s, c, (t0+t1)/2)
	}
}

// dot ends a line that has no head.
func (d *drawing) dot(p machiavelli.Power, at point) {
	d.f(`<circle class="m-p%d m-end" r="6.5" cx="`, p)
	d.num(at.x)
	d.str(`" cy="`)
	d.num(at.y)
	d.str(`"/>`)
}

// convoy draws waves from the fleet to the line of the army that it carries,
// and a ring of waves round the fleet.
func (d *drawing) convoy(s *stroke, all []stroke) {
	if s.order.Target.At == board.None || s.order.To.At == board.None {
		return
	}
	from := d.stand(s.unit)
	c := d.trackOf(s.order.Target, s.order.To.At, all)
	// the nearest point of the army's line
	best := c.at(0)
	for _, q := range c.samples(0, 1, 40) {
		if q.minus(from).length() < best.minus(from).length() {
			best = q
		}
	}
	if best.minus(from).length() > d.clear()+12 {
		w := bent(from, best)
		t0, t1 := w.trim(d.clear(), 4)
		d.line(s.unit.Owner, "m-go m-con", func() { d.wave(w, t0, t1, 5, 26) })
		d.dot(s.unit.Owner, best)
	}
	d.ringed(s.unit.Owner, "o-waves", from)
	if s.failed() {
		d.outcome(s, from.shift(28, -26))
	}
}

// onSpot draws an order that a unit carries out in its place.
func (d *drawing) onSpot(s *stroke) {
	at := d.start(s)
	sh := d.shape(s.unit.At)
	n := s.unit.Owner
	k := d.clear() / clear
	ring := func(q point, r float64, style string) {
		d.f(`<circle class="m-hk" r="%g" cx="%g" cy="%g"/><circle class="m-q%d m-ring" stroke-dasharray="%s" r="%g" cx="%g" cy="%g"/>`, r, q.x, q.y, n, style, r, q.x, q.y)
	}
	switch s.order.Kind {
	case order.Besiege:
		if sh.hasCity() && !s.unit.InCity() {
			w := d.router.way([]point{at, sh.city}, 26*k)
			t0, t1 := w.trim(18, 26*k)
			d.line(n, "m-go m-con", func() { d.curve(w, t0, t1) })
			ring(sh.city, 27*k, "11 5")
			d.outcome(s, sh.city.shift(26*k, -22*k))
		}
	case order.Lift:
		if sh.hasCity() {
			ring(sh.city, 27*k, "2 12")
			d.outcome(s, sh.city.shift(26*k, -22*k))
		}
	case order.Convert:
		ring(at, 29*k, "68 23")
		for _, k := range []float64{0, 1} {
			q := at.plus(circle[int(24+k*36)%72].times(29 * k))
			d.tip(n, q.plus(circle[int(42+k*36)%72].times(8)), circle[int(42+k*36)%72], false)
		}
		if t := s.order.ConvertTo; t != machiavelli.NoType {
			d.text("m-lab m-num", at.shift(33*k, -20*k), 19, 0, t.Letter())
		}
		d.outcome(s, at.shift(29*k, 24*k))
	case order.Disband, order.Remove:
		d.disbanded(at)
	case order.Retreat:
		if s.city && sh.hasCity() {
			w := bent(at, sh.city)
			t0, t1 := w.trim(18, 18)
			d.line(n, "m-go m-ret", func() { d.curve(w, t0, t1) })
			d.tip(n, w.at(t1), w.at(t1).minus(w.at(t0+(t1-t0)*.8)), true)
		} else if s.gone || s.verdict == event.Disbanded {
			d.disbanded(at)
		}
	case order.Build:
		d.unit(s.unit, at)
		ring(at, 31*k, "14 6")
		d.text("m-lab m-num", at.shift(30*k, -22*k), 24, 0, "+")
	case order.Hold, order.Maintain:
		if s.order.Explicit || s.order.Kind == order.Maintain {
			d.line(n, "m-go m-con", func() { d.polyline([]point{at.shift(-16*k, 27*k), at.shift(16*k, 27*k)}) })
		}
	}
	if s.verdict == event.Disbanded && s.order.Kind != order.Disband && s.order.Kind != order.Retreat {
		d.disbanded(at)
	}
}

// disbanded crosses a unit out. The cross is drawn below the units, so it is
// larger than they are.
func (d *drawing) disbanded(at point) {
	r := 28 * d.clear() / clear
	d.f(`<path class="m-out2" d="M%g %gL%g %gM%g %gL%g %g"/>`, at.x-r, at.y-r, at.x+r, at.y+r, at.x+r, at.y-r, at.x-r, at.y+r)
}
