package movement

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// tarjan holds the memory of the search for strongly connected components.
type tarjan struct {
	index, low [numNodes]int // index is the position on the stack from 1, or 0 before the visit
	stack      []int16
	edges      []int16
	found      []int16 // the first complete component, which depends on no other
}

// paradoxScratch holds the memory for counting consistent assignments.
type paradoxScratch struct {
	comp      []int16
	solutions int
	union     event.UnitSet // units that succeed in any of the assignments
	best      event.UnitSet // the latest assignment that includes those kept here before it
	blocked   event.UnitSet // movers and supporters stopped by STRAIT-16
	paradox   event.UnitSet // armies stopped by a convoy paradox
}

// settle decides the open nodes. It first propagates values and then decides
// the remaining cycles and paradoxes (docs/adjudication.md, section 4).
func (rv *Resolver) settle() {
	for {
		rv.propagate(rv.open)
		i := slices.IndexFunc(rv.open, rv.undecided)
		if i < 0 {
			return
		}
		rv.component(rv.open[i])
		rv.decide()
	}
}

func (rv *Resolver) undecided(n int16) bool { return rv.lo[n] != rv.hi[n] }

// grant sets a node that is 0 or 1 to 1.
func (rv *Resolver) grant(n int16) { rv.set(n, 1, 1) }

// deny sets a node to zero.
func (rv *Resolver) deny(n int16) { rv.set(n, 0, 0) }

// kindOf returns the kind of a node, as the number of unit 0's node of that
// kind. The rest of n is the unit's index.
func kindOf(n int16) int16 { return n - n%position.MaxUnits }

func unitOf(n int16) int { return int(n % position.MaxUnits) }

// component finds a strongly connected component of undecided nodes that is
// reachable from n and depends on no undecided node outside it.
func (rv *Resolver) component(n int16) {
	t := &rv.scc
	for _, x := range rv.open {
		t.index[x] = 0
	}
	t.stack, t.edges, t.found = t.stack[:0], t.edges[:0], t.found[:0]
	rv.connect(n)
	rv.scratch.comp = append(rv.scratch.comp[:0], t.found...)
}

// connect visits node n and the nodes that it depends on. Because it stops at
// the first component, no node ever leaves the stack.
func (rv *Resolver) connect(n int16) {
	t := &rv.scc
	t.stack = append(t.stack, n)
	t.index[n], t.low[n] = len(t.stack), len(t.stack)
	from := len(t.edges)
	rv.dependencies(n)
	for k := from; k < len(t.edges); k++ {
		x := t.edges[k]
		if t.index[x] == 0 {
			rv.connect(x)
			if len(t.found) > 0 {
				return
			}
		}
		t.low[n] = min(t.low[n], t.low[x])
	}
	t.edges = t.edges[:from]
	if t.low[n] == t.index[n] {
		t.found = append(t.found, t.stack[slices.Index(t.stack, n):]...)
	}
}

// depend adds an edge to the node if it is undecided.
func (rv *Resolver) depend(n int) {
	if rv.undecided(int16(n)) {
		rv.scc.edges = append(rv.scc.edges, int16(n))
	}
}

func (rv *Resolver) dependOnSupports(i int) {
	for s := rv.u[i].supporters; s >= 0; s = rv.u[s].nextSupport {
		rv.depend(kGiven + int(s))
	}
}

func (rv *Resolver) dependOnHolders(i int) {
	for s := rv.u[i].holders; s >= 0; s = rv.u[s].nextHolder {
		rv.depend(kGiven + int(s))
	}
}

func (rv *Resolver) dependOnMovers(at board.ID) {
	for m := rv.movers[at]; m >= 0; m = rv.u[m].nextMover {
		rv.depend(kSuccess + int(m))
	}
}

// dependOnStrait adds the nodes that decide whether the strait of province c is
// closed.
func (rv *Resolver) dependOnStrait(c board.ID) {
	if f := rv.field[c]; f >= 0 && rv.u[f].fleet {
		if rv.u[f].role == moves && !rv.r.StraitDepartingFleetBlocks {
			rv.depend(kSuccess + int(f))
		}
		return
	}
	if rv.r.StraitEnteringFleetBlocks {
		for m := rv.movers[c]; m >= 0; m = rv.u[m].nextMover {
			if rv.u[m].fleet {
				rv.depend(kSuccess + int(m))
			}
		}
	}
}

