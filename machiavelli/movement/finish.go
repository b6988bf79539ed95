package movement

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// finish turns the decided nodes into the outcome. This comprises the places of
// units, dislodgements, sieges, stand-offs, and each order's verdict with its
// reason and culprits.
func (rv *Resolver) finish() {
	for i := range rv.u {
		rv.moveUnit(i)
	}
	for i := range rv.u {
		rv.dislodge(i)
	}
	rv.fallBack()
	rv.endSieges()
	for i := range rv.u {
		rv.judge(i)
	}
	rv.contest()
	rv.retreats()
	rv.out.Entered = rv.out.Entered.Minus(rv.home)
}

// won reports whether unit m is a mover that enters its destination.
func (rv *Resolver) won(m int) bool { return rv.u[m].role == moves && rv.lo[kSuccess+m] == 1 }

// leaves reports whether the unit leaves its place. For a garrison this is the
// city, and for other units the space outside it.
func (rv *Resolver) leaves(i int) bool {
	u := &rv.u[i]
	return u.role == gone || u.role == turnedIn || u.role == moves && (rv.lo[kSuccess+i] == 1 || u.rides)
}

func (rv *Resolver) moveUnit(i int) {
	u, o, a := &rv.u[i], &rv.orders[i], &rv.out.After[i]
	switch {
	case u.role == turnedIn, u.role == turnsHere:
		a.Type, a.Coast = machiavelli.Garrison, machiavelli.NoCoast
		rv.renumber(i)
	case u.role != moves || !rv.won(i):
	case u.city:
		a.Type, a.Coast = o.ConvertTo, o.To.Coast
		rv.renumber(i)
		rv.out.Entered.Add(u.dest)
	default:
		a.At, a.Coast = o.To.At, o.To.Coast
		rv.out.Entered.Add(u.dest)
	}
}

// renumber sets the serial that a conversion order names (1978 notation), if
// any.
func (rv *Resolver) renumber(i int) { rv.out.After[i].Serial = rv.orders[i].NewSerial }

// conqueror returns the mover that dislodges unit i, or nobody.
func (rv *Resolver) conqueror(i int) int16 {
	u := &rv.u[i]
	if u.city && !(u.role == moves && u.ready) || !u.city && rv.leaves(i) || u.role == gone {
		return nobody
	}
	for m := rv.movers[u.at]; m >= 0; m = rv.u[m].nextMover {
		if int(m) != i && rv.won(int(m)) {
			return m
		}
	}
	return nobody
}

func (rv *Resolver) dislodge(i int) {
	m := rv.conqueror(i)
	if m < 0 {
		return
	}
	u, res := &rv.u[i], &rv.out.Results[i]
	if u.role == turnsHere && u.at != rv.venice {
		return // the garrison is already in the city (CONV-09)
	}
	res.Dislodged, res.DislodgedBy = true, m
	if u.role == turnsHere { // VENICE-04
		res.Verdict, res.Eliminated = event.Bounced, true
		res.Reason = event.HeldOff
		res.Culprits.Add(int(m))
		rv.out.After[i] = rv.p.Units[i]
	}
}

// endSieges continues or ends the sieges (SIEGE-02, SIEGE-03, SIEGE-05,
// SIEGE-08).
func (rv *Resolver) endSieges() {
	for i := range rv.u {
		u, res := &rv.u[i], &rv.out.Results[i]
		if rv.orders[i].Kind != order.Besiege || u.role == gone || res.Verdict == event.Void {
			continue
		}
		if res.Dislodged {
			continue
		}
		if !rv.besieged.Has(u.at) {
			rv.out.Sieges.Add(u.at)
			continue
		}
		rv.out.Taken.Add(u.at)
		if g := rv.garr[u.at]; g >= 0 {
			lost := &rv.out.Results[g]
			lost.Dislodged, lost.DislodgedBy, lost.Eliminated = true, int16(i), true
			if lost.Reason == event.NoReason {
				lost.Reason = event.Starved
				lost.Culprits.Add(i)
			}
		}
	}
}

// judge sets the verdict of unit i's order if the fixed part has not set one.
func (rv *Resolver) judge(i int) {
	u, o, res := &rv.u[i], &rv.orders[i], &rv.out.Results[i]
	if res.Verdict != event.Succeeded {
		return
	}
	switch {
	case u.role == moves:
		rv.judgeMove(i)
	case u.supports:
		rv.judgeSupport(i)
	case o.Kind == order.Convoy && res.Dislodged:
		res.Verdict = event.Disrupted
		res.Culprits.Add(int(res.DislodgedBy))
	case o.Kind == order.Convoy && !rv.carried(i):
		res.Reason = event.NotNeeded
	}
}

