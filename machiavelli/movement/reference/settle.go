package reference

import (
	"sort"

	"podesta/machiavelli/rules"
)

// This file implements section 4, about propagation, circles and paradoxes.

// propagate evaluates every open node repeatedly until nothing changes.
func (c *campaign) propagate(v *values) {
	movers := c.movers()
	for changed := true; changed; {
		changed = false
		for _, m := range movers {
			if v.path[m] == unknown {
				v.path[m] = c.pathOf(v, m)
				changed = changed || v.path[m] != unknown
			}
			if v.success[m] == unknown {
				v.success[m] = c.successOf(v, m)
				changed = changed || v.success[m] != unknown
			}
			if was := v.rebels[m]; !was.decided() {
				v.rebels[m] = c.rebelsOf(v, m)
				changed = changed || v.rebels[m] != was
			}
		}
		for s := range c.backs {
			if was := v.given[s]; !was.decided() {
				v.given[s] = c.givenOf(v, s)
				changed = changed || v.given[s] != was
			}
		}
	}
}

// settle decides every node.
func (c *campaign) settle(v *values, report *Report) {
	for {
		c.propagate(v)
		group := c.groupToDecide(v)
		if len(group) == 0 {
			return
		}
		c.decide(v, group, report)
	}
}

// decide advances the decision on one strongly connected component by one step.
func (c *campaign) decide(v *values, group []node, report *Report) {
	var movers []int
	for _, n := range group {
		if n.kind == success {
			movers = append(movers, n.unit)
		}
	}
	report.Largest = max(report.Largest, len(movers))
	if len(movers) > MaxMovers {
		report.TooLarge = true
		c.assign(v, movers, 0)
		return
	}
	answers := c.consistent(v, group, movers)
	if len(answers) == 1 {
		c.assign(v, movers, answers[0])
		return
	}
	switch {
	case c.blockStraits(v, group):
		report.Paradoxes++
		report.Straits++
	case c.settleConvoys(v, group, report):
		report.Paradoxes++
		report.Convoys++
	case c.denyRebels(v, group):
		report.Paradoxes++
		report.Rebels++
	default:
		if most, ok := greatest(answers); ok {
			report.Cycles++
			c.assign(v, movers, most)
		} else {
			report.Paradoxes++
			c.assign(v, movers, 0)
		}
	}
}

// assign sets the outcomes of the movers. Bit i of answer says whether
// movers[i] succeeds.
func (c *campaign) assign(v *values, movers []int, answer uint) {
	for i, m := range movers {
		v.success[m] = truthOf(answer>>i&1 == 1)
	}
}

// consistent returns the assignments of success to the movers of a component in
// which each has the value that the rules determine.
func (c *campaign) consistent(v *values, group []node, movers []int) []uint {
	var out []uint
	for answer := uint(0); answer < 1<<len(movers); answer++ {
		w := v.clone()
		c.assign(w, movers, answer)
		c.derive(w, group)
		ok := true
		for _, m := range movers {
			ruled := c.successOf(w, m)
			if ruled == unknown {
				panic("reference: a component depends on an open node outside it")
			}
			ok = ok && ruled == w.success[m]
		}
		if ok {
			out = append(out, answer)
		}
	}
	return out
}

// derive computes the other nodes of a component from its successes. It begins
// with paths, and continues with what depends on them.
func (c *campaign) derive(v *values, group []node) {
	for _, kind := range []nodeKind{path, given, rebels} {
		for _, n := range group {
			if n.kind != kind {
				continue
			}
			switch kind {
			case path:
				v.path[n.unit] = c.pathOf(v, n.unit)
			case given:
				v.given[n.unit] = c.givenOf(v, n.unit)
			case rebels:
				v.rebels[n.unit] = c.rebelsOf(v, n.unit)
			}
		}
	}
}

// greatest returns the assignment that includes the successes of all the
// others.
func greatest(answers []uint) (uint, bool) {
	for _, a := range answers {
		all := true
		for _, b := range answers {
			all = all && a|b == a
		}
		if all {
			return a, true
		}
	}
	return 0, false
}

// blockStraits is rule 1 (STRAIT-16): fleets in the component whose edge is
// neither certainly open nor certainly closed cannot use it. It reports whether
// there were any.
func (c *campaign) blockStraits(v *values, group []node) bool {
	found := map[crossing]bool{}
	note := func(e fleetEdge) {
		if c.closed(v, e.fleet, e.a, e.b) == unknown {
			found[crossing{e.fleet, c.straitControl(e.a, e.b)}] = true
		}
	}
	for _, n := range group {
		for _, e := range c.fleetEdges(n) {
			note(e)
		}
	}
	for x := range found {
		v.blocked[x] = true
	}
	return len(found) > 0
}