// dependencies adds the undecided nodes in the definition of node n.
func (rv *Resolver) dependencies(n int16) {
	switch i := unitOf(n); kindOf(n) {
	case kSuccess:
		rv.successDependencies(i)
	case kPath:
		rv.pathDependencies(i)
	case kGiven:
		for m := rv.movers[rv.u[i].at]; m >= 0; m = rv.u[m].nextMover {
			if rv.u[m].owner != rv.u[i].owner {
				rv.depend(kSuccess + int(m))
				if rv.cutsByAttack(int(m), i) {
					rv.depend(kPath + int(m))
				}
			}
		}
		rv.dependOnStrait(rv.u[i].strait)
	case kRebels:
		for r := rv.movers[rv.u[i].dest]; r >= 0; r = rv.u[r].nextMover {
			if rv.u[r].owner != rv.rebelsAgainst(rv.u[i].dest) {
				rv.depend(kPath + int(r))
				rv.dependOnSupports(int(r))
			}
		}
	}
}

func (rv *Resolver) successDependencies(m int) {
	for r := rv.movers[rv.u[m].dest]; r >= 0; r = rv.u[r].nextMover { // including m
		rv.depend(kPath + int(r))
		rv.dependOnSupports(int(r))
		rv.depend(kRebels + int(r))
	}
	o := rv.occupant(m)
	if o >= 0 {
		switch {
		case rv.u[o].rides:
		case rv.u[o].ready:
			rv.dependOnSupports(o)
		case rv.u[o].role != moves:
			rv.dependOnHolders(o)
		default:
			rv.depend(kSuccess + o)
			rv.dependOnHolders(o)
			if rv.opposed(m, o) {
				rv.depend(kPath + o)
				rv.dependOnSupports(o)
				rv.depend(kRebels + o)
			}
		}
	}
}

func (rv *Resolver) pathDependencies(m int) {
	if rv.u[m].convoyed {
		for _, f := range rv.convoys {
			if rv.links[m].Has(f) {
				rv.dependOnMovers(rv.u[f].at)
			}
		}
	}
	for _, x := range rv.crossings(m) {
		rv.dependOnStrait(x.strait)
	}
}

// decide sets the values of the component.
func (rv *Resolver) decide() {
	c := &rv.scratch
	c.solutions, c.union, c.best = 0, event.UnitSet{}, event.UnitSet{}
	outer := rv.trails
	rv.trails = true
	mark := len(rv.trail)
	rv.assignments()
	rv.undo(mark)
	rv.trails = outer
	switch {
	case c.solutions == 1:
	case rv.closeStraits(), rv.stopConvoys(), rv.silenceRebels():
		rv.out.Stats.Paradoxes++
		return
	case c.solutions > 0 && c.best == c.union:
		rv.out.Stats.Cycles++
	default:
		rv.out.Stats.Paradoxes++
		c.best = event.UnitSet{}
	}
	for _, n := range c.comp {
		switch {
		case kindOf(n) != kSuccess:
		case c.best.Has(unitOf(n)):
			rv.grant(n)
		default:
			rv.deny(n)
		}
	}
}

// assignments counts the component's consistent assignments of success values,
// which it finds by guessing one value after the other and propagating. It
// keeps the union of the assignments and, if there is one, the assignment that
// includes all the others.
func (rv *Resolver) assignments() {
	c := &rv.scratch
	rv.propagate(c.comp)
	guess := int16(nobody)
	for _, n := range c.comp {
		if kindOf(n) != kSuccess {
			continue
		}
		if rv.undecided(n) {
			guess = n
		} else if lo, hi := rv.success(unitOf(n)); rv.lo[n] < lo || rv.lo[n] > hi {
			return
		}
	}
	if guess != nobody {
		mark := len(rv.trail)
		for _, try := range [2]func(int16){rv.grant, rv.deny} {
			try(guess)
			rv.assignments()
			rv.undo(mark)
		}
		return
	}
	c.solutions++
	var s event.UnitSet
	for _, n := range c.comp {
		if kindOf(n) == kSuccess && rv.lo[n] == 1 {
			s.Add(unitOf(n))
		}
	}
	greater := true
	for w := range s {
		c.union[w] |= s[w]
		greater = greater && c.best[w]&^s[w] == 0
	}
	if greater {
		c.best = s
	}
}

