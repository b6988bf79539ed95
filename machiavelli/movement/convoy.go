package movement

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// carries reports whether the fleet f was ordered to convoy army i to the
// army's destination, or to next (None where routes are implicit).
func (rv *Resolver) carries(f, i int, next board.ID) bool {
	if f < 0 {
		return false
	}
	u, o := &rv.u[f], &rv.orders[f]
	if !u.fleet || u.role == gone || o.Kind != order.Convoy || o.Target.At != rv.u[i].at || rv.locked(f) {
		return false
	}
	to := rv.orders[i].To.At
	return o.To.At == to || next != board.None && o.To.At == next
}

// convoyOrdered reports whether every link of army i's convoy was ordered
// (explicit), or some chain of fleets was (implicit); else it gives the
// army's order its verdict. It marks the fleets that answer the army.
func (rv *Resolver) convoyOrdered(i int) bool {
	o, res := &rv.orders[i], &rv.out.Results[i]
	if rv.u[i].implicit {
		for _, f := range rv.convoys {
			if rv.carries(f, i, board.None) {
				rv.u[f].matched = true
			}
		}
		if rv.chain(i, anyFleet) {
			return true
		}
		res.Verdict, res.Reason = event.Disrupted, event.NoConvoy
		return false
	}
	route := o.Route()
	good := true
	for k, at := range route {
		next := o.To.At
		if k+1 < len(route) {
			next = route[k+1]
		}
		if f := int(rv.field[at]); rv.carries(f, i, next) {
			rv.u[f].matched = true
		} else {
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

// ownConvoy reports whether army i, which could also walk, goes by sea because
// a fleet of its own power is ordered to convoy it and a chain of fleets could
// carry it (ledger section 35).
func (rv *Resolver) ownConvoy(i int) bool {
	for _, f := range rv.convoys {
		if rv.u[f].owner == rv.u[i].owner && rv.carries(f, i, board.None) {
			return rv.chain(i, anyFleet)
		}
	}
	return false
}

// sureness tells which fleets and straits a chain may use.
type sureness uint8

const (
	anyFleet   sureness = iota // every fleet so ordered: whatever happens
	perhaps                    // those not known to be dislodged, straits not known to be closed
	forCertain                 // those known to stay, straits known to be open
)

// chain reports whether a chain of fleets ordered to convoy army i can carry
// it: CVOY-02..05.
func (rv *Resolver) chain(i int, s sureness) bool {
	from, to := rv.u[i].at, rv.orders[i].To.At
	rv.reach = rv.reach[:0]
	var seen event.UnitSet
	for _, f := range rv.convoys {
		if rv.carries(f, i, board.None) && rv.usable(f, s) && rv.touches(f, from) && rv.link(f, from, f, s) {
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
			if !seen.Has(g) && rv.carries(g, i, board.None) && rv.usable(g, s) && rv.adjoins(f, g) && rv.link(f, rv.u[g].at, g, s) {
				seen.Add(g)
				rv.reach = append(rv.reach, int16(g))
			}
		}
	}
	return false
}

// usable reports whether convoying fleet f stays afloat.
func (rv *Resolver) usable(f int, s sureness) bool {
	switch s {
	case perhaps:
		lo, _ := rv.dislodged(f)
		return lo == 0
	case forCertain:
		_, hi := rv.dislodged(f)
		return hi == 0
	}
	return true
}

// touches reports whether fleet f could itself go to land area a.
func (rv *Resolver) touches(f int, a board.ID) bool {
	return rv.b.FleetEdges[rv.u[f].at][rv.u[f].coast].Has(a)
}

// adjoins reports whether fleets f and g stand on neighbouring waters, each
// on the coast that the edge needs: CVOY-04.
func (rv *Resolver) adjoins(f, g int) bool {
	return rv.b.Landing(rv.u[f].at, rv.u[f].coast, rv.u[g].at).Has(rv.u[g].coast) &&
		rv.b.FleetEdges[rv.u[g].at][rv.u[g].coast].Has(rv.u[f].at)
}

// link reports whether the edge between fleet f's area and area a is open to
// the fleets f and g at its ends: CVOY-07.
func (rv *Resolver) link(f int, a board.ID, g int, s sureness) bool {
	if s == anyFleet {
		return true
	}
	c := rv.straitAt(rv.u[f].at, a)
	if c == board.None {
		return true
	}
	for _, x := range [2]int{f, g} {
		lo, hi := rv.closed(c, rv.u[x].owner)
		if s == perhaps && lo == 1 || s == forCertain && hi == 1 {
			return false
		}
	}
	return true
}

// ofConvoy reports whether area a is a link of army i's convoy.
func (rv *Resolver) ofConvoy(i int, a board.ID) bool {
	if rv.u[i].implicit {
		return rv.carries(int(rv.field[a]), i, board.None)
	}
	for _, at := range rv.orders[i].Route() {
		if at == a {
			return true
		}
	}
	return false
}

// hostile reports whether power x's fleets are hostile to those of power c.
func (rv *Resolver) hostile(c, x machiavelli.Power) bool {
	return c != x && !rv.allies[c].Has(x)
}

// closed is what is known of whether the strait that province c controls is
// closed to fleets of power x: STRAIT-01..08, STRAIT-14.
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

// dislodged is what is known of whether the field unit i, which stays, is
// driven out.
func (rv *Resolver) dislodged(i int) (lo, hi int8) {
	for m := rv.movers[rv.u[i].at]; m >= 0; m = rv.u[m].nextMover {
		lo, hi = max(lo, rv.lo[kSuccess+m]), max(hi, rv.hi[kSuccess+m])
	}
	return lo, hi
}
