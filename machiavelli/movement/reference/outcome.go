package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// outcome turns the decided nodes into the result.
func (c *campaign) outcome(v *values) movement.Outcome {
	var out movement.Outcome
	c.fallBack(v)
	out.Taken, out.Sieges = c.sieges(v)
	out.Contested = c.contested(v)
	for _, m := range c.movers() {
		if v.success[m] == yes {
			out.Entered.Add(c.destination(m))
		}
	}
	for m, f := range c.fallen {
		if f.by < 0 && f.to != c.at(m) {
			out.Entered.Add(f.to)
		}
	}
	for i := range c.p.Units {
		if c.part[i] == standsUp {
			out.Entered.Add(c.at(i))
		}
		out.After = append(out.After, c.after(v, i))
		out.Results = append(out.Results, c.result(v, i, out.Taken))
	}
	for i := range c.p.Units {
		if c.mustRetreat(v, i) {
			out.Dislodged = append(out.Dislodged, c.retreat(v, i, out.Contested))
		}
	}
	return out
}

// attacker returns the unit that dislodges unit u, or -1. This is a mover that
// enters the area where u stands without leaving or, for a rider that fell
// back, the unit in its home.
func (c *campaign) attacker(v *values, u int) int {
	if f, fell := c.fallen[u]; fell {
		return f.by
	}
	if c.standing(c.at(u)) != u || c.leaves(v, u) == yes {
		return -1
	}
	if c.part[u] == turnsGarrison && !c.singleVenice(c.at(u)) {
		return -1
	}
	for _, m := range c.moversInto(c.at(u)) {
		if v.success[m] == yes {
			return m
		}
	}
	return -1
}

// eliminatedInVenice reports whether u is overcome while it converts to the
// garrison of single-space Venice (VENICE-04).
func (c *campaign) eliminatedInVenice(v *values, u int) bool {
	return c.part[u] == turnsGarrison && c.attacker(v, u) >= 0
}

func (c *campaign) mustRetreat(v *values, u int) bool {
	return c.attacker(v, u) >= 0 && !c.eliminatedInVenice(v, u)
}

// sieges returns the cities whose siege is completed and those under siege
// afterwards (SIEGE-02, SIEGE-03, SIEGE-05, SIEGE-07).
func (c *campaign) sieges(v *values) (taken, under board.Set) {
	for i, u := range c.p.Units {
		if c.part[i] == gone || c.attacker(v, i) >= 0 {
			continue
		}
		before, stood := c.siege[u.At]
		second := stood && before == i
		switch {
		case c.free(i, order.Besiege) && second:
			taken.Add(u.At)
		case c.free(i, order.Besiege):
			under.Add(u.At)
		}
	}
	return taken, under
}

// starved reports whether unit g is a garrison that a completed siege destroys.
func (c *campaign) starved(v *values, g int, taken board.Set) bool {
	if !c.p.Units[g].InCity() || c.part[g] == gone || !taken.Has(c.at(g)) {
		return false
	}
	return c.part[g] != comesOut || v.success[g] != yes
}

// contested returns the areas that a stand-off left empty (MOVE-13).
func (c *campaign) contested(v *values) board.Set {
	var out board.Set
	for _, m := range c.movers() {
		if v.success[m] == yes || v.path[m] != yes || c.beatenHeadOn(v, m) || c.occupied(v, c.destination(m)) {
			continue
		}
		out.Add(c.destination(m))
	}
	return out
}

// beatenHeadOn reports whether mover m was dislodged by the unit that came head
// to head from m's destination (MOVE-07).
func (c *campaign) beatenHeadOn(v *values, m int) bool {
	w := c.standing(c.destination(m))
	return w >= 0 && c.headOn(m, w) && v.success[w] == yes
}

// occupied reports whether a field unit, or in single-space Venice any unit,
// stands in the area after movement and need not retreat.
func (c *campaign) occupied(v *values, at board.ID) bool {
	_, ok := c.occupant(v, at)
	return ok
}

// occupant returns the unit that stands in the area after movement.
func (c *campaign) occupant(v *values, at board.ID) (position.Unit, bool) {
	for i := range c.p.Units {
		if c.part[i] == gone || c.attacker(v, i) >= 0 || c.onTheWay(v, i) {
			continue
		}
		u := c.after(v, i)
		if u.At == at && (!u.InCity() || c.singleVenice(at)) {
			return u, true
		}
	}
	return position.Unit{}, false
}

