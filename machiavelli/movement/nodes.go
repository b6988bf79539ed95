package movement

import "podesta/machiavelli/rules"

// propagate narrows the listed nodes until nothing changes, and removes the
// decided ones from rv.open if that is the list. It terminates because eval
// only narrows nodes, and because more knowledge of other nodes never means
// less knowledge of this one.
func (rv *Resolver) propagate(nodes []int16) {
	for changed := true; changed; {
		changed = false
		kept := nodes[:0]
		if rv.trails {
			kept = nil
		}
		for _, n := range nodes {
			if rv.lo[n] == rv.hi[n] {
				continue
			}
			lo, hi := rv.eval(int(n))
			if lo != rv.lo[n] || hi != rv.hi[n] {
				rv.set(n, lo, hi)
				changed = true
			}
			if kept != nil && lo != hi {
				kept = append(kept, n)
			}
		}
		if kept != nil {
			nodes = kept
			rv.open = kept
		}
	}
}

// set sets the interval of a node, recording the old one while guesses are
// tried.
func (rv *Resolver) set(n int16, lo, hi int8) {
	if rv.trails {
		rv.trail = append(rv.trail, change{n, rv.lo[n], rv.hi[n]})
	}
	rv.lo[n], rv.hi[n] = lo, hi
}

// undo undoes the changes made since the trail had the given length.
func (rv *Resolver) undo(mark int) {
	for len(rv.trail) > mark {
		c := rv.trail[len(rv.trail)-1]
		rv.trail = rv.trail[:len(rv.trail)-1]
		rv.lo[c.node], rv.hi[c.node] = c.lo, c.hi
	}
}

// eval returns the interval of a node by its definition and what is known of
// the others (docs/adjudication.md, sections 2 and 3).
func (rv *Resolver) eval(n int) (lo, hi int8) {
	switch {
	case n < kPath:
		return rv.success(n)
	case n < kGiven:
		return rv.path(n - kPath)
	case n < kRebels:
		return rv.given(n - kGiven)
	}
	return rv.rebels(n - kRebels)
}

// path evaluates whether the route of mover m is open.
func (rv *Resolver) path(m int) (lo, hi int8) {
	if rv.u[m].implicit {
		return bit(rv.chain(m, forCertain)), bit(rv.chain(m, perhaps))
	}
	var sure, may int8 // whether it is closed
	if rv.u[m].convoyed {
		for _, at := range rv.orders[m].Route() {
			dl, dh := rv.dislodged(int(rv.field[at]))
			sure, may = max(sure, dl), max(may, dh)
		}
	}
	for _, x := range rv.crossings(m) {
		cl, ch := rv.closed(x.strait, x.power)
		sure, may = max(sure, cl), max(may, ch)
	}
	return 1 - may, 1 - sure
}

// bit returns 1 for true and 0 for false.
func bit(so bool) int8 {
	if so {
		return 1
	}
	return 0
}

// given evaluates how many points a field unit's support s gives.
func (rv *Resolver) given(s int) (lo, hi int8) {
	u := &rv.u[s]
	cl, ch := rv.closed(u.strait, u.owner)
	lo, hi = u.base*(1-ch), u.base*(1-cl)
	for m := rv.movers[u.at]; m >= 0; m = rv.u[m].nextMover {
		x := &rv.u[m]
		if x.owner == u.owner {
			continue
		}
		// A dislodgement cancels all points. An attack that does not dislodge cancels all of
		// them or, with pointwise cuts, as many as the attacker's strength.
		lo, hi = lo*(1-rv.hi[kSuccess+m]), hi*(1-rv.lo[kSuccess+m])
		if rv.cutsByAttack(int(m), s) {
			points := u.base
			if rv.r.EliteSupportCut == rules.CutPointwise {
				points = x.base
			}
			lo, hi = lo-points*rv.hi[kPath+m], hi-points*rv.lo[kPath+m]
		}
	}
	return max(0, lo), max(0, hi)
}

// spares reports whether mover m, a convoyed army, does not cut support s by
// its attack because s supports an attack on its own convoy (CVOY-11).
func (rv *Resolver) spares(m, s int) bool {
	u := &rv.u[s]
	return rv.u[m].convoyed && rv.r.ConvoyedAttackCutsSupport == rules.JudgeStaged && u.attacks && rv.ofConvoy(m, u.dest)
}

// cutsByAttack reports whether mover m into the supporter's area cuts support s
// without dislodging the supporter (SUPP-05, CVOY-10).
func (rv *Resolver) cutsByAttack(m, s int) bool {
	x := &rv.u[m]
	if !x.city && x.at == rv.u[s].dest {
		return false
	}
	return !x.convoyed || rv.r.ConvoyedAttackCutsSupport != rules.OnlyIfDislodges && !rv.spares(m, s)
}

// support evaluates the sum of the points given to the action of unit i.
func (rv *Resolver) support(i int) (lo, hi int8) {
	for s := rv.u[i].supporters; s >= 0; s = rv.u[s].nextSupport {
		lo += rv.lo[kGiven+s]
		hi += rv.hi[kGiven+s]
	}
	return lo, hi
}

// power evaluates base + support + rebels of mover i.
func (rv *Resolver) power(i int) (lo, hi int8) {
	lo, hi = rv.support(i)
	return lo + rv.u[i].base + rv.lo[kRebels+i], hi + rv.u[i].base + rv.hi[kRebels+i]
}

