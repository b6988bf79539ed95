package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// This file implements section 2, about the quantities. Each is computed from
// what is known of the nodes.

// dislodged evaluates whether a unit that stays is dislodged.
func (c *campaign) dislodged(v *values, u int) truth {
	out := no
	for _, m := range c.moversInto(c.at(u)) {
		out = or(out, v.success[m])
	}
	return out
}

// pathOf evaluates path(m).
func (c *campaign) pathOf(v *values, m int) truth {
	from, to := c.at(m), c.destination(m)
	switch {
	case c.part[m] == comesOut:
		return yes
	case !c.byConvoy[m]:
		if c.p.Units[m].Type == machiavelli.Fleet {
			return not(c.closed(v, m, from, to))
		}
		return yes
	case c.r.ConvoyRoute == rules.RouteExplicit:
		return and(c.fleetsStand(v, m), c.routeOpen(v, m))
	}
	surely := func(t truth) bool { return t == yes }
	perhaps := func(t truth) bool { return t != no }
	if c.chainStands(v, m, surely, true) {
		return yes
	}
	if !c.chainStands(v, m, perhaps, true) {
		return no
	}
	return unknown
}

// fleetsStand evaluates whether no fleet of an explicit route is dislodged.
func (c *campaign) fleetsStand(v *values, m int) truth {
	out := yes
	for _, f := range c.carriers[m] {
		out = and(out, not(c.dislodged(v, f)))
	}
	return out
}

// routeOpen evaluates whether no strait closes any link of an explicit route.
func (c *campaign) routeOpen(v *values, m int) truth {
	out := yes
	for _, e := range c.routeEdges(m) {
		out = and(out, not(c.closed(v, e.fleet, e.a, e.b)))
	}
	return out
}

// fleetEdge is an edge that a fleet uses.
type fleetEdge struct {
	fleet int
	a, b  board.ID
}

// routeEdges returns the edges of a convoy, including boarding and landing,
// once for each fleet at an end (CVOY-07). For implicit routes these are all
// edges that the army's fleets could use.
func (c *campaign) routeEdges(m int) []fleetEdge {
	var out []fleetEdge
	from, to, fleets := c.at(m), c.destination(m), c.carriers[m]
	if c.r.ConvoyRoute == rules.RouteExplicit {
		first, last := fleets[0], fleets[len(fleets)-1]
		out = append(out, fleetEdge{first, from, c.at(first)}, fleetEdge{last, c.at(last), to})
		for i := 1; i < len(fleets); i++ {
			f, g := fleets[i-1], fleets[i]
			out = append(out, fleetEdge{f, c.at(f), c.at(g)}, fleetEdge{g, c.at(f), c.at(g)})
		}
		return out
	}
	for _, f := range fleets {
		if c.touches(f, from) {
			out = append(out, fleetEdge{f, from, c.at(f)})
		}
		if c.touches(f, to) {
			out = append(out, fleetEdge{f, c.at(f), to})
		}
		for _, g := range fleets {
			if c.linked(f, g) {
				out = append(out, fleetEdge{f, c.at(f), c.at(g)})
			}
		}
	}
	return out
}

// chainStands reports whether an implicit route remains. It must consist of fleets that are not
// dislodged and, if straits is true, of open edges. The function holds reports whether a truth
// suffices: only yes for a chain that certainly remains, and also unknown for a chain that may
// remain.
func (c *campaign) chainStands(v *values, m int, holds func(truth) bool, straits bool) bool {
	var fleets []int
	for _, f := range c.carriers[m] {
		if holds(not(c.dislodged(v, f))) {
			fleets = append(fleets, f)
		}
	}
	return c.chain(c.at(m), c.destination(m), fleets, func(f int, a, b board.ID) bool {
		return !straits || holds(not(c.closed(v, f, a, b)))
	})
}

// strait returns the province that controls the edge over which support s is
// given, or None.
func (c *campaign) strait(s int) board.ID {
	if c.p.Units[s].Type != machiavelli.Fleet {
		return board.None
	}
	return c.straitControl(c.at(s), c.supportedArea(s))
}