// carried reports whether the army that fleet f was ordered to convoy set out with
// its help, whether or not it arrived.
func (rv *Resolver) carried(f int) bool {
	a := rv.field[rv.orders[f].Target.At]
	return a >= 0 && rv.u[a].role == moves && rv.u[a].convoyed && rv.ofConvoy(int(a), rv.u[f].at)
}

func (rv *Resolver) judgeMove(m int) {
	u, res := &rv.u[m], &rv.out.Results[m]
	if rv.hi[kPath+m] == 0 {
		rv.judgePath(m)
		return
	}
	_, res.Strength = rv.power(m)
	res.Rebels = rv.hi[kRebels+m] == 1
	res.Divided = !res.Rebels && rv.claims(m)
	if rv.won(m) {
		if !u.ready { // the garrison is outside the city, whichever unit enters
			rv.judgeEntry(m)
		}
		return
	}
	res.Verdict = event.Bounced
	if u.dest == rv.venice && !rv.veniceAdmits(u) {
		res.Reason = event.VeniceRebels
		if g := rv.garr[rv.venice]; g >= 0 {
			res.Reason = event.VeniceClosed
			res.Culprits.Add(int(g))
		}
		return
	}
	rv.judgeBounce(m)
}

// judgePath sets the reason why the route of mover m was closed.
func (rv *Resolver) judgePath(m int) {
	u, res := &rv.u[m], &rv.out.Results[m]
	switch {
	case u.convoyed && rv.fleetsLost(m):
		res.Verdict, res.Reason = event.Disrupted, event.ConvoyBroken
	case rv.scratch.paradox.Has(m):
		res.Verdict, res.Reason, res.Culprits = event.Disrupted, event.ConvoyParadox, rv.links[m]
	default:
		res.Verdict, res.Reason = event.Void, event.StraitClosed
		for _, x := range rv.crossings(m) {
			rv.blameStrait(res, x.strait, x.power)
		}
	}
}

// fleetsLost reports whether army m's convoy lost fleets that it needed, and
// sets these as culprits.
func (rv *Resolver) fleetsLost(m int) bool {
	res := &rv.out.Results[m]
	if rv.u[m].implicit && rv.chain(m, afloat) {
		return false
	}
	for _, f := range rv.convoys {
		if rv.links[m].Has(f) && rv.out.Results[f].Dislodged {
			res.Culprits.Add(f)
		}
	}
	return res.Culprits != event.UnitSet{}
}

// blameStrait sets the fleets that close the strait of province c to power x as
// culprits. These are the fleet that is there or, if none is, those that
// entered.
func (rv *Resolver) blameStrait(res *event.Result, c board.ID, x machiavelli.Power) {
	if f := rv.field[c]; f >= 0 && rv.u[f].fleet {
		if rv.hostile(rv.u[f].owner, x) {
			res.Culprits.Add(int(f))
		}
		return
	}
	for m := rv.movers[c]; m >= 0; m = rv.u[m].nextMover {
		if rv.u[m].fleet && rv.hostile(rv.u[m].owner, x) && rv.won(int(m)) {
			res.Culprits.Add(int(m))
		}
	}
}

// claims reports whether the rebels in mover m's destination would support it
// if there were no other claimants (REB-13, REB-14).
func (rv *Resolver) claims(m int) bool {
	u := &rv.u[m]
	return u.dest != rv.venice && rv.p.RebelLand.Union(rv.p.RebelCity).Has(u.dest) && rv.rebelsAgainst(u.dest) != u.owner
}

// rival is the greatest strength that a mover met, with the units that had it
// and how they met the mover.
type rival struct {
	strength int8
	why      event.Reason
	units    event.UnitSet
}

// meet updates x with a strength that the mover met.
func (x *rival) meet(strength int8, who int, why event.Reason) {
	switch {
	case strength > x.strength:
		*x = rival{strength: strength, why: why}
		x.units.Add(who)
	case strength == x.strength && x.why == why:
		x.units.Add(who)
	}
}

// rivalry adds to x the strengths that other movers brought into the
// destination of mover m. The parameter o is the unit there, or nobody.
func (rv *Resolver) rivalry(m, o int, x *rival) {
	for r := rv.movers[rv.u[m].dest]; r >= 0; r = rv.u[r].nextMover {
		if int(r) == m || int(r) == o {
			continue
		}
		p, _ := rv.prevent(int(r), o)
		x.meet(p, int(r), event.StoodOff)
	}
}

