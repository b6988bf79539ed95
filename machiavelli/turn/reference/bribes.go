package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// bribes runs step M2e: the bribes for each unit compete, and then all
// successful bribes take effect together.
func (c *campaign) bribes() {
	winners := c.contest()
	c.oneSpecial(winners)
	for _, l := range c.lines {
		if l.order.Expense == order.CounterBribe && l.valid {
			if c.bribed(l.unit) {
				l.works = true
			} else {
				l.fails(event.Needless)
			}
		}
	}
	c.carryOut(winners)
}

// bribed reports whether the unit has a valid bribe.
func (c *campaign) bribed(unit int) bool {
	for _, l := range c.lines {
		if l.bribe() && l.unit == unit && l.valid {
			return true
		}
	}
	return false
}

// oneSpecial lets a power buy only one special unit. The first of its
// successful lines for special units counts. The others fail, although they
// remain the largest bribes on their units (SPEC-03).
func (c *campaign) oneSpecial(winners map[int]*line) {
	var has machiavelli.PowerSet
	for _, l := range c.lines {
		switch {
		case !l.special || !l.works:
		case has.Has(whole(c.start, l.power)):
			l.works = false
			l.reasons = append(l.reasons, event.SecondSpecial)
			delete(winners, l.unit)
		default:
			has = has.With(whole(c.start, l.power))
		}
	}
}

// contest returns the successful bribes (BRIBE-05 to BRIBE-07), keyed by unit index.
func (c *campaign) contest() map[int]*line {
	winners := map[int]*line{}
	for unit := range c.start.Units {
		var bids []*line
		var countered machiavelli.Ducats
		for _, l := range c.lines {
			switch {
			case l.unit != unit || !l.valid:
			case l.bribe():
				bids = append(bids, l)
			case l.order.Expense == order.CounterBribe:
				countered += l.counted
			}
		}
		if len(bids) == 0 {
			continue
		}
		var most machiavelli.Ducats
		for _, l := range bids {
			most = max(most, l.counted)
		}
		var best []*line
		for _, l := range bids {
			if l.counted == most {
				best = append(best, l)
			}
		}
		chosen := best[0]
		if len(best) > 1 {
			chosen = nil
			if c.r.BribeTie == rules.TieDieToss {
				u := c.start.Units[unit]
				name := "bribe tie " + u.Type.Letter() + " " + c.board().Areas[u.At].Name
				chosen = best[c.rolls.Lot(name, len(best))-1]
			}
		}
		works := chosen != nil && most-countered >= chosen.minimum
		if works {
			winners[unit] = chosen
		}
		for _, l := range bids {
			l.countered = countered
			for _, m := range bids {
				if m != l {
					l.against = max(l.against, m.counted)
				}
			}
			switch {
			case l == chosen && works:
				l.works = true
				continue
			case l.counted < most:
				l.reasons = append(l.reasons, event.Outbid)
			case l != chosen && chosen != nil: // the die chose another line
				l.reasons = append(l.reasons, event.Outbid, event.TiedBid)
			case l != chosen:
				l.reasons = append(l.reasons, event.TiedBid)
			}
			if l.counted < l.minimum {
				l.reasons = append(l.reasons, event.BelowMinimum)
			}
			if l.counted-countered < l.minimum {
				l.reasons = append(l.reasons, event.CounterBribed)
			}
		}
	}
	return winners
}

// carryOut applies the successful bribes (BRIBE-09 to BRIBE-11). Units that
// change hands move to the end of the list.
func (c *campaign) carryOut(winners map[int]*line) {
	var kept, moved []position.Unit
	liberated := map[*line]bool{}
	for i, u := range c.start.Units {
		l := winners[i]
		if l != nil && l.order.Expense == order.OrderUnit {
			c.hired[u] = l.power
		}
		if l == nil || l.order.Expense == order.OrderUnit {
			kept = append(kept, u)
			continue
		}
		switch l.order.Expense {
		case order.DisbandUnit:
			c.tell(event.Removed{Unit: u, Reason: event.ByBribe})
			continue
		case order.ToAutonomous:
			c.tell(event.Bribed{Unit: u, To: machiavelli.Nobody, By: l.power})
			u.Owner = machiavelli.Nobody
		case order.BuyUnit:
			c.tell(event.Bribed{Unit: u, To: l.power, By: l.power})
			// REB-22
			if u.Owner != machiavelli.Nobody && u.Owner == c.now.RebelAgainst[u.At] {
				liberated[l] = true
			}
			u.Owner = l.power
		}
		moved = append(moved, u)
	}
	c.now.Units = append(kept, moved...)
	for i := range moved {
		c.bought[len(kept)+i] = true
	}
	for _, l := range c.lines {
		if liberated[l] {
			c.endRebellion(c.start.Units[l.unit].At, "liberated", l.power)
		}
	}
}