// closeStraits blocks every fleet in the component whose path or support
// depends on an undecided strait (STRAIT-16). It reports whether there were
// any.
func (rv *Resolver) closeStraits() bool {
	done := false
	for _, n := range rv.scratch.comp {
		i := unitOf(n)
		if kindOf(n) == kPath && rv.hangsOnStrait(i) || kindOf(n) == kGiven && rv.openStrait(rv.u[i].strait, rv.u[i].owner) {
			rv.scratch.blocked.Add(i)
			rv.deny(n)
			done = true
		}
	}
	return done
}

// openStrait reports whether it is undecided whether the strait is closed.
func (rv *Resolver) openStrait(c board.ID, power machiavelli.Power) bool {
	lo, hi := rv.closed(c, power)
	return lo != hi
}

// hangsOnStrait reports whether the path of mover m depends on an undecided
// strait.
func (rv *Resolver) hangsOnStrait(m int) bool {
	for _, x := range rv.crossings(m) {
		if rv.openStrait(x.strait, x.power) {
			return true
		}
	}
	return false
}

// stopConvoys decides the component's undecided convoys by the game's paradox
// rule (CVOY-10). It reports whether there were any.
func (rv *Resolver) stopConvoys() bool {
	var armies [position.MaxUnits]int16
	k := 0
	for _, n := range rv.scratch.comp {
		if kindOf(n) == kPath && rv.u[unitOf(n)].convoyed {
			armies[k] = n
			k++
		}
	}
	if k == 0 {
		return false
	}
	if rv.r.ConvoyedAttackCutsSupport == rules.JudgeStaged {
		rv.staged(armies[:k])
		return true
	}
	for _, n := range armies[:k] {
		rv.deny(n)
		rv.scratch.paradox.Add(unitOf(n))
	}
	return true
}

// staged applies the old judge's method to the convoys of the given path nodes,
// which depend on each other. It first supposes that none of the convoys has
// any effect. Convoys that then lose a fleet fail, and it supposes that the
// others succeed; this is repeated until no more convoys fail.
func (rv *Resolver) staged(armies []int16) {
	outer := rv.trails
	rv.trails = true
	mark := len(rv.trail)
	blocked, paradox, stats := rv.scratch.blocked, rv.scratch.paradox, rv.out.Stats
	for _, n := range armies {
		rv.deny(n)
	}
	rv.settle()
	bad := rv.lostOf(armies)
	for {
		rv.undo(mark)
		rv.scratch.blocked, rv.scratch.paradox, rv.out.Stats = blocked, paradox, stats
		for _, n := range armies {
			if bad.Has(unitOf(n)) {
				rv.deny(n)
			} else {
				rv.grant(n)
			}
		}
		rv.settle()
		worse := bad
		for w, lost := range rv.lostOf(armies) {
			worse[w] |= lost
		}
		if worse == bad {
			break
		}
		bad = worse
	}
	for w := range bad {
		rv.scratch.paradox[w] |= bad[w]
	}
	rv.trails = outer
}

// lostOf returns the armies whose convoys have lost a fleet once everything is decided.
func (rv *Resolver) lostOf(armies []int16) (lost event.UnitSet) {
	for _, n := range armies {
		if rv.convoyLost(unitOf(n)) {
			lost.Add(unitOf(n))
		}
	}
	return lost
}

// convoyLost reports whether, with everything decided, army m's convoy has lost
// a fleet that it needs.
func (rv *Resolver) convoyLost(m int) bool {
	if rv.u[m].implicit {
		return !rv.chain(m, forCertain)
	}
	for _, at := range rv.orders[m].Route() {
		if lo, _ := rv.dislodged(int(rv.field[at])); lo == 1 {
			return true
		}
	}
	return false
}

// silenceRebels removes the rebels' support from all of the component's
// undecided claimants. It reports whether there were any.
func (rv *Resolver) silenceRebels() bool {
	done := false
	for _, n := range rv.scratch.comp {
		if kindOf(n) == kRebels {
			rv.deny(n)
			done = true
		}
	}
	return done
}
