package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// line is one expense.
type line struct {
	power   machiavelli.Power
	slot    int
	order   order.Order
	unit    int // index of the target unit in start, or -1
	minimum machiavelli.Ducats
	letter  string

	asked, paid, counted machiavelli.Ducats
	countered, against   machiavelli.Ducats

	void    bool // whether it belongs to a defaulter
	valid   bool // whether it can have its effect; for a bribe, whether it competes
	works   bool // whether it had its effect
	special bool // whether it buys a special unit
	reasons []event.Failure
}

// provinceExpenses lists the expenses for provinces except rebellions. For each it gives the
// price, the letter in the cost table, and the option that allows it, if any.
var provinceExpenses = map[order.ExpenseKind]struct {
	price  machiavelli.Ducats
	letter string
	option func(*rules.Set) bool
}{
	order.FamineRelief:  {3, "a", nil},                                                                     // RELIEF-01
	order.Pacify:        {12, "b", nil},                                                                    // RELIEF-02
	order.CauseFamine:   {3, "", func(r *rules.Set) bool { return r.CauseFamine != rules.NoCausedFamine }}, // OPT-08
	order.CausePlague:   {15, "", func(r *rules.Set) bool { return r.CausePlague }},                        // OPT-09
	order.RelievePlague: {12, "", func(r *rules.Set) bool { return r.CausePlague }},
	order.Ransom:        {9, "", func(r *rules.Set) bool { return r.Ransom }}, // OPT-23
}

func (l *line) fails(why event.Failure) {
	l.valid = false
	l.reasons = append(l.reasons, why)
}

// bribe reports whether a line is a bribe (letters d to i of the cost table,
// and orders for autonomous units).
func (l *line) bribe() bool {
	switch l.order.Expense {
	case order.DisbandUnit, order.BuyUnit, order.ToAutonomous, order.OrderUnit:
		return true
	}
	return false
}

// charge runs step M2a: a power's lines are paid in the order of their numbers
// (EXP-03), in full or with what is left (EXP-04, EXP-05), and count in
// multiples of three (EXP-06). A defaulter's lines are void if the bank seizes
// its treasury.
func (c *campaign) charge() {
	for _, power := range c.powers() {
		for slot := 1; slot <= 4; slot++ {
			o := c.book[power].slots[slot]
			if o.Kind != order.Expense {
				continue
			}
			l := &line{power: power, slot: slot, order: o, unit: -1}
			switch o.Expense {
			case order.CounterBribe, order.DisbandUnit, order.BuyUnit, order.ToAutonomous, order.OrderUnit:
				l.unit = target(c.start, power, &o)
			}
			l.minimum, l.letter = price(c.m2, c.r, &o, l.unit)
			if o.Expense == order.OrderUnit && l.unit >= 0 {
				l.minimum = orderPrice(c.board(), c.start.Units[l.unit], c.last(power, c.start.Units[l.unit]))
			}
			l.asked = l.minimum
			if o.HasSum && o.Amount >= 0 {
				l.asked = machiavelli.Ducats(o.Amount)
			}
			if c.defaulted.Has(power) && c.r.BankDefaultSeizesTreasury {
				l.void = true
			} else {
				l.paid = min(l.asked, c.now.Treasury[power])
				c.now.Treasury[power] -= l.paid
				l.counted = l.paid / 3 * 3
			}
			c.lines = append(c.lines, l)
		}
	}
}

// validate runs step M2b: it decides whether each line can have its effect, in
// the position at the start of M2.
func (c *campaign) validate() {
	p := c.m2
	for _, l := range c.lines {
		l.valid = true
		if l.void {
			l.fails(event.Bankrupt)
			continue
		}
		if l.paid == 0 && l.asked > 0 {
			l.fails(event.TreasuryEmpty)
		}
		if l.counted == 0 && !l.bribe() { // a bribe of zero ducats does not compete
			l.fails(event.BelowMinimum)
		}
		if ok, permitted := c.near(l); !ok {
			l.fails(event.NotAdjacent)
			if permitted {
				l.fails(event.NotPermitted)
			}
		}
		at := l.order.To.At
		switch _, fixed := provinceExpenses[l.order.Expense]; {
		case fixed, l.order.Expense == order.Assassinate:
			if l.counted < l.minimum {
				l.fails(event.BelowMinimum)
			}
			if fixed && c.off(at) {
				l.fails(event.OffBoard)
			}
		case l.order.Expense == order.Rebellion:
			c.validRebellion(l, at)
		case l.unit < 0:
			l.fails(event.NoTarget)
		case c.off(p.Units[l.unit].At):
			l.fails(event.OffBoard)
		}
		if l.bribe() && l.unit >= 0 {
			c.validBribe(l)
		}
	}
}

