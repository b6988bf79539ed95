package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// endRebellion ends the rebellion of a province and its city, if there is one.
func (c *campaign) endRebellion(at board.ID, how string, by machiavelli.Power) {
	land, city := c.now.RebelLand.Has(at), c.now.RebelCity.Has(at)
	if !land && !city {
		return
	}
	c.tell(event.RebellionEnded{Province: at, InLand: land, InCity: city, Against: c.now.RebelAgainst[at], How: how, By: by})
	c.now.RebelLand.Remove(at)
	c.now.RebelCity.Remove(at)
	c.now.RebelAgainst[at] = machiavelli.Nobody
}

// extent returns where a new rebellion adds markers (REB-05 to REB-07,
// VENICE-08). The parameter empty says whether the city has no garrison.
func (c *campaign) extent(at board.ID, empty bool) (land, city bool) {
	fort := c.start.Setting.Forts.Has(at)
	switch {
	case single(c.start, c.r, at):
		city = true
	case seaCity(c.start, c.r, at):
		city = fort && empty
	case c.r.RebellionExtent == rules.ProvinceAndCity:
		land, city = true, fort && empty
	case fort && empty:
		city = true
	case !c.now.RebelCity.Has(at):
		land = true
	}
	return land && !c.now.RebelLand.Has(at), city && !c.now.RebelCity.Has(at)
}

// incite runs step M2d: new rebellions begin, including those after forced
// taxation, with owners as at the start of M2 and garrisons as at the start of
// the campaign.
func (c *campaign) incite() {
	for _, at := range c.board().Land.IDs() {
		land, city := c.extent(at, garrisonAt(c.start, at) < 0)
		var by machiavelli.PowerSet
		begun := false
		for _, l := range c.lines {
			if l.order.Expense != order.Rebellion || l.order.To.At != at || !l.valid {
				continue
			}
			if (land || city) && !begun {
				l.works, begun = true, true
			} else {
				l.fails(event.AlreadyDone)
			}
			by = by.With(l.power)
		}
		if begun {
			c.rebel(at, land, city, c.m2.Province[at], "expense", by)
			continue
		}
		for _, taxed := range c.taxed {
			occupied := single(c.m2, c.r, at) && manned(c.m2, c.r, at)
			if taxed == at && (land || city) && !occupied {
				c.rebel(at, land, city, c.m2.Province[at], "taxation", 0)
			}
		}
	}
}

// rebel places the markers of a new rebellion and records it.
func (c *campaign) rebel(at board.ID, land, city bool, against machiavelli.Power, cause string, by machiavelli.PowerSet) {
	if land {
		c.now.RebelLand.Add(at)
	}
	if city {
		c.now.RebelCity.Add(at)
	}
	c.now.RebelAgainst[at] = against
	c.tell(event.RebellionBegun{Province: at, InLand: land, InCity: city, Against: against, Cause: cause, By: by})
}
