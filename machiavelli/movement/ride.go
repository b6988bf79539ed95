package movement

import "podesta/machiavelli/board"

// fallBack moves the riders that could not enter back along their routes (OPT-01). First riders
// fall back simultaneously to the provinces in the middle that are open and that no other rider
// contests. Then the other riders return home. A rider whose home is occupied too is dislodged.
func (rv *Resolver) fallBack() {
	var wanted, disputed board.Set
	for _, m := range rv.riders {
		if mid := rv.orders[m].Via[0]; !rv.won(int(m)) {
			if wanted.Has(mid) {
				disputed.Add(mid)
			}
			wanted.Add(mid)
		}
	}
	var reached board.Set
	for _, m := range rv.riders {
		mid := rv.orders[m].Via[0]
		if !rv.won(int(m)) && !disputed.Has(mid) && !rv.occupied(mid) && !rv.shut(mid) {
			rv.out.After[m].At = mid
			reached.Add(mid)
		}
	}
	rv.out.Entered = rv.out.Entered.Union(reached)
	for _, m := range rv.riders {
		u := &rv.u[m]
		switch {
		case rv.won(int(m)) || rv.out.After[m].At != u.at:
		case rv.occupied(u.at):
			res := &rv.out.Results[m]
			res.Dislodged, res.DislodgedBy = true, rv.intruder(u.at)
		default:
			rv.home.Add(u.at)
		}
	}
	rv.out.Entered = rv.out.Entered.Union(rv.home) // finish removes rv.home again
}

// shut reports whether the area is single-space Venice in rebellion, to which
// no unit retreats or falls back (RETR-09).
func (rv *Resolver) shut(at board.ID) bool {
	return at == rv.venice && rv.p.RebelCity.Union(rv.p.RebelLand).Has(at)
}

// intruder returns the unit that entered a rider's home, which is a mover or
// another rider that fell back there.
func (rv *Resolver) intruder(at board.ID) int16 {
	for _, m := range rv.riders {
		if rv.out.After[m].At == at && rv.u[m].at != at {
			return m
		}
	}
	m := rv.movers[at]
	for !rv.won(int(m)) {
		m = rv.u[m].nextMover
	}
	return m
}
