package movement

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// tarjan is the memory of the search for strongly connected components.
type tarjan struct {
	index, low [numNodes]int16
	onStack    [numNodes]bool
	stack      []int16
	edges      []int16
	next       int16
	found      []int16 // the first component completed: it depends on no other
}

// paradoxScratch is the memory of the count of consistent assignments.
type paradoxScratch struct {
	comp      []int16
	solutions int
	union     event.UnitSet
	best      event.UnitSet
	bestSize  int
	blocked   event.UnitSet // movers and supporters stopped by STRAIT-16
	paradox   event.UnitSet // armies stopped by a convoy paradox
}

// settle decides what propagation leaves open: circles and paradoxes
// (docs/adjudication.md, section 4).
func (rv *Resolver) settle() {
	if !rv.trails {
		rv.scratch.blocked, rv.scratch.paradox = event.UnitSet{}, event.UnitSet{}
	}
	for {
		first := int16(-1)
		for _, n := range rv.open {
			if rv.lo[n] != rv.hi[n] {
				first = n
				break
			}
		}
		if first < 0 {
			return
		}
		rv.component(first)
		rv.decide()
		rv.propagate(rv.open)
	}
}

// component finds a strongly connected component of undecided nodes, reached
// from n, that depends on no undecided node outside it.
func (rv *Resolver) component(n int16) {
	t := &rv.scc
	for _, x := range rv.open {
		t.index[x], t.onStack[x] = 0, false
	}
	t.stack, t.edges, t.found, t.next = t.stack[:0], t.edges[:0], t.found[:0], 0
	rv.connect(n)
	rv.scratch.comp = append(rv.scratch.comp[:0], t.found...)
}

func (rv *Resolver) connect(n int16) {
	t := &rv.scc
	t.next++
	t.index[n], t.low[n] = t.next, t.next
	t.stack = append(t.stack, n)
	t.onStack[n] = true
	from := len(t.edges)
	rv.dependencies(int(n))
	for k := from; k < len(t.edges); k++ {
		x := t.edges[k]
		if t.index[x] == 0 {
			rv.connect(x)
			if len(t.found) > 0 {
				return
			}
			t.low[n] = min(t.low[n], t.low[x])
		} else if t.onStack[x] {
			t.low[n] = min(t.low[n], t.index[x])
		}
	}
	t.edges = t.edges[:from]
	if t.low[n] == t.index[n] {
		k := len(t.stack) - 1
		for t.stack[k] != n {
			k--
		}
		t.found = append(t.found[:0], t.stack[k:]...)
	}
}

// depend adds an edge to the node, if that is undecided.
func (rv *Resolver) depend(n int) {
	if rv.lo[n] != rv.hi[n] {
		rv.scc.edges = append(rv.scc.edges, int16(n))
	}
}

func (rv *Resolver) dependOnSupports(i int) {
	for s := rv.u[i].supporters; s >= 0; s = rv.u[s].nextSupport {
		rv.depend(kGiven + int(s))
	}
}

func (rv *Resolver) dependOnMovers(at board.ID) {
	for m := rv.movers[at]; m >= 0; m = rv.u[m].nextMover {
		rv.depend(kSuccess + int(m))
	}
}

