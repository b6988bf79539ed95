package reference

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// assassinate runs step M3: it uses up chits and rolls for the attempts
// (ASSN-03 to ASSN-06).
func (c *campaign) assassinate() {
	for _, l := range c.lines {
		if l.order.Expense != order.Assassinate || !l.valid {
			continue
		}
		if c.start.Eliminated.Has(l.order.Power) || l.order.Power == l.power { // ASSN-16
			l.fails(event.OutOfGame)
			continue
		}
		if c.r.AssassinationChits != rules.UnlimitedChits {
			if c.now.Chits[l.power][l.order.Power] == 0 {
				l.fails(event.NoChit)
				continue
			}
			c.now.Chits[l.power][l.order.Power]--
		}
		spent := int(l.counted)
		if most := c.r.AssassinationMaxSpend; most > 0 {
			spent = min(spent, most)
		}
		told := event.Attempted{Power: l.power, Victim: l.order.Power, Slot: l.slot, Faces: min(spent/12, 6)}
		told.Roll = c.rolls.D6("assassination "+c.start.Setting.Powers[l.power].ID+" "+strconv.Itoa(l.slot), 1)
		told.Hit = told.Roll <= told.Faces
		if told.Hit {
			l.works = true
			c.victims = c.victims.With(l.order.Power)
		} else {
			l.fails(event.Missed)
		}
		c.tell(told)
	}
}

// besieged reports whether the city of the province at is under a siege that
// began earlier and that a unit outside can continue (SIEGE-09, SIEGE-10).
func besieged(p *position.Position, r *rules.Set, at board.ID) bool {
	f, g := fieldAt(p, at), garrisonAt(p, at)
	switch {
	case !p.Sieges.Has(at) || f < 0 || single(p, r, at):
		return false
	case g >= 0:
		return !one(p, p.Units[g].Owner, p.Units[f].Owner)
	}
	owner := p.Units[f].Owner
	return p.RebelCity.Has(at) && one(p, p.RebelAgainst[at], owner) && owner != machiavelli.Nobody
}

// mourn runs step M4: it applies the effects on powers whose rulers were killed
// by assassins or by the bank (ASSN-07 to ASSN-12).
func (c *campaign) mourn() {
	c.victims |= c.defaulted
	bankrupts := c.defaulted
	for _, power := range c.powers() { // joined powers have one ruler
		for _, other := range c.powers() {
			if one(c.start, power, other) && c.victims.Has(other) {
				c.victims = c.victims.With(power)
			}
			if one(c.start, power, other) && c.defaulted.Has(other) {
				bankrupts = bankrupts.With(power)
			}
		}
	}
	for _, power := range c.powers() {
		if c.victims.Has(power) {
			c.tell(event.Paralysed{Power: power, Bank: bankrupts.Has(power)})
		}
	}
	var dead []int
	for _, at := range c.board().Land.IDs() {
		if !besieged(c.start, c.r, at) || !besieged(c.now, c.r, at) {
			continue
		}
		besieger := c.now.Units[fieldAt(c.now, at)].Owner
		if g := garrisonAt(c.now, at); g >= 0 && c.victims.Has(c.now.Units[g].Owner) && !c.victims.Has(besieger) {
			dead = append(dead, g) // ASSN-09
		}
		if c.victims.Has(besieger) {
			c.now.Sieges.Remove(at) // ASSN-08
			c.tell(event.SiegeLifted{Province: at})
		}
	}
	for _, g := range dead {
		c.now.Sieges.Remove(c.now.Units[g].At)
		c.tell(event.Removed{Unit: c.now.Units[g], Reason: event.ByMurder})
	}
	c.drop(dead)
	for _, power := range c.powers() {
		if c.victims.Has(power) {
			c.revolts(power)
		}
	}
}

// drop removes the units with these indices in now from the board.
func (c *campaign) drop(gone []int) {
	var kept []position.Unit
	bought := map[int]bool{}
	for i, u := range c.now.Units {
		lost := false
		for _, g := range gone {
			lost = lost || g == i
		}
		if !lost {
			if c.bought[i] {
				bought[len(kept)] = true
			}
			kept = append(kept, u)
		}
	}
	c.now.Units, c.bought = kept, bought
}

// revolts rolls for the provinces that a dead ruler owned when the campaign
// began and still owns (ASSN-11, ASSN-12).
func (c *campaign) revolts(victim machiavelli.Power) {
	for _, at := range c.board().RollOrder {
		if c.start.Province[at] != victim || c.now.Province[at] != victim || c.off(at) {
			continue
		}
		manned := manned(c.now, c.r, at)
		told := event.Revolt{Victim: victim, Province: at}
		switch home := homeOf(c.start, victim, at); {
		case home && manned:
			told.Limit = 1
		case home:
			told.Limit = 2
		case manned:
			told.Limit = 3
		default:
			told.Limit = 5
		}
		told.Roll = c.rolls.D6("revolt "+c.start.Setting.Powers[victim].ID+" "+c.board().Areas[at].Name, 1)
		quiet := !c.now.RebelLand.Has(at) && !c.now.RebelCity.Has(at)
		if told.Roll <= told.Limit && quiet && !((single(c.now, c.r, at) || seaCity(c.now, c.r, at)) && manned) {
			told.Rose = true
		}
		c.tell(told)
		if told.Rose {
			land, city := c.extent(at, garrisonAt(c.now, at) < 0)
			c.rebel(at, land, city, victim, "assassination", 0)
		}
	}
}