// relief runs step M2c: famine relief (RELIEF-01), then the pacification of existing rebellions
// (RELIEF-02, RELIEF-03), then ransoms of garrisons (OPT-23). Of several lines of one kind for
// one place the first succeeds, in the order of powers and numbers.
func (c *campaign) relief() {
	p := c.m2
	for _, what := range []order.ExpenseKind{order.FamineRelief, order.Pacify, order.Ransom} {
		for _, at := range c.board().Land.Union(c.board().Seas).IDs() {
			marked := p.Famine.Has(at)
			switch what {
			case order.Pacify:
				marked = p.RebelLand.Has(at) || p.RebelCity.Has(at)
			case order.Ransom:
				marked = besieged(p, c.r, at) && garrisonAt(p, at) >= 0
			}
			var by machiavelli.PowerSet
			var first *line
			for _, l := range c.lines {
				if l.order.Expense != what || l.order.To.At != at || !l.valid {
					continue
				}
				switch {
				case !marked:
					l.fails(event.NoMarker)
					continue
				case first == nil:
					first, l.works = l, true
				default:
					l.fails(event.AlreadyDone)
				}
				by = by.With(l.power)
			}
			if first == nil {
				continue
			}
			switch what {
			case order.FamineRelief:
				c.now.Famine.Remove(at)
				c.now.Scorched.Remove(at)
				c.tell(event.Relieved{Province: at, By: by})
			case order.Pacify:
				c.endRebellion(at, "pacified", first.power)
			case order.Ransom:
				c.now.Sieges.Remove(at)
				c.tell(event.SiegeLifted{Province: at})
			}
		}
	}
}

// off reports whether a place is out of play (BOARD-15, BRIBE-16).
func (c *campaign) off(at board.ID) bool { return c.start.Setting.OffBoard.Has(at) }

// validBribe checks whether a bribe fits its unit (BRIBE-01, BRIBE-13,
// BRIBE-15). A sum below the price still competes (BRIBE-05).
func (c *campaign) validBribe(l *line) {
	u := c.start.Units[l.unit]
	own := u.Owner == l.power
	garrison, autonomous := u.Type == machiavelli.Garrison, u.Owner == machiavelli.Nobody
	if own && (c.r.SelfBribes == rules.SelfBribesForbidden || l.order.Expense == order.BuyUnit) {
		l.fails(event.OwnUnitBribed)
	}
	switch l.order.Expense {
	case order.BuyUnit:
		if garrison && !autonomous && !c.r.BuyCommittedGarrison {
			l.fails(event.WrongTarget)
		}
		l.special = u.Special()
		if l.special {
			for _, mine := range c.start.Units {
				if one(c.start, mine.Owner, l.power) && mine.Special() {
					l.fails(event.SecondSpecial)
					break
				}
			}
		}
	case order.ToAutonomous:
		if autonomous || !garrison && !c.r.AutonomousFieldUnits {
			l.fails(event.WrongTarget)
		}
	case order.OrderUnit:
		if !autonomous || l.minimum == 0 {
			l.fails(event.WrongTarget)
		}
	}
}

// validRebellion checks whether a rebellion can be caused (REB-03, VENICE-07).
func (c *campaign) validRebellion(l *line, at board.ID) {
	if l.counted < l.minimum {
		l.fails(event.BelowMinimum)
	}
	owner := c.m2.Province[at]
	switch {
	case c.off(at):
		l.fails(event.OffBoard)
	case !c.board().Land.Has(at), owner == machiavelli.Nobody:
		l.fails(event.WrongTarget)
	case owner == l.power && !c.r.SelfRebellion, mates(c.start, owner, l.power):
		l.fails(event.WrongTarget)
	case (single(c.start, c.r, at) || seaCity(c.start, c.r, at)) && manned(c.start, c.r, at):
		l.fails(event.UnitThere)
	}
}

// expense records the results of all lines.
func (c *campaign) expense() {
	for _, l := range c.lines {
		e := event.Expense{
			Power: l.power, Slot: l.slot, Letter: l.letter, Asked: l.asked, Paid: l.paid, Counted: l.counted,
			Minimum: l.minimum, Countered: l.countered, Against: l.against, Verdict: event.Wasted,
		}
		switch {
		case l.void:
			e.Verdict = event.Void
		case l.works:
			e.Verdict = event.Succeeded
		}
		if l.unit >= 0 {
			u := c.start.Units[l.unit]
			e.Target = &u
		}
		if !l.works {
			c.out.Reasons[Key{l.power, l.slot}] = l.reasons
		}
		c.tell(e)
	}
}