// attackOnStaying evaluates attack(m) if unit o in the area does not leave.
func (rv *Resolver) attackOnStaying(m, o int) (lo, hi int8) {
	owner := rv.u[o].owner
	if rv.u[o].role == turnsHere && rv.u[o].at != rv.venice {
		return rv.power(m)
	}
	if owner != rv.u[m].owner {
		lo, hi = rv.u[m].base+rv.lo[kRebels+m], rv.u[m].base+rv.hi[kRebels+m]
		for s := rv.u[m].supporters; s >= 0; s = rv.u[s].nextSupport {
			if rv.u[s].owner != owner {
				lo += rv.lo[kGiven+s]
				hi += rv.hi[kGiven+s]
			}
		}
	}
	return lo, hi
}

// opposed reports whether m and o are movers that meet head to head. Each must
// want to enter the other's area, and neither may be on a ride or on a convoy
// that swap-by-convoy exempts.
func (rv *Resolver) opposed(m, o int) bool {
	x, y := &rv.u[m], &rv.u[o]
	if y.role != moves || y.dest != x.at || x.dest != y.at || x.rides || y.rides {
		return false
	}
	switch rv.r.SwapByConvoy {
	case rules.SwapEitherConvoyed:
		return !x.convoyed && !y.convoyed
	case rules.SwapBothConvoyed:
		return !x.convoyed || !y.convoyed
	}
	return true
}

// occupant returns the unit in the place that mover m would enter. This is the
// field unit there at the start, or a garrison that already stands outside
// (CONV-09), or nobody.
func (rv *Resolver) occupant(m int) int {
	d := rv.u[m].dest
	if f := rv.field[d]; f >= 0 {
		return int(f)
	}
	if g := rv.garr[d]; g >= 0 && int(g) != m && rv.u[g].ready && rv.u[g].role == moves {
		return int(g)
	}
	return nobody
}

// hold evaluates the strength with which unit o, which does not leave, keeps its place against
// mover m. Support for a power there does not keep that power's own unit out while another
// converts in place (CONV-09).
func (rv *Resolver) hold(m, o int) (lo, hi int8) {
	u := &rv.u[o]
	lo, hi = u.base, u.base
	if u.ready && u.role == moves {
		l, h := rv.support(o)
		return lo + l, hi + h
	}
	if u.role == turnsHere && u.owner == rv.u[m].owner {
		return lo, hi
	}
	for s := u.holders; s >= 0; s = rv.u[s].nextHolder {
		lo += rv.lo[kGiven+s]
		hi += rv.hi[kGiven+s]
	}
	return lo, hi
}

// prevent evaluates prevent(r) for a rival r of a mover into the same area. The
// parameter o is the unit there, or nobody.
func (rv *Resolver) prevent(r, o int) (lo, hi int8) {
	lo, hi = rv.power(r)
	lo, hi = lo*rv.lo[kPath+r], hi*rv.hi[kPath+r]
	if o >= 0 && rv.opposed(r, o) {
		lo, hi = lo*(1-rv.hi[kSuccess+o]), hi*(1-rv.lo[kSuccess+o])
	}
	return lo, hi
}

// success evaluates whether mover m enters its destination.
func (rv *Resolver) success(m int) (lo, hi int8) {
	u := &rv.u[m]
	if rv.hi[kPath+m] == 0 {
		return 0, 0
	}
	lo, hi = rv.lo[kPath+m], 1
	o := rv.occupant(m)
	// The minimum and maximum strength of the strongest rival.
	var rl, rh int8
	for r := rv.movers[u.dest]; r >= 0; r = rv.u[r].nextMover {
		if int(r) == m || int(r) == o {
			continue
		}
		l, h := rv.prevent(int(r), o)
		rl, rh = max(rl, l), max(rh, h)
	}
	mayStay, mayLeave := o >= 0, o < 0
	if o >= 0 {
		switch w := &rv.u[o]; {
		case w.role == turnedIn:
			mayStay, mayLeave = false, true
		case w.role == moves && !w.ready:
			mayLeave = rv.hi[kSuccess+o] == 1 || w.rides
			mayStay = rv.lo[kSuccess+o] == 0 && !w.rides
		}
	}
	// Against a head-to-head opponent only the case in which the opponent stays counts, because
	// an opponent that wins was stronger.
	var ol, oh int8
	if o >= 0 && rv.opposed(m, o) {
		ol, oh = rv.power(o)
		ol, oh = ol*rv.lo[kPath+o], oh*rv.hi[kPath+o]
		mayLeave = false
	}
	can := false
	if mayLeave {
		l, h := rv.power(m)
		if l <= rh {
			lo = 0
		}
		can = h > rl
	}
	if mayStay {
		l, h := rv.attackOnStaying(m, o)
		hl, hh := rv.hold(m, o)
		if l <= max(hh, rh, oh) {
			lo = 0
		}
		can = can || h > max(hl, rl, ol)
	}
	if !can {
		return 0, 0
	}
	return lo, hi
}

// rebels evaluates whether the rebels in its destination support mover m
// (REB-13 to REB-15).
func (rv *Resolver) rebels(m int) (lo, hi int8) {
	u := &rv.u[m]
	lo, hi = rv.lo[kPath+m], rv.hi[kPath+m]
	if rv.r.RebelSupport == rules.RebelsEveryClaimant {
		return lo, hi
	}
	target := rv.rebelsAgainst(u.dest)
	ml, mh := rv.support(m)
	ml, mh = ml+u.base, mh+u.base
	for r := rv.movers[u.dest]; r >= 0; r = rv.u[r].nextMover {
		x := &rv.u[r]
		if int(r) == m || x.owner == target {
			continue
		}
		// A claimant that arrives is in the way if it belongs to another power
		// or is at least as strong.
		l, h := rv.support(int(r))
		if x.owner != u.owner || l+x.base >= mh {
			hi = min(hi, 1-rv.lo[kPath+r])
		}
		if x.owner != u.owner || h+x.base >= ml {
			lo = min(lo, 1-rv.hi[kPath+r])
		}
	}
	return lo, hi
}