// judgeEntry records what mover m overcame when it entered. This is the unit
// that stayed there or came the other way, and other units that tried to enter.
func (rv *Resolver) judgeEntry(m int) {
	res := &rv.out.Results[m]
	x := rival{}
	o := rv.occupant(m)
	if o >= 0 && (!rv.leaves(o) || rv.u[o].ready) {
		res.Strength, _ = rv.attackOnStaying(m, o)
		h, _ := rv.hold(m, o)
		x.meet(h, o, event.StoodOff) // the reason does not matter here
		if rv.opposed(m, o) && rv.lo[kPath+o] == 1 {
			p, _ := rv.power(o)
			x.meet(p, o, event.StoodOff)
		}
	}
	rv.rivalry(m, o, &x)
	res.Against, res.Culprits = x.strength, x.units
}

// judgeBounce records the greatest strength that mover m met and did not
// exceed.
func (rv *Resolver) judgeBounce(m int) {
	u, res := &rv.u[m], &rv.out.Results[m]
	o := rv.occupant(m)
	x := rival{}
	attack := res.Strength
	switch {
	case o < 0:
	case !rv.leaves(o) || rv.u[o].ready:
		attack, _ = rv.attackOnStaying(m, o)
		h, _ := rv.hold(m, o)
		if rv.u[o].owner == u.owner && !(rv.u[o].role == turnsHere && u.dest != rv.venice) {
			if rv.conqueror(o) < 0 {
				res.Reason, res.Against = event.OwnUnit, h
				res.Culprits.Add(o)
				return
			}
			break // another power's unit entered, so no unit of the mover's own power was spared
		}
		if rv.opposed(m, o) && rv.lo[kPath+o] == 1 {
			p, _ := rv.power(o)
			x.meet(p, o, event.HeadToHead)
		} else {
			x.meet(h, o, event.HeldOff)
		}
	case rv.opposed(m, o) && rv.lo[kPath+o] == 1: // it entered, and dislodged m
		p, _ := rv.attackOnStaying(o, m)
		x.meet(p, o, event.HeadToHead)
	}
	rv.rivalry(m, o, &x)
	res.Reason, res.Culprits, res.Against = x.why, x.units, x.strength
	switch {
	case attack == res.Strength:
	case res.Strength > res.Against:
		res.Reason, res.Culprits = event.OwnSupport, event.UnitSet{}
		for s := u.supporters; s >= 0; s = rv.u[s].nextSupport {
			if rv.u[s].owner == rv.u[o].owner && rv.lo[kGiven+s] > 0 {
				res.Culprits.Add(int(s))
			}
		}
		res.Strength = attack
	case res.Reason != event.StoodOff && rv.u[o].owner != u.owner:
		res.Strength = attack // support from a unit of that power does not count against it (MOVE-08)
	}
}

func (rv *Resolver) judgeSupport(s int) {
	u, res := &rv.u[s], &rv.out.Results[s]
	points := rv.lo[kGiven+s]
	res.Strength = points
	if points > 0 {
		return
	}
	if u.strait != board.None {
		if lo, _ := rv.closed(u.strait, u.owner); lo == 1 || rv.scratch.blocked.Has(s) {
			rv.void(s, event.StraitClosed, nobody)
			rv.blameStrait(res, u.strait, u.owner)
			return
		}
	}
	if res.Dislodged {
		res.Verdict, res.Reason = event.Cut, event.SupporterLost
		res.Culprits.Add(int(res.DislodgedBy))
		return
	}
	res.Verdict, res.Reason = event.Cut, event.SupportCut
	for m := rv.movers[u.at]; m >= 0; m = rv.u[m].nextMover {
		if rv.u[m].owner != u.owner && rv.lo[kPath+m] == 1 && rv.cutsByAttack(int(m), s) {
			res.Culprits.Add(int(m))
		}
	}
}

// contest finds the areas that a stand-off left empty (MOVE-13).
func (rv *Resolver) contest() {
	for m := range rv.u {
		u := &rv.u[m]
		if u.role != moves || rv.won(m) || rv.lo[kPath+m] == 0 {
			continue
		}
		if o := rv.occupant(m); o >= 0 && rv.opposed(m, o) && rv.won(o) {
			continue // dislodged by the unit that came from there (MOVE-07)
		}
		if !rv.occupied(u.dest) {
			rv.out.Contested.Add(u.dest)
		}
	}
}

// occupied reports whether a field unit, or in single-space Venice any unit,
// stands in the area after movement.
func (rv *Resolver) occupied(at board.ID) bool {
	if rv.out.Entered.Has(at) {
		return true
	}
	if f := rv.field[at]; f >= 0 && !rv.leaves(int(f)) && !rv.out.Results[f].Dislodged {
		if rv.u[f].role != turnsHere || at == rv.venice {
			return true
		}
	}
	if at == rv.venice {
		g := rv.garr[at]
		return g >= 0 && !rv.out.Results[g].Eliminated
	}
	return false
}

// after reports whether unit i is still on the board and not dislodged.
func (rv *Resolver) after(i int) bool {
	return !rv.out.Results[i].Dislodged && !rv.out.Results[i].Eliminated
}