// overOpenStrait evaluates whether no strait closes support s (SUPP-15).
func (c *campaign) overOpenStrait(v *values, s int) truth {
	if c.strait(s) == board.None {
		return yes
	}
	return not(c.closed(v, s, c.at(s), c.supportedArea(s)))
}

// givenOf evaluates given(s), in points.
func (c *campaign) givenOf(v *values, s int) span {
	full := c.base(s)
	if c.p.Units[s].InCity() {
		return exactly(full)
	}
	left := span{full, full}
	for _, m := range c.moversInto(c.at(s)) {
		switch v.success[m] {
		case yes:
			return exactly(0)
		case unknown:
			left.lo = 0
		}
		if !c.mayCut(m, s) {
			continue
		}
		loss := full
		if c.r.EliteSupportCut == rules.CutPointwise {
			loss = c.base(m)
		}
		switch v.path[m] {
		case yes:
			left.lo -= loss
			left.hi -= loss
		case unknown:
			left.lo -= loss
		}
	}
	left.lo, left.hi = max(left.lo, 0), max(left.hi, 0)
	switch c.overOpenStrait(v, s) {
	case no:
		return exactly(0)
	case unknown:
		left.lo = 0
	}
	return left
}

// mayCut reports whether mover m cuts support s by merely attacking (SUPP-05).
func (c *campaign) mayCut(m, s int) bool {
	switch {
	case c.owner(m) == c.owner(s):
		return false
	case c.part[m] == advances && c.at(m) == c.supportedArea(s):
		return false
	case c.byConvoy[m] && c.r.ConvoyedAttackCutsSupport == rules.OnlyIfDislodges:
		return false
	}
	return !c.sparesByCVOY11(m, s)
}

// sparesByCVOY11 reports whether CVOY-11 applies: m is a convoyed army, and s
// supports an attack on a fleet of its convoy.
func (c *campaign) sparesByCVOY11(m, s int) bool {
	if !c.byConvoy[m] || c.r.ConvoyedAttackCutsSupport != rules.JudgeStaged {
		return false
	}
	attacker := c.backs[s]
	if attacker == nobody || !c.written(attacker, order.Advance) && !c.ordersOut(attacker) {
		return false
	}
	for _, f := range c.carriers[m] {
		if c.at(f) == c.supportedArea(s) {
			return true
		}
	}
	return false
}

// rebelTarget returns the power against which an area's rebels support an entry
// (REB-13), and whether there are such rebels.
func (c *campaign) rebelTarget(at board.ID) (machiavelli.Power, bool) {
	if c.singleVenice(at) || !c.p.RebelLand.Has(at) && !c.p.RebelCity.Has(at) {
		return machiavelli.Nobody, false
	}
	return c.side(c.p.RebelAgainst[at]), true
}

// claimants returns the movers into an area that its rebels could support.
func (c *campaign) claimants(at board.ID) []int {
	target, rebels := c.rebelTarget(at)
	if !rebels {
		return nil
	}
	var out []int
	for _, m := range c.moversInto(at) {
		if c.owner(m) != target {
			out = append(out, m)
		}
	}
	return out
}

// rebelsOf evaluates rebels(m) (REB-13, REB-14).
func (c *campaign) rebelsOf(v *values, m int) span {
	claimants := c.claimants(c.destination(m))
	among := false
	for _, r := range claimants {
		among = among || r == m
	}
	if !among || v.noRebels[m] {
		return exactly(0)
	}
	chosen := v.path[m]
	if c.r.RebelSupport == rules.RebelsOnePowerOnly {
		if g := c.claimantStandingUp(c.destination(m)); g >= 0 {
			stronger := c.supportedStrength(v, m).exceeds(c.supportedStrength(v, g))
			chosen = and(chosen, and(truthOf(c.owner(g) == c.owner(m)), stronger))
		}
		for _, r := range claimants {
			switch {
			case r == m:
			case c.owner(r) != c.owner(m):
				chosen = and(chosen, not(v.path[r]))
			default:
				chosen = and(chosen, or(not(v.path[r]), c.supportedStrength(v, m).exceeds(c.supportedStrength(v, r))))
			}
		}
	}
	switch chosen {
	case yes:
		return exactly(1)
	case no:
		return exactly(0)
	}
	return span{0, 1}
}

