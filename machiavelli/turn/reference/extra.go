package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// politics handles what happens before money, which is first gifts of provinces
// (OPT-06) and then forced taxation (OPT-07). A power gives only the last
// province that it names.
func (c *campaign) politics() {
	gift := map[machiavelli.Power]Line{}
	for _, l := range c.orders {
		if l.Order.Kind == order.GiveProvince {
			gift[l.Power] = l
		}
	}
	given := map[board.ID]Line{}
	for _, l := range gift {
		given[l.Order.To.At] = l
	}
	for _, at := range c.board().Land.IDs() {
		l, ok := given[at]
		if !ok {
			continue
		}
		told := event.ProvinceGiven{Power: l.Power, To: l.Order.Power, Province: at, Verdict: event.Void}
		city := c.board().Cities.Has(at)
		if c.start.Province[at] == l.Power && (!city || c.start.City[at] == l.Power) && !homeOf(c.start, l.Power, at) {
			told.Verdict = event.Succeeded
			c.now.Province[at] = l.Order.Power
			if city {
				c.now.City[at] = l.Order.Power
			}
		}
		c.tell(told)
	}
	// The rebellion of a province that returns to a power with a unit there is
	// still against its owner (CTRL-18).
	after := c.now.Clone()
	if c.r.ControlTiming == rules.ControlConstant {
		Control(after, c.r)
	}
	for at := range given {
		if to := c.now.Province[at]; to == after.Province[at] && to != c.now.RebelAgainst[at] {
			c.endRebellion(at, "liberated", to)
		}
	}
	for _, l := range c.orders {
		if l.Order.Kind == order.Tax {
			c.tax(l.Power, l.Order.To.At)
		}
	}
}

// tax immediately collects twice the income from a province and its city. The
// rebellion follows in M2d (OPT-07).
func (c *campaign) tax(power machiavelli.Power, at board.ID) {
	p := c.now
	here := &campaign{start: p, r: c.r}
	told := event.Taxed{Power: power, Province: at, Verdict: event.Void}
	free := !p.RebelLand.Has(at) && !p.RebelCity.Has(at) && !c.now.Taxed.Has(at) &&
		!(p.TaxedBefore.Has(at) && c.r.ForcedTaxation == rules.TaxationLasting)
	if c.r.ForcedTaxation == rules.TaxationFall && p.Phase.Season != machiavelli.Fall {
		free = false
	}
	if p.Province[at] == power && free {
		told.Verdict = event.Succeeded
		told.Ducats = 2 * here.provinceYield(power, at)
		if c.board().Cities.Has(at) {
			told.Ducats += 2 * here.cityYield(power, at)
		}
		c.now.Treasury[power] += told.Ducats
		c.now.Taxed.Add(at)
		c.taxed = append(c.taxed, at)
	}
	c.tell(told)
}

// plagues applies money to famine and plague in M2d (OPT-08, OPT-09). A famine
// that is relieved and caused in the same campaign remains, as a rebellion
// would.
func (c *campaign) plagues() {
	for _, what := range []order.ExpenseKind{order.CauseFamine, order.CausePlague, order.RelievePlague} {
		for _, at := range c.board().Land.IDs() {
			first := true
			for _, l := range c.lines {
				if l.order.Expense != what || l.order.To.At != at || !l.valid {
					continue
				}
				if !first || what == order.CauseFamine && c.now.Famine.Has(at) {
					l.fails(event.AlreadyDone)
					continue
				}
				first, l.works = false, true
				switch what {
				case order.CauseFamine:
					c.now.Famine.Add(at)
					c.now.Scorched.Add(at)
				case order.CausePlague:
					c.now.Infected.Add(at)
				case order.RelievePlague:
					c.now.Guarded.Add(at)
				}
			}
		}
	}
}

// orderPrice returns the price of an order for an autonomous unit (OPT-05, OPT-04). An order to
// advance, convoy or leave a city costs nine ducats. An order to support, besiege or enter a city
// costs six, and so does a missing order. The price is doubled like a bribe's. It returns 0 for
// other orders, which cannot be bought.
func orderPrice(b *board.Board, u position.Unit, o order.Order) machiavelli.Ducats {
	switch {
	case o.Kind == order.Advance, o.Kind == order.Convoy, o.Kind == order.Convert && u.Type == machiavelli.Garrison:
		return 9 * doublings(b, u)
	case o.Kind == order.Support, o.Kind == order.Besiege, o.Kind == order.Convert, o == (order.Order{Kind: order.Hold}):
		return 6 * doublings(b, u)
	}
	return 0
}