// after returns unit i after its order.
func (c *campaign) after(v *values, i int) position.Unit {
	u := c.p.Units[i]
	switch c.part[i] {
	case advances:
		if v.success[i] == yes {
			u.At, u.Coast = c.orders[i].To.At, c.orders[i].To.Coast
			if u.Type != machiavelli.Fleet {
				u.Coast = machiavelli.NoCoast
			}
		} else if f, fell := c.fallen[i]; fell {
			u.At = f.to
		}
	case turnsGarrison:
		u.Type, u.Coast = machiavelli.Garrison, machiavelli.NoCoast
	case comesOut, standsUp:
		if c.part[i] == standsUp || v.success[i] == yes {
			u.Type, u.Coast = c.orders[i].ConvertTo, c.orders[i].To.Coast
		}
	}
	return u
}

// result returns the result of unit i's order.
func (c *campaign) result(v *values, i int, taken board.Set) event.Result {
	res := event.Result{DislodgedBy: -1}
	if by := c.attacker(v, i); by >= 0 {
		res.Dislodged = true
		res.DislodgedBy = int16(by)
		res.Eliminated = c.eliminatedInVenice(v, i)
	}
	if c.starved(v, i, taken) {
		besieger := c.siege[c.at(i)]
		res.Dislodged, res.Eliminated = true, true
		res.DislodgedBy = int16(besieger)
	}
	if refusal, ok := c.refused[i]; ok {
		res.Verdict, res.Reason = refusal.verdict, refusal.reason
		return res
	}
	switch {
	case c.part[i] == gone:
		res.Verdict, res.Eliminated = event.Disbanded, true
	case c.isMover(i):
		c.resultOfMover(v, i, &res)
	case c.part[i] == turnsGarrison && res.Dislodged:
		res.Verdict = event.Bounced
	case c.orders[i].Kind == order.Support:
		c.resultOfSupport(v, i, &res)
	case c.orders[i].Kind == order.Convoy:
		c.resultOfConvoy(i, &res)
	default:
		res.Verdict = event.Succeeded
	}
	return res
}

func (c *campaign) resultOfMover(v *values, m int, res *event.Result) {
	res.Strength = int8(c.power(v, m).lo)
	res.Rebels = v.rebels[m].lo == 1
	switch {
	case v.success[m] == yes:
		res.Verdict = event.Succeeded
	case v.path[m] == yes:
		res.Verdict = event.Bounced
		res.Reason = c.bounceReason(v, m)
	case v.paradox[m]:
		res.Verdict, res.Reason = event.Disrupted, event.ConvoyParadox
	case c.byConvoy[m] && !c.convoyUndislodged(v, m):
		res.Verdict, res.Reason = event.Disrupted, event.ConvoyBroken
	default:
		res.Verdict, res.Reason = event.Void, event.StraitClosed
	}
}

// convoyUndislodged reports whether the remaining fleets would carry army m if
// there were no straits.
func (c *campaign) convoyUndislodged(v *values, m int) bool {
	if c.r.ConvoyRoute == rules.RouteExplicit {
		return c.fleetsStand(v, m) == yes
	}
	return c.chainStands(v, m, func(t truth) bool { return t == yes }, false)
}

func (c *campaign) bounceReason(v *values, m int) event.Reason {
	at := c.destination(m)
	switch {
	case c.keptOutOfVenice(m) && c.rebelsAgainst(at, m):
		return event.VeniceRebels
	case c.keptOutOfVenice(m):
		return event.VeniceClosed
	}
	attack := c.attack(v, m)
	if o := c.standing(at); o >= 0 && c.leaves(v, o) != yes {
		switch {
		case c.owner(o) == c.owner(m) && attack.lo == 0:
			return event.OwnUnit
		case c.opposed(v, m, o) == yes && attack.exceeds(c.power(v, o)) == no:
			return event.HeadToHead
		case attack.exceeds(c.hold(v, m)) == no && c.power(v, m).exceeds(c.hold(v, m)) == yes:
			return event.OwnSupport
		case attack.exceeds(c.hold(v, m)) == no:
			return event.HeldOff
		}
	}
	return event.StoodOff
}

func (c *campaign) resultOfSupport(v *values, s int, res *event.Result) {
	res.Strength = int8(v.given[s].lo)
	switch {
	case !c.p.Units[s].InCity() && c.overOpenStrait(v, s) == no:
		res.Verdict, res.Reason = event.Void, event.StraitClosed
	case v.given[s].lo > 0:
		res.Verdict = event.Succeeded
	case res.Dislodged:
		res.Verdict, res.Reason = event.Cut, event.SupporterLost
	default:
		res.Verdict, res.Reason = event.Cut, event.SupportCut
	}
}

func (c *campaign) resultOfConvoy(f int, res *event.Result) {
	if res.Dislodged {
		res.Verdict = event.Disrupted
		return
	}
	res.Verdict = event.Succeeded
	used := false
	for _, carrier := range c.carriers[c.convoying[f]] {
		used = used || carrier == f
	}
	if !used {
		res.Reason = event.NotNeeded
	}
}
