package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Settle computes step E5 from the position at the end of a campaign: it
// determines which home countries are lost or conquered, and which powers are
// eliminated. Its events are the eliminations and the conquests.
func Settle(p *position.Position, r *rules.Set) *Outcome {
	c := &campaign{start: p, now: p.Clone(), r: r}
	meet(c.now, r)
	c.out = &Outcome{Position: c.now}
	fall := p.Phase.Season == machiavelli.Fall
	if r.ControlTiming == rules.ControlFall && !fall {
		return c.out
	}
	if !r.HomesFixed && r.HomeCountryLoss == rules.LostWhenAllLost {
		for i, h := range p.Holder[:len(p.Setting.Countries)] {
			if h != machiavelli.Nobody && !c.ownsSome(h, i) { // HOME-05
				c.now.Holder[i] = machiavelli.Nobody
			}
		}
	}
	if r.SimultaneousLossAndConquest == rules.SimultaneousSurvives {
		c.conquests()
	}
	if fall || r.EliminationTiming == rules.EliminationEndOfCampaign {
		c.eliminations()
	}
	c.conquests()
	for i := range p.Setting.Countries {
		if by := c.now.Holder[i]; by != machiavelli.Nobody && by != p.Holder[i] {
			c.tell(event.Conquest{Country: i, By: by, From: p.Holder[i]})
		}
	}
	return c.out
}

// ownsSome reports whether a power owns a province or a city of a country.
func (c *campaign) ownsSome(power machiavelli.Power, country int) bool {
	for _, at := range c.start.Setting.Countries[country].Provinces.IDs() {
		if one(c.now, c.now.Province[at], power) || c.ownsCity(power, at) {
			return true
		}
	}
	return false
}

func (c *campaign) ownsCity(power machiavelli.Power, at board.ID) bool {
	return c.board().Cities.Has(at) && one(c.now, c.now.City[at], power)
}

// conquests assigns each country to the living power that owns all of it
// (HOME-03).
func (c *campaign) conquests() {
	if c.r.HomesFixed {
		return
	}
	for i := range c.start.Setting.Countries {
		for _, power := range c.powers() {
			if !c.now.Eliminated.Has(power) && c.now.Province[c.start.Setting.Countries[i].Provinces.IDs()[0]] == power &&
				!one(c.now, c.now.Holder[i], power) && c.hasAll(power, i) {
				c.now.Holder[i] = power
			}
		}
	}
}

// hasAll reports whether a power owns every province and every city of a
// country. If rebellion removes control, a rebelling place belongs to nobody
// (CTRL-12). Venice as a single space rebels as a whole, and an unfortified
// city rebels with its province.
func (c *campaign) hasAll(power machiavelli.Power, country int) bool {
	list := c.start.Setting.Countries[country].Provinces.IDs()
	for _, at := range list {
		isCity := c.board().Cities.Has(at)
		if !one(c.now, c.now.Province[at], power) || isCity && !one(c.now, c.now.City[at], power) {
			return false
		}
		if c.r.RebellionRemovesControl && (c.now.RebelLand.Has(at) || c.now.RebelCity.Has(at) && (isCity || single(c.now, c.r, at))) {
			return false
		}
	}
	return len(list) > 0
}

// eliminations eliminates the powers that have lost (ELIM-01, ELIM-02) and removes their property
// (ELIM-06). Units of other powers take over their land (ELIM-07).
func (c *campaign) eliminations() {
	var gone machiavelli.PowerSet
	for _, power := range c.powers() {
		if !c.now.Eliminated.Has(power) && !c.lives(power) {
			gone = gone.With(power)
		}
	}
	if gone == 0 {
		return
	}
	c.now.Eliminated |= gone
	for _, power := range c.powers() {
		if !gone.Has(power) {
			continue
		}
		if !c.start.Setting.Absent.Has(power) {
			c.tell(event.Elimination{Power: power})
		}
		c.now.Treasury[power] = 0
		c.now.Chits[power] = [machiavelli.MaxPowers]uint8{}
	}
	for i, h := range c.now.Holder {
		if gone.Has(h) {
			c.now.Holder[i] = machiavelli.Nobody
		}
	}
	var units []position.Unit
	for _, u := range c.now.Units {
		if !gone.Has(u.Owner) {
			units = append(units, u)
		} else {
			c.tell(event.Removed{Unit: u, Reason: event.ByElimination})
		}
	}
	c.now.Units = units
	var loans []position.Loan
	for _, l := range c.now.Loans {
		if !gone.Has(l.Power) {
			loans = append(loans, l)
		}
	}
	c.now.Loans = loans
	for _, at := range c.board().Land.IDs() {
		if gone.Has(c.now.RebelAgainst[at]) {
			c.endRebellion(at, "owner gone", machiavelli.Nobody)
		}
		if gone.Has(c.now.Province[at]) {
			c.now.Province[at] = machiavelli.Nobody
		}
		if gone.Has(c.now.City[at]) {
			c.now.City[at] = machiavelli.Nobody
		}
	}
	if c.r.ControlTiming == rules.ControlFall {
		fall(c.now, c.r)
	} else {
		Control(c.now, c.r)
	}
	c.free()
	c.breakSieges()
}

// breakSieges removes the marks of sieges that have lost their besieger or
// their target (SIEGE-14).
func (c *campaign) breakSieges() {
	for _, at := range c.now.Sieges.IDs() {
		if !besieged(c.now, c.r, at) {
			c.now.Sieges.Remove(at)
		}
	}
}

// lives reports whether a power stays in the game. It does if it has a city of
// a home country that it holds. Depending on elimination-multi-home, a province
// is enough for a power that holds several countries or a conquered one.
// Depending on elimination-needs, any unit or city is enough.
func (c *campaign) lives(power machiavelli.Power) bool {
	if c.r.EliminationNeeds == rules.NothingLeft {
		for _, u := range c.now.Units {
			if one(c.now, u.Owner, power) {
				return true
			}
		}
		for _, owner := range c.now.City {
			if one(c.now, owner, power) {
				return true
			}
		}
		return false
	}
	held, foreign, land := 0, false, false
	for i, country := range c.start.Setting.Countries {
		if !one(c.now, c.now.Holder[i], power) {
			continue
		}
		held++
		foreign = foreign || !one(c.now, country.Native, power)
		for _, at := range country.Provinces.IDs() {
			if c.ownsCity(power, at) && (!oneOwner(c.r) || one(c.now, c.now.Province[at], power)) {
				return true // ELIM-04
			}
			land = land || one(c.now, c.now.Province[at], power)
		}
	}
	return c.r.EliminationMultiHome == rules.MultiHomeNoProvinces && land && (held > 1 || foreign)
}
