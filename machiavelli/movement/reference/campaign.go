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

// part is a unit's role in the movement after section 1 of docs/adjudication.md.
type part uint8

const (
	stays         part = iota // holds, supports, convoys or besieges, or its order was refused
	advances                  // mover: on its way to another area
	comesOut                  // mover: garrison on its way out of the city
	turnsGarrison             // leaver by conversion: field unit going into the city
	standsUp                  // convert-in-place: a garrison that is a field unit before movement begins
	gone                      // disbanded by its order
)

// refusal is the reason why an order fails whatever the others do.
type refusal struct {
	verdict event.Verdict
	reason  event.Reason
}

// campaign holds what is fixed before anything moves (section 1). Units are
// identified by their index in the position.
type campaign struct {
	p      *position.Position
	b      *board.Board
	orders movement.Orders
	allies [machiavelli.MaxPowers]machiavelli.PowerSet
	r      *rules.Set

	part      []part
	refused   map[int]refusal
	field     map[board.ID]int // the field unit in each area at the start
	garrison  map[board.ID]int // the garrison in each city at the start
	locked    map[int]bool     // besiegers held by their siege (SIEGE-07)
	siege     map[board.ID]int // the besieger of each siege that still stands
	byConvoy  map[int]bool     // advances that go by sea
	rides     map[int]bool     // advances of cavalry that ride over two provinces (OPT-01)
	carriers  map[int][]int    // fleets of each convoyed army, in the order of an explicit route
	convoying map[int]int      // the army of each fleet with a matching convoy order
	backs     map[int]int      // the unit whose action each matching support is for, or nobody
	backers   map[int][]int    // the supports of each unit's action
	keepers   map[int][]int    // the supports of each unit where it stands
	fallen    map[int]fall     // where each rider that could not enter ends, once that is decided
}

// prepare decides everything in section 1.
func prepare(p *position.Position, orders movement.Orders, allies [machiavelli.MaxPowers]machiavelli.PowerSet, r *rules.Set) *campaign {
	c := &campaign{
		p: p, b: p.Setting.Board, orders: orders, allies: allies, r: r,
		part:      make([]part, len(p.Units)),
		refused:   map[int]refusal{},
		field:     map[board.ID]int{},
		garrison:  map[board.ID]int{},
		locked:    map[int]bool{},
		siege:     map[board.ID]int{},
		byConvoy:  map[int]bool{},
		rides:     map[int]bool{},
		carriers:  map[int][]int{},
		convoying: map[int]int{},
		backs:     map[int]int{},
		backers:   map[int][]int{},
		keepers:   map[int][]int{},
	}
	c.disband()
	c.continueSieges()
	c.findSiegeTargets()
	c.convertIntoCities()
	c.convertOutOfCities()
	c.findRides()
	c.matchConvoys()
	c.startAdvances()
	c.matchSupports()
	return c
}

// disband carries out step 1: units ordered to disband leave immediately
// (ORD-06).
func (c *campaign) disband() {
	for i, u := range c.p.Units {
		switch {
		case c.orders[i].Kind == order.Disband:
			c.part[i] = gone
		case u.InCity():
			c.garrison[u.At] = i
		default:
			c.field[u.At] = i
		}
	}
}

// continueSieges carries out step 2: it finds which sieges still stand, and
// which units they lock. The siege of a besieger that disbands stands for this
// campaign.
func (c *campaign) continueSieges() {
	for _, at := range c.p.Sieges.IDs() {
		besieger, outside := c.field[at]
		if !outside {
			besieger, outside = c.disbandedAt(order.Unit{At: at})
		}
		if !outside || !c.hasSiegeTarget(besieger) {
			continue
		}
		c.siege[at] = besieger
		if c.part[besieger] == gone {
			continue
		}
		kind := c.orders[besieger].Kind
		if c.r.SiegeLocksBesieger && kind != order.Besiege && kind != order.Lift {
			c.locked[besieger] = true
			c.refuse(besieger, event.Void, event.SiegeLock)
		}
	}
}

// hasSiegeTarget reports whether the field unit u has something to besiege
// (SIEGE-01). This is a garrison with another owner, or rebels against the
// unit's owner.
func (c *campaign) hasSiegeTarget(u int) bool {
	unit := c.p.Units[u]
	switch {
	case c.singleVenice(unit.At):
		return false
	case unit.Type == machiavelli.Fleet && !c.b.Ports.Has(unit.At):
		return false
	}
	if g, ok := c.garrison[unit.At]; ok {
		return c.owner(g) != c.owner(u)
	}
	return c.p.RebelCity.Has(unit.At) && c.side(c.p.RebelAgainst[unit.At]) == c.owner(u)
}