// claimantStandingUp returns the garrison that leaves the city in the area
// before movement (CONV-09) if the rebels could support it, or -1. It claims
// their support like the movers (BUG-40).
func (c *campaign) claimantStandingUp(at board.ID) int {
	target, rebels := c.rebelTarget(at)
	g := c.standing(at)
	if rebels && g >= 0 && c.part[g] == standsUp && c.owner(g) != target {
		return g
	}
	return -1
}

// supportedStrength evaluates base + given supports.
func (c *campaign) supportedStrength(v *values, u int) span {
	out := exactly(c.base(u))
	for _, s := range c.backers[u] {
		out = out.plus(v.given[s])
	}
	return out
}

// power evaluates power(m).
func (c *campaign) power(v *values, m int) span {
	return c.supportedStrength(v, m).plus(v.rebels[m])
}

// leaves evaluates leaves(u).
func (c *campaign) leaves(v *values, u int) truth {
	switch c.part[u] {
	case advances:
		return or(truthOf(c.rides[u]), v.success[u])
	case turnsGarrison:
		return truthOf(!c.inPlace() && !c.singleVenice(c.at(u)))
	}
	return no
}

// headOn reports whether m and o advance to each other's places and are not
// exempt as riders or by swap-by-convoy. Each then opposes the other if its own
// path is open.
func (c *campaign) headOn(m, o int) bool {
	if c.part[m] != advances || c.part[o] != advances || c.rides[m] || c.rides[o] || c.at(o) != c.destination(m) || c.destination(o) != c.at(m) {
		return false
	}
	switch c.r.SwapByConvoy {
	case rules.SwapEitherConvoyed:
		return !c.byConvoy[m] && !c.byConvoy[o]
	case rules.SwapBothConvoyed:
		return !c.byConvoy[m] || !c.byConvoy[o]
	}
	return true
}

// opposed evaluates opposed(m, o).
func (c *campaign) opposed(v *values, m, o int) truth {
	if !c.headOn(m, o) {
		return no
	}
	return v.path[o]
}

// hold evaluates the hold strength of mover m's destination.
func (c *campaign) hold(v *values, m int) span {
	o := c.standing(c.destination(m))
	if o < 0 {
		return exactly(0)
	}
	if c.part[o] == standsUp {
		return c.supportedStrength(v, o)
	}
	out := exactly(c.base(o))
	if c.part[o] != turnsGarrison || c.owner(o) != c.owner(m) {
		for _, s := range c.keepers[o] {
			out = out.plus(v.given[s])
		}
	}
	switch c.leaves(v, o) {
	case yes:
		return exactly(0)
	case unknown:
		out.lo = 0
	}
	return out
}

// attack evaluates attack(m).
func (c *campaign) attack(v *values, m int) span {
	full := c.power(v, m)
	at := c.destination(m)
	o := c.standing(at)
	if o < 0 || c.part[o] == turnsGarrison && c.inPlace() && !c.singleVenice(at) {
		return full
	}
	against := exactly(0)
	if c.owner(o) != c.owner(m) {
		against = full
		for _, s := range c.backers[m] {
			if c.owner(s) == c.owner(o) {
				against.lo -= v.given[s].lo
				against.hi -= v.given[s].hi
			}
		}
	}
	switch c.leaves(v, o) {
	case yes:
		return full
	case no:
		return against
	}
	return span{against.lo, full.hi}
}

// prevent evaluates prevent(r).
func (c *campaign) prevent(v *values, r int) span {
	prevents := v.path[r]
	if w := c.standing(c.destination(r)); w >= 0 && c.headOn(r, w) {
		prevents = and(prevents, not(v.success[w]))
	}
	out := c.power(v, r)
	switch prevents {
	case no:
		return exactly(0)
	case unknown:
		out.lo = 0
	}
	return out
}