// fleetEdges lists the fleet edges that a path or a support uses.
func (c *campaign) fleetEdges(n node) []fleetEdge {
	switch {
	case n.kind == path && c.byConvoy[n.unit]:
		return c.routeEdges(n.unit)
	case n.kind == path:
		return []fleetEdge{{n.unit, c.at(n.unit), c.destination(n.unit)}}
	case n.kind == given && c.p.Units[n.unit].InCity():
		return nil
	case n.kind == given:
		return []fleetEdge{{n.unit, c.at(n.unit), c.supportedArea(n.unit)}}
	}
	return nil
}

// settleConvoys is rule 2. It reports whether a path of the component depends
// on a convoy.
func (c *campaign) settleConvoys(v *values, group []node, report *Report) bool {
	var armies []int
	for _, n := range group {
		if n.kind == path && c.byConvoy[n.unit] {
			armies = append(armies, n.unit)
		}
	}
	if len(armies) == 0 {
		return false
	}
	fails := map[int]bool{}
	if c.r.ConvoyedAttackCutsSupport == rules.JudgeStaged {
		fails = c.stagedFailures(v, armies, report)
	} else {
		for _, m := range armies {
			fails[m] = true
		}
	}
	for _, m := range armies {
		v.path[m] = truthOf(!fails[m])
		if fails[m] {
			v.paradox[m] = true
		}
	}
	return true
}

// stagedFailures returns which of the armies fail under the option value
// judge-staged.
func (c *campaign) stagedFailures(v *values, armies []int, report *Report) map[int]bool {
	supposed := map[int]bool{}
	for _, m := range armies {
		supposed[m] = true
	}
	fails := map[int]bool{}
	for _, m := range c.disrupted(v, armies, supposed, report) {
		fails[m] = true
	}
	for {
		more := false
		for _, m := range c.disrupted(v, armies, fails, report) {
			more = more || !fails[m]
			fails[m] = true
		}
		if !more {
			return fails
		}
	}
}

// disrupted resolves the movement again, supposing that the armies in fails
// have no effect and that the convoys of the others hold, and returns the
// armies whose convoys are disrupted in it.
func (c *campaign) disrupted(v *values, armies []int, fails map[int]bool, report *Report) []int {
	trial := v.clone()
	for _, m := range armies {
		trial.path[m] = truthOf(!fails[m])
	}
	var inner Report
	c.settle(trial, &inner)
	report.Largest = max(report.Largest, inner.Largest)
	report.TooLarge = report.TooLarge || inner.TooLarge
	var out []int
	for _, m := range armies {
		if c.pathOf(trial, m) == no {
			out = append(out, m)
		}
	}
	return out
}

// denyRebels is rule 3. It reports whether rebels in the component were undecided.
func (c *campaign) denyRebels(v *values, group []node) bool {
	found := false
	for _, n := range group {
		if n.kind == rebels {
			v.noRebels[n.unit] = true
			v.rebels[n.unit] = exactly(0)
			found = true
		}
	}
	return found
}

// groupToDecide returns a strongly connected component of open nodes that
// depends on no open node outside it, or nothing if no node is open.
func (c *campaign) groupToDecide(v *values) []node {
	open := c.openNodes(v)
	reach := c.reachable(v, open)
	for i := range open {
		var group []node
		closedUnder := true
		for j := range open {
			if !has(reach[i], j) && i != j {
				continue
			}
			group = append(group, open[j])
			closedUnder = closedUnder && (i == j || has(reach[j], i))
		}
		if closedUnder {
			return group
		}
	}
	return nil
}

// openNodes lists the nodes without a value.
func (c *campaign) openNodes(v *values) []node {
	var out []node
	for _, m := range c.movers() {
		if v.success[m] == unknown {
			out = append(out, node{success, m})
		}
		if v.path[m] == unknown {
			out = append(out, node{path, m})
		}
		if !v.rebels[m].decided() {
			out = append(out, node{rebels, m})
		}
	}
	var supports []int
	for s := range c.backs {
		if !v.given[s].decided() {
			supports = append(supports, s)
		}
	}
	sort.Ints(supports)
	for _, s := range supports {
		out = append(out, node{given, s})
	}
	return out
}

// bitset is a set of positions in a list of nodes.
type bitset []uint64

func has(s bitset, i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// reachable returns the transitive closure of the dependencies among open
// nodes.
func (c *campaign) reachable(v *values, open []node) []bitset {
	index := map[node]int{}
	for i, n := range open {
		index[n] = i
	}
	words := (len(open) + 63) / 64
	reach := make([]bitset, len(open))
	for i, n := range open {
		reach[i] = make(bitset, words)
		for _, d := range c.dependencies(v, n) {
			if j, ok := index[d]; ok {
				reach[i][j/64] |= 1 << (j % 64)
			}
		}
	}
	for k := range open {
		for i := range open {
			if has(reach[i], k) {
				for w := range reach[i] {
					reach[i][w] |= reach[k][w]
				}
			}
		}
	}
	return reach
}
