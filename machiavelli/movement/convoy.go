package movement

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// carries reports whether f is a fleet that was ordered to convoy army i to the
// army's destination or to the area next, which is None if the route is
// implicit.
func (rv *Resolver) carries(f, i int, next board.ID) bool {
	if f < 0 {
		return false
	}
	u, o := &rv.u[f], &rv.orders[f]
	if !u.fleet || o.Kind != order.Convoy || o.Target.At != rv.u[i].at || rv.locked(f) {
		return false
	}
	to := rv.orders[i].To.At
	return o.To.At == to || next != board.None && o.To.At == next
}

// convoyOrdered reports whether every link of army i's explicit route was
// ordered or, for an implicit route, some chain of fleets was. If not, it sets
// the verdict of the army's order.
func (rv *Resolver) convoyOrdered(i int) bool {
	o, res := &rv.orders[i], &rv.out.Results[i]
	rv.links[i] = event.UnitSet{}
	if rv.u[i].implicit {
		for _, f := range rv.convoys {
			if rv.carries(f, i, board.None) && rv.joins(f, i, rv.u[i].at) && rv.joins(f, i, o.To.At) {
				rv.links[i].Add(f)
			}
		}
		if rv.links[i] == (event.UnitSet{}) {
			res.Verdict, res.Reason = event.Disrupted, event.NoConvoy
			return false
		}
		return true
	}
	route := o.Route()
	good := true
	for k, at := range route {
		next := o.To.At
		if k+1 < len(route) {
			next = route[k+1]
		}
		f := int(rv.field[at])
		switch {
		case rv.carries(f, i, next):
			rv.links[i].Add(f)
		default:
			good = false
			if f >= 0 {
				res.Culprits.Add(f)
			}
		}
	}
	if !good {
		res.Verdict, res.Reason = event.Disrupted, event.NoConvoy
	}
	return good
}

// joins reports whether the fleets ordered to convoy army i connect f, which is
// one of them, with the province. A fleet that no chain can use is not a link.
func (rv *Resolver) joins(f, i int, at board.ID) bool {
	var seen event.UnitSet
	seen.Add(f)
	rv.reach = append(rv.reach[:0], int16(f))
	for k := 0; k < len(rv.reach); k++ {
		g := int(rv.reach[k])
		if rv.touches(g, at) {
			return true
		}
		for _, h := range rv.convoys {
			if !seen.Has(h) && rv.carries(h, i, board.None) && rv.adjoins(g, h) {
				seen.Add(h)
				rv.reach = append(rv.reach, int16(h))
			}
		}
	}
	return false
}

// ownConvoy reports whether army i, which could also walk, goes by sea because
// a fleet of its own power is ordered to convoy it and a chain of fleets could
// carry it (DATC 6.G).
func (rv *Resolver) ownConvoy(i int) bool {
	for _, f := range rv.convoys {
		if rv.u[f].owner == rv.u[i].owner && rv.carries(f, i, board.None) {
			return rv.joinsSome(i)
		}
	}
	return false
}

// joinsSome reports whether a chain of fleets ordered to convoy army i connects
// its province with its destination.
func (rv *Resolver) joinsSome(i int) bool {
	for _, f := range rv.convoys {
		if rv.carries(f, i, board.None) && rv.touches(f, rv.u[i].at) && rv.joins(f, i, rv.orders[i].To.At) {
			return true
		}
	}
	return false
}

// sureness determines which fleets and straits a chain may use.
type sureness uint8

const (
	perhaps    sureness = iota // fleets not known to be dislodged, and straits not known to be closed
	forCertain                 // fleets known to stay, and straits known to be open
	afloat                     // fleets known to stay, whatever happens to the straits
)

// chain reports whether a chain of army i's convoying fleets that s allows can
// carry the army (CVOY-02 to CVOY-05).
func (rv *Resolver) chain(i int, s sureness) bool {
	from, to := rv.u[i].at, rv.orders[i].To.At
	rv.reach = rv.reach[:0]
	var seen event.UnitSet
	for _, f := range rv.convoys {
		if rv.links[i].Has(f) && rv.usable(f, s) && rv.touches(f, from) && rv.link(f, from, f, s) {
			seen.Add(f)
			rv.reach = append(rv.reach, int16(f))
		}
	}
	for k := 0; k < len(rv.reach); k++ {
		f := int(rv.reach[k])
		if rv.touches(f, to) && rv.link(f, to, f, s) {
			return true
		}
		for _, g := range rv.convoys {
			if !seen.Has(g) && rv.links[i].Has(g) && rv.usable(g, s) && rv.adjoins(f, g) && rv.link(f, rv.u[g].at, g, s) {
				seen.Add(g)
				rv.reach = append(rv.reach, int16(g))
			}
		}
	}
	return false
}

// usable reports whether convoying fleet f is known to stay afloat or, if s is
// perhaps, may stay afloat.
func (rv *Resolver) usable(f int, s sureness) bool {
	lo, hi := rv.dislodged(f)
	if s == perhaps {
		return lo == 0
	}
	return hi == 0
}