// dependOnStrait adds what decides whether the strait of province c is closed.
func (rv *Resolver) dependOnStrait(c board.ID) {
	if c == board.None {
		return
	}
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

// dependencies adds the undecided nodes that the definition of node n
// mentions.
func (rv *Resolver) dependencies(n int) {
	switch {
	case n < kPath:
		rv.successDependencies(n - kSuccess)
	case n < kGiven:
		rv.pathDependencies(n - kPath)
	case n < kRebels:
		s := n - kGiven
		for m := rv.movers[rv.u[s].at]; m >= 0; m = rv.u[m].nextMover {
			if rv.u[m].owner != rv.u[s].owner {
				rv.depend(kSuccess + int(m))
				if rv.cutsByAttack(int(m), s) {
					rv.depend(kPath + int(m))
				}
			}
		}
		rv.dependOnStrait(rv.u[s].strait)
	default:
		m := n - kRebels
		for r := rv.movers[rv.u[m].dest]; r >= 0; r = rv.u[r].nextMover {
			if rv.u[r].owner != rv.p.RebelAgainst[rv.u[m].dest] {
				rv.depend(kPath + int(r))
				rv.dependOnSupports(int(r))
			}
		}
	}
}

func (rv *Resolver) successDependencies(m int) {
	rv.depend(kPath + m)
	rv.dependOnSupports(m)
	rv.depend(kRebels + m)
	o := rv.occupant(m)
	if o >= 0 {
		switch {
		case rv.u[o].rides:
		case rv.u[o].role != moves || rv.u[o].ready:
			rv.dependOnSupports(o)
		default:
			rv.depend(kSuccess + o)
			if rv.opposed(m, o) {
				rv.depend(kPath + o)
				rv.dependOnSupports(o)
				rv.depend(kRebels + o)
			}
		}
	}
	for r := rv.movers[rv.u[m].dest]; r >= 0; r = rv.u[r].nextMover {
		if int(r) != m && int(r) != o {
			rv.depend(kPath + int(r))
			rv.dependOnSupports(int(r))
			rv.depend(kRebels + int(r))
		}
	}
}

func (rv *Resolver) pathDependencies(m int) {
	u := &rv.u[m]
	rv.dependOnStrait(u.strait)
	switch {
	case !u.convoyed:
	case u.implicit:
		for _, f := range rv.convoys {
			if rv.links[m].Has(f) {
				rv.dependOnMovers(rv.u[f].at)
				for i := range rv.straits {
					if s := &rv.straits[i]; rv.sails(m, f, s) {
						rv.dependOnStrait(s.Control)
					}
				}
			}
		}
	default:
		prev := u.at
		for k := range int(rv.orders[m].NVia) + 1 {
			at := rv.orders[m].To.At
			if k < int(rv.orders[m].NVia) {
				at = rv.orders[m].Via[k]
				rv.dependOnMovers(at)
			}
			rv.dependOnStrait(rv.straitAt(prev, at))
			prev = at
		}
	}
}

// decide gives the component its values.
func (rv *Resolver) decide() {
	c := &rv.scratch
	c.solutions, c.union, c.best, c.bestSize = 0, event.UnitSet{}, event.UnitSet{}, -1
	outer := rv.trails
	rv.trails = true
	mark := len(rv.trail)
	rv.assignments()
	rv.undo(mark)
	rv.trails = outer
	switch {
	case c.solutions == 1:
		rv.takeBest()
	case rv.closeStraits():
		rv.out.Stats.Paradoxes++
	case rv.stopConvoys():
		rv.out.Stats.Paradoxes++
	case rv.silenceRebels():
		rv.out.Stats.Paradoxes++
	case c.solutions > 1 && c.best == c.union:
		rv.out.Stats.Cycles++
		rv.takeBest()
	default:
		rv.out.Stats.Paradoxes++
		c.best = event.UnitSet{}
		rv.takeBest()
	}
}

// takeBest gives the component's success nodes the values of the best
// assignment.
func (rv *Resolver) takeBest() {
	for _, n := range rv.scratch.comp {
		if n < kPath && rv.lo[n] != rv.hi[n] {
			v := int8(0)
			if rv.scratch.best.Has(int(n - kSuccess)) {
				v = 1
			}
			rv.set(n, v, v)
		}
	}
}

// assignments counts the component's consistent assignments of success
// values, guessing one and propagating, and keeps their union and the largest.
func (rv *Resolver) assignments() {
	c := &rv.scratch
	rv.propagate(c.comp)
	guess := int16(-1)
	for _, n := range c.comp {
		if n >= kPath {
			continue
		}
		if rv.lo[n] != rv.hi[n] {
			if guess < 0 {
				guess = n
			}
			continue
		}
		if lo, hi := rv.success(int(n - kSuccess)); rv.lo[n] < lo || rv.lo[n] > hi {
			return
		}
	}
	if guess < 0 {
		c.solutions++
		var s event.UnitSet
		size := 0
		for _, n := range c.comp {
			if n < kPath && rv.lo[n] == 1 {
				s.Add(int(n - kSuccess))
				size++
			}
		}
		for w := range s {
			c.union[w] |= s[w]
		}
		if size > c.bestSize {
			c.best, c.bestSize = s, size
		}
		return
	}
	for v := int8(1); v >= 0; v-- {
		mark := len(rv.trail)
		rv.set(guess, v, v)
		rv.assignments()
		rv.undo(mark)
	}
}

// closeStraits blocks every hostile fleet of the component whose path or
// support hangs on a strait: STRAIT-16.
func (rv *Resolver) closeStraits() bool {
	done := false
	for _, n := range rv.scratch.comp {
		if rv.lo[n] == rv.hi[n] {
			continue
		}
		switch {
		case n >= kPath && n < kGiven && rv.hangsOnStrait(int(n-kPath)):
			rv.scratch.blocked.Add(int(n - kPath))
		case n >= kGiven && n < kRebels && rv.openStrait(rv.u[n-kGiven].strait, rv.u[n-kGiven].owner):
			rv.scratch.blocked.Add(int(n - kGiven))
		default:
			continue
		}
		rv.set(n, 0, 0)
		done = true
	}
	return done
}

// openStrait reports whether it is undecided if the strait is closed.
func (rv *Resolver) openStrait(c board.ID, power machiavelli.Power) bool {
	if c == board.None {
		return false
	}
	lo, hi := rv.closed(c, power)
	return lo != hi
}

// sails reports whether fleet f stands at one end of the strait's edge and the
// convoy of army m could go over it from there: to the army's province, its
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

// hangsOnStrait reports whether the path of mover m depends on an undecided
// strait.
func (rv *Resolver) hangsOnStrait(m int) bool {
	u := &rv.u[m]
	if !u.convoyed {
		return rv.openStrait(u.strait, u.owner)
	}
	if u.implicit {
		for _, f := range rv.convoys {
			if !rv.links[m].Has(f) {
				continue
			}
			for i := range rv.straits {
				if s := &rv.straits[i]; rv.sails(m, f, s) && rv.openStrait(s.Control, rv.u[f].owner) {
					return true
				}
			}
		}
		return false
	}
	prev, before := u.at, int16(-1)
	for k := range int(rv.orders[m].NVia) + 1 {
		at, f := rv.orders[m].To.At, int16(-1)
		if k < int(rv.orders[m].NVia) {
			at = rv.orders[m].Via[k]
			f = rv.field[at]
		}
		c := rv.straitAt(prev, at)
		if before >= 0 && rv.openStrait(c, rv.u[before].owner) || f >= 0 && rv.openStrait(c, rv.u[f].owner) {
			return true
		}
		prev, before = at, f
	}
	return false
}

// stopConvoys decides the component's undecided convoys by the game's
// paradox rule: CVOY-10.
func (rv *Resolver) stopConvoys() bool {
	var armies [position.MaxUnits]int16
	k := 0
	for _, n := range rv.scratch.comp {
		if n >= kPath && n < kGiven && rv.lo[n] != rv.hi[n] && rv.u[n-kPath].convoyed {
			armies[k] = n - kPath
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
	for _, m := range armies[:k] {
		rv.set(kPath+m, 0, 0)
		rv.scratch.paradox.Add(int(m))
	}
	return true
}

// staged is the old judge's way with convoys that hang on each other: suppose
// that none has any effect; those that then lose a fleet fail, the others are
// good.
func (rv *Resolver) staged(armies []int16) {
	outer := rv.trails
	rv.trails = true
	mark := len(rv.trail)
	var bad event.UnitSet
	stats := rv.out.Stats
	for _, m := range armies {
		rv.set(kPath+m, 0, 0)
	}
	rv.propagate(rv.open)
	rv.settle()
	for _, m := range armies {
		if rv.convoyLost(int(m)) {
			bad.Add(int(m))
		}
	}
	for {
		rv.undo(mark)
		rv.out.Stats = stats
		for _, m := range armies {
			v := int8(1)
			if bad.Has(int(m)) {
				v = 0
			}
			rv.set(kPath+m, v, v)
		}
		rv.propagate(rv.open)
		rv.settle()
		again := false
		for _, m := range armies {
			if !bad.Has(int(m)) && rv.convoyLost(int(m)) {
				bad.Add(int(m))
				again = true
			}
		}
		if !again {
			break
		}
	}
	for _, m := range armies {
		if bad.Has(int(m)) {
			rv.scratch.paradox.Add(int(m))
		}
	}
	rv.trails = outer
	if !outer {
		rv.trail = rv.trail[:0]
	}
}

// convoyLost reports whether, everything being decided, army m's convoy has
// lost a fleet that it cannot do without.
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

// silenceRebels takes the rebels' support from all of the component's
// undecided claimants.
func (rv *Resolver) silenceRebels() bool {
	done := false
	for _, n := range rv.scratch.comp {
		if n >= kRebels && rv.lo[n] != rv.hi[n] {
			rv.set(n, 0, 0)
			done = true
		}
	}
	return done
}