// findSiegeTargets carries out step 3: it refuses orders to besiege where there
// is nothing to besiege.
func (c *campaign) findSiegeTargets() {
	for i := range c.p.Units {
		if c.free(i, order.Besiege) && !c.hasSiegeTarget(i) {
			c.refuse(i, event.Void, event.NothingToSiege)
		}
	}
}

// convertIntoCities carries out step 4: field units convert into garrisons, or
// their orders are refused (CONV-04).
func (c *campaign) convertIntoCities() {
	for i, u := range c.p.Units {
		if u.InCity() || !c.free(i, order.Convert) {
			continue
		}
		_, held := c.garrison[u.At]
		switch {
		case held:
			c.refuse(i, event.Void, event.CityHeld)
		case c.p.RebelCity.Has(u.At):
			c.refuse(i, event.Void, event.CityRebels)
		default:
			c.part[i] = turnsGarrison
		}
	}
}

// convertOutOfCities carries out step 5: garrisons begin to leave their cities
// or, with convert-in-place, convert before movement (CONV-09).
func (c *campaign) convertOutOfCities() {
	for i, u := range c.p.Units {
		if !u.InCity() || !c.free(i, order.Convert) {
			continue
		}
		_, besieged := c.siege[u.At]
		_, occupied := c.field[u.At]
		switch {
		case besieged && c.r.BesiegedConversion == rules.BesiegedNever:
			c.refuse(i, event.Void, event.Besieged)
		case c.singleVenice(u.At) && c.someoneOrderedTo(u.At):
			c.refuse(i, event.Bounced, event.VeniceClosed)
		case c.r.ConversionModel == rules.ConvertInPlace && !occupied && !c.singleVenice(u.At):
			c.part[i] = standsUp
		default:
			c.part[i] = comesOut
		}
	}
}

// someoneOrderedTo reports whether any unit has a written order to advance to
// the area.
func (c *campaign) someoneOrderedTo(at board.ID) bool {
	for i := range c.p.Units {
		if c.written(i, order.Advance) && c.orders[i].To.At == at {
			return true
		}
	}
	return false
}

// startAdvances makes movers of the advances that section 1 does not refuse.
func (c *campaign) startAdvances() {
	for i := range c.p.Units {
		if c.free(i, order.Advance) {
			c.part[i] = advances
		}
	}
}

// written reports whether unit i is still on the board and has an order of the
// given kind, refused or not.
func (c *campaign) written(i int, kind order.Kind) bool {
	return c.part[i] != gone && c.orders[i].Kind == kind
}

// free reports whether unit i has an order of the given kind that was not
// refused.
func (c *campaign) free(i int, kind order.Kind) bool {
	_, refused := c.refused[i]
	return c.written(i, kind) && !refused
}

func (c *campaign) refuse(i int, verdict event.Verdict, reason event.Reason) {
	c.refused[i] = refusal{verdict, reason}
}

// singleVenice reports whether the area is Venice in the single-space model.
func (c *campaign) singleVenice(at board.ID) bool {
	return at == c.b.Venice && at != board.None && c.r.VeniceModel == rules.VeniceSingleSpace
}

func (c *campaign) inPlace() bool { return c.r.ConversionModel == rules.ConvertInPlace }

// owner returns the power that a unit serves. If a player's powers count as one, the same power
// stands for all of them.
func (c *campaign) owner(i int) machiavelli.Power { return c.side(c.p.Units[i].Owner) }

func (c *campaign) side(power machiavelli.Power) machiavelli.Power {
	if first := c.p.Setting.First[power]; first > 0 {
		return first
	}
	return power
}

func (c *campaign) at(i int) board.ID { return c.p.Units[i].At }

func (c *campaign) base(i int) int { return c.p.Units[i].Strength() }

func (c *campaign) isMover(i int) bool { return c.part[i] == advances || c.part[i] == comesOut }

// destination returns the destination of a mover.
func (c *campaign) destination(m int) board.ID {
	if c.part[m] == advances {
		return c.orders[m].To.At
	}
	return c.at(m)
}

// movers returns the units that try to enter an area.
func (c *campaign) movers() []int {
	var out []int
	for i := range c.p.Units {
		if c.isMover(i) {
			out = append(out, i)
		}
	}
	return out
}

// moversInto returns the movers to an area.
func (c *campaign) moversInto(at board.ID) []int {
	var out []int
	for _, m := range c.movers() {
		if c.destination(m) == at {
			out = append(out, m)
		}
	}
	return out
}

// standing returns the unit in the area when movement begins. This is the
// area's field unit or the garrison that converted before movement (CONV-09).
// It returns -1 if there is none.
func (c *campaign) standing(at board.ID) int {
	if f, ok := c.field[at]; ok {
		return f
	}
	if g, ok := c.garrison[at]; ok && c.part[g] == standsUp {
		return g
	}
	return -1
}