// touches reports whether fleet f could itself move to land area a.
func (rv *Resolver) touches(f int, a board.ID) bool {
	return rv.b.FleetEdges[rv.u[f].at][rv.u[f].coast].Has(a)
}

// adjoins reports whether fleets f and g are in neighbouring areas and each is
// on the coast that the edge requires (CVOY-04).
func (rv *Resolver) adjoins(f, g int) bool {
	return rv.b.Landing(rv.u[f].at, rv.u[f].coast, rv.u[g].at).Has(rv.u[g].coast) &&
		rv.b.FleetEdges[rv.u[g].at][rv.u[g].coast].Has(rv.u[f].at)
}

// link reports whether no strait closes the edge between fleet f's area and
// area a to the fleets f and g at its ends (CVOY-07).
func (rv *Resolver) link(f int, a board.ID, g int, s sureness) bool {
	c := rv.straitAt(rv.u[f].at, a)
	for _, x := range [2]int{f, g} {
		lo, hi := rv.closed(c, rv.u[x].owner)
		if s == perhaps && lo == 1 || s == forCertain && hi == 1 {
			return false
		}
	}
	return true
}

// crossing is a strait on a mover's route. It holds the province that controls the strait, or
// None, and a power whose fleet crosses it.
type crossing struct {
	strait board.ID
	power  machiavelli.Power
}

// crossings returns the straits on mover m's route. For a convoy without a
// given route these are the straits that it may cross. The list is valid until
// the next call.
func (rv *Resolver) crossings(m int) []crossing {
	rv.crossed = rv.crossed[:0]
	u := &rv.u[m]
	switch {
	case !u.convoyed:
		rv.crossed = append(rv.crossed, crossing{u.strait, u.owner})
	case u.implicit:
		for _, f := range rv.convoys {
			for i := range rv.straits {
				if s := &rv.straits[i]; rv.links[m].Has(f) && rv.sails(m, f, s) {
					rv.crossed = append(rv.crossed, crossing{s.Control, rv.u[f].owner})
				}
			}
		}
	default:
		from, route := u.at, rv.orders[m].Route()
		for k, at := range route {
			to := rv.orders[m].To.At
			if k+1 < len(route) {
				to = route[k+1]
			}
			x := rv.u[rv.field[at]].owner
			rv.crossed = append(rv.crossed, crossing{rv.straitAt(from, at), x}, crossing{rv.straitAt(at, to), x})
			from = at
		}
	}
	return rv.crossed
}

// sails reports whether fleet f is at one end of the strait's edge and army m's
// convoy could continue from there across the edge, to the army's province, its
// destination or another fleet of the convoy.
func (rv *Resolver) sails(m, f int, s *board.Strait) bool {
	far := s.A
	switch rv.u[f].at {
	case s.A:
		far = s.B
	case s.B:
	default:
		return false
	}
	if far == rv.u[m].at || far == rv.orders[m].To.At {
		return rv.touches(f, far)
	}
	g := rv.field[far]
	return g >= 0 && rv.links[m].Has(int(g)) && rv.adjoins(f, int(g))
}

// ofConvoy reports whether area a is a link of army i's convoy.
func (rv *Resolver) ofConvoy(i int, a board.ID) bool {
	f := rv.field[a]
	return f >= 0 && rv.links[i].Has(int(f))
}

// hostile reports whether side c closes its straits to the fleets of side x.
func (rv *Resolver) hostile(c, x machiavelli.Power) bool {
	return c != x && !rv.allies[c].Has(x)
}

// closed returns what is known about whether the strait that province c
// controls is closed to fleets of power x (STRAIT-01 to STRAIT-08, STRAIT-14).
func (rv *Resolver) closed(c board.ID, x machiavelli.Power) (lo, hi int8) {
	if f := rv.field[c]; f >= 0 && rv.u[f].fleet {
		switch {
		case !rv.hostile(rv.u[f].owner, x):
			return 0, 0
		case rv.u[f].role == moves && !rv.r.StraitDepartingFleetBlocks:
			return 1 - rv.hi[kSuccess+f], 1 - rv.lo[kSuccess+f]
		case (rv.u[f].role == turnedIn || rv.u[f].role == turnsHere) && !rv.r.StraitGarrisoningFleetBlocks:
			return 0, 0
		}
		return 1, 1
	}
	if !rv.r.StraitEnteringFleetBlocks {
		return 0, 0
	}
	for m := rv.movers[c]; m >= 0; m = rv.u[m].nextMover {
		if rv.u[m].fleet && rv.hostile(rv.u[m].owner, x) {
			lo, hi = max(lo, rv.lo[kSuccess+m]), max(hi, rv.hi[kSuccess+m])
		}
	}
	return lo, hi
}

// dislodged returns what is known about whether the field unit i, which stays,
// is dislodged.
func (rv *Resolver) dislodged(i int) (lo, hi int8) {
	for m := rv.movers[rv.u[i].at]; m >= 0; m = rv.u[m].nextMover {
		lo, hi = max(lo, rv.lo[kSuccess+m]), max(hi, rv.hi[kSuccess+m])
	}
	return lo, hi
}
