package atlas

import (
	"math"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// stroke is an order to draw with its unit and its result.
type stroke struct {
	unit    position.Unit
	order   order.Order
	verdict event.Verdict // NoVerdict before adjudication
	city    bool          // whether it is a retreat into the city
	gone    bool          // whether it is a retreat that failed

	dislodged bool
	track     curve // the line of a movement
}

// failed reports whether the order is known to have failed.
func (s *stroke) failed() bool {
	switch s.verdict {
	case event.NoVerdict, event.Succeeded, event.Disbanded:
		return false
	}
	return true
}

// gather returns the strokes of a drawing. The results come first, and then the
// given orders.
func (d *drawing) gather() []stroke {
	var out []stroke
	for _, e := range d.opt.Results {
		switch e := e.(type) {
		case event.Ordered:
			out = append(out, stroke{unit: e.Unit, order: e.Order, verdict: e.Result.Verdict, dislodged: e.Result.Dislodged})
		case event.Retreated:
			o := e.Order
			o.Kind = order.Retreat
			if e.To.At != board.None {
				o.To = e.To
			}
			out = append(out, stroke{unit: e.Unit, order: o, verdict: e.Verdict, city: e.IntoCity, gone: e.To.At == board.None})
		}
	}
	for _, o := range d.opt.Orders {
		u, ok := d.ordered(o)
		if !ok {
			continue
		}
		out = append(out, stroke{unit: u, order: o, city: o.Kind == order.Retreat && o.ConvertTo == machiavelli.Garrison})
	}
	return out
}

// ordered finds the unit of an order in the position. For a build it creates
// the unit.
func (d *drawing) ordered(o order.Order) (position.Unit, bool) {
	u := o.Unit
	if o.Kind == order.Build {
		return position.Unit{Owner: u.Nation, Type: u.Type, Quality: o.Quality, At: u.At, Coast: u.Coast}, u.At != board.None
	}
	for _, x := range d.pos.Dislodged {
		if o.Kind == order.Retreat && same(x.Unit, u) {
			return x.Unit, true
		}
	}
	for _, x := range d.pos.Units {
		if same(x, u) {
			return x, true
		}
	}
	return position.Unit{}, false
}

// same reports whether a unit named in an order can be this one.
func same(x position.Unit, u order.Unit) bool {
	if u.At == board.None {
		return u.Serial != 0 && u.Serial == x.Serial && u.Type == x.Type && (u.Nation == machiavelli.Nobody || u.Nation == x.Owner)
	}
	if x.At != u.At {
		return false
	}
	if u.Type == machiavelli.NoType {
		return !x.InCity()
	}
	return u.Type == x.Type
}

// moves reports whether the order is drawn as an arrow to another area.
func (s *stroke) moves() bool {
	k := s.order.Kind
	return (k == order.Advance || k == order.Retreat && !s.city && !s.gone) && s.order.To.At != board.None && s.order.To.At != s.unit.At
}

// strokes draws the orders. Convoys are at the bottom, and above them supports,
// movements, orders that a unit carries out in its place, and the results.
func (d *drawing) strokes() {
	d.str(`<g id="orders" class="m-thru">`)
	var all []stroke
	if !d.opt.NoOrders {
		all = d.gather()
	}
	if len(all) > 0 {
		d.plan(all)
	}
	for pass := range 4 {
		for i := range all {
			s := &all[i]
			switch k := s.order.Kind; {
			case pass == 0 && k == order.Convoy:
				d.convoy(s, all)
			case pass == 1 && k == order.Support:
				d.support(s, all)
			case pass == 2 && s.moves():
				d.advance(s)
			case pass == 3:
				d.onSpot(s)
				d.driven(s)
			}
		}
	}
	d.seal()
	d.str("</g>\n")
}

// plan determines the lines of all movements, because other orders refer to
// them.
func (d *drawing) plan(all []stroke) {
	d.router = d.around()
	for i := range all {
		if s := &all[i]; s.moves() {
			s.track = d.visible(d.router.way(d.stops(d.start(s), &s.order, s.unit, all), d.clear()))
		}
	}
}

// shortest is the least length of an arrow, in lengths of its head.
const shortest = 1.5

// visible returns the line of a movement. If two units are so close to each
// other that too little of the line would be seen between them, it returns an
// arch next to them.
func (d *drawing) visible(c curve) curve {
	if len(c.points) != 3 {
		return c
	}
	seen := func(c curve) float64 {
		t0, t1 := c.trim(d.clear(), d.clear())
		return c.length(t0, t1)
	}
	least := shortest * d.tipSize()
	if seen(c) >= least {
		return c
	}
	a, b := c.points[0], c.points[2]
	best, cost := c, math.MaxInt
	// The left side comes first, so that two units that change places have two arrows.
	for _, side := range []float64{1, -1} {
		high := .35 * b.minus(a).length()
		for high < 3*least && seen(arch(a, b, side*high)) < least {
			high += 4
		}
		if bad := d.router.along(arch(a, b, side*high), d.clear(), d.clear(), cost); bad < cost {
			best, cost = arch(a, b, side*high), bad
		}
	}
	d.router.taken(best)
	return best
}

// stops returns the points that a unit passes on its way to an area, including
// the fleets that carry it.
func (d *drawing) stops(from point, o *order.Order, unit position.Unit, all []stroke) []point {
	to := d.shape(o.To.At).unit
	stops := []point{from}
	for _, at := range o.Route() {
		stops = append(stops, d.shape(at).unit)
	}
	if o.ViaConvoy && o.NVia == 0 {
		for i := range all {
			c := &all[i].order
			if c.Kind == order.Convoy && c.Target.At == unit.At && c.To.At == o.To.At && all[i].unit.Type == machiavelli.Fleet {
				stops = append(stops, d.shape(all[i].unit.At).unit)
			}
		}
		if len(stops) > 2 {
			inOrder(stops)
		}
	}
	return append(stops, to)
}

// inOrder sorts the stops after the first so that each is the nearest to the
// one before it, as in a chain of fleets that hands an army on.
func inOrder(stops []point) {
	for i := 1; i < len(stops); i++ {
		best := i
		for j := i + 1; j < len(stops); j++ {
			if stops[j].minus(stops[i-1]).length() < stops[best].minus(stops[i-1]).length() {
				best = j
			}
		}
		stops[i], stops[best] = stops[best], stops[i]
	}
}

// trackOf returns the line of the movement that a support or a convoy is for.
// This is the line of the unit's own order if the picture has that order, and
// otherwise a direct line.
func (d *drawing) trackOf(target order.Unit, to board.ID, all []stroke) curve {
	for i := range all {
		s := &all[i]
		if s.order.Kind == order.Advance && s.order.To.At == to && s.moves() && same(s.unit, target) {
			return s.track
		}
	}
	from := d.shape(target.At).unit
	if target.Type == machiavelli.Garrison && d.shape(target.At).hasCity() {
		from = d.shape(target.At).city
	}
	return bent(from, d.shape(to).unit)
}
