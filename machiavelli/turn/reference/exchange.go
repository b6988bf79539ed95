package reference

import (
	"fmt"
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// good is one thing that changes hands in an exchange.
type good struct {
	from, to machiavelli.Power
	what     order.Order    // an order with Item as its kind, and without the parties
	unit     *position.Unit // for an order, the unit as it was at the start
}

// text returns a name for the thing, so that both parties' lines for it have the same text.
func (g good) text() string {
	unit := ""
	if g.unit != nil {
		unit = fmt.Sprint(*g.unit)
		g.what.Unit = order.Unit{}
	}
	return fmt.Sprint(g.from, g.to, g.what, unit)
}

// bargain is an exchange that both parties have entered.
type bargain struct {
	first, second machiavelli.Power
	goods         []good
}

// reserve implements OPT-19 and OPT-20: it finds the bargains that can be kept and removes their
// ducats and chits from the powers that promise them.
func (c *campaign) reserve(lines []Line) {
	var lodged []*bargain
	for _, a := range c.powers() {
		for _, b := range c.powers() {
			if a >= b {
				continue
			}
			left, right := c.wishes(lines, a, b), c.wishes(lines, b, a)
			if !slices.Equal(texts(left), texts(right)) {
				c.noBargain(a, b, left)
				c.noBargain(b, a, right)
				continue
			}
			if len(left) > 0 {
				lodged = append(lodged, &bargain{a, b, left})
			}
		}
	}
	var solvent []*bargain
	for _, x := range lodged {
		switch {
		case !x.twoSided():
			c.tellBargain(x, event.NoReturn, machiavelli.Nobody)
		case c.debtor(x) != machiavelli.Nobody:
			c.tellBargain(x, event.Indebted, c.debtor(x))
		default:
			solvent = append(solvent, x)
		}
	}
	for _, x := range solvent {
		who := machiavelli.Nobody
		for _, g := range x.goods {
			if who == machiavelli.Nobody && c.overbooked(solvent, g) {
				who = g.from
			}
		}
		if who != machiavelli.Nobody {
			c.tellBargain(x, event.TooMuch, who)
		} else {
			c.bargains = append(c.bargains, x)
		}
	}
	for _, x := range c.bargains {
		for _, g := range x.goods {
			c.move(g, g.from, -1)
		}
	}
}

// wishes returns what a power's lines say about its exchange with another.
func (c *campaign) wishes(lines []Line, power, with machiavelli.Power) []good {
	var list []good
	for _, l := range lines {
		o := l.Order
		if l.Power != power || o.Kind != order.Exchange || o.With != with {
			continue
		}
		if o.Item == order.Clear {
			list = nil
			continue
		}
		g := good{from: power, to: with, what: o.Inner()}
		if o.Get {
			g.from, g.to = with, power
		}
		switch o.Item {
		case order.Payment, order.GiveChit, order.GiveProvince:
		default:
			for _, u := range c.start.Units {
				if fitsUnit(o.Unit, u) {
					g.unit = &u
				}
			}
		}
		kept := []good{}
		for _, old := range list {
			if !g.replaces(old) {
				kept = append(kept, old)
			}
		}
		list = append(kept, g)
	}
	return list
}

// replaces reports whether a later line counts instead of an earlier one.
func (g good) replaces(old good) bool {
	switch {
	case g.unit != nil || old.unit != nil:
		return g.unit != nil && old.unit != nil && *g.unit == *old.unit
	case g.what.Kind != old.what.Kind:
		return false
	case g.what.Kind == order.Payment:
		return g.from == old.from
	case g.what.Kind == order.GiveProvince:
		return g.what.To.At == old.what.To.At
	}
	return false
}

func texts(list []good) []string {
	var out []string
	for _, g := range list {
		out = append(out, g.text())
	}
	slices.Sort(out)
	return out
}

// noBargain records lines that the other party did not match.
func (c *campaign) noBargain(power, with machiavelli.Power, list []good) {
	if len(list) > 0 {
		c.tell(event.Exchanged{Power: power, With: with, Verdict: event.Void, Failure: event.NotLodged})
	}
}

func (c *campaign) tellBargain(x *bargain, why event.Failure, by machiavelli.Power) {
	e := event.Exchanged{Power: x.first, With: x.second, Both: true, Verdict: event.Void, Failure: why, Failed: by}
	if why == event.NoFailure {
		e.Verdict = event.Succeeded
	}
	c.tell(e)
}

func (x *bargain) twoSided() bool {
	return slices.ContainsFunc(x.goods, func(g good) bool { return g.from == x.first }) &&
		slices.ContainsFunc(x.goods, func(g good) bool { return g.from == x.second })
}

// debtor returns the power that would give ducats although it is in debt to the bank and debtors
// may not give any, or Nobody. If this is true of both parties, it returns the giver in the first
// line for ducats.
func (c *campaign) debtor(x *bargain) machiavelli.Power {
	for _, g := range x.goods {
		if g.what.Kind == order.Payment && c.debt(g.from) > 0 && !c.r.GiftsWhileIndebted {
			return g.from
		}
	}
	return machiavelli.Nobody
}

// overbooked reports whether the giver of a thing promises more of it than it
// has, or promises the same thing twice.
func (c *campaign) overbooked(all []*bargain, g good) bool {
	sum, chits, places, units := 0, 0, 0, 0
	for _, x := range all {
		for _, h := range x.goods {
			switch {
			case h.from != g.from:
			case h.unit != nil:
				if g.unit != nil && *g.unit == *h.unit {
					units++
				}
			case h.what.Kind == order.Payment:
				sum += int(h.what.Amount)
			case h.what.Kind == order.GiveChit && h.what.Victim == g.what.Victim:
				chits++
			case h.what.Kind == order.GiveProvince && h.what.To.At == g.what.To.At:
				places++
			}
		}
	}
	switch {
	case g.unit != nil:
		return units > 1
	case g.what.Kind == order.Payment:
		return sum > int(c.start.Treasury[g.from])
	case g.what.Kind == order.GiveChit:
		return chits > int(c.start.Chits[g.from][g.what.Victim])
	}
	return places > 1
}

// reserved counts the chits of a power against another that are reserved.
func (c *campaign) reserved(power, victim machiavelli.Power) (n uint8) {
	for _, x := range c.bargains {
		for _, g := range x.goods {
			if g.unit == nil && g.what.Kind == order.GiveChit && g.from == power && g.what.Victim == victim {
				n++
			}
		}
	}
	return n
}

// move adds reserved ducats or a reserved chit to a power's property (n is 1)
// or removes them (n is -1).
func (c *campaign) move(g good, power machiavelli.Power, n int) {
	switch {
	case g.unit != nil:
	case g.what.Kind == order.Payment:
		c.now.Treasury[power] += machiavelli.Ducats(n * int(g.what.Amount))
	case g.what.Kind == order.GiveChit:
		c.now.Chits[power][g.what.Victim] += uint8(n)
	}
}

// settle implements OPT-21: before the units move, each bargain is kept as a
// whole or undone as a whole.
func (c *campaign) settle() {
	c.promised = map[position.Unit]order.Order{}
	for _, x := range c.bargains {
		why, by := event.NoFailure, machiavelli.Nobody
		for _, g := range x.goods {
			if g.unit != nil && why == event.NoFailure && !c.obeys(g) {
				why, by = event.UnitLost, g.from
			}
		}
		for _, g := range x.goods {
			if g.unit == nil && g.what.Kind == order.GiveProvince && why == event.NoFailure && !c.vacant(g) {
				why, by = event.NotToGive, g.from
			}
		}
		c.tellBargain(x, why, by)
		for _, g := range x.goods {
			if why != event.NoFailure {
				c.move(g, g.from, 1)
				continue
			}
			c.move(g, g.to, 1)
			switch at := g.what.To.At; {
			case g.unit != nil:
				c.promised[*g.unit] = g.what
			case g.what.Kind == order.GiveProvince:
				c.now.Province[at] = g.to
				if c.board().Cities.Has(at) {
					c.now.City[at] = g.to
				}
			}
		}
	}
}

// obeys reports whether the unit of g still exists and belongs to the giver, and the giver's
// ruler is alive.
func (c *campaign) obeys(g good) bool {
	return slices.Contains(c.now.Units, *g.unit) && g.unit.Owner == g.from && !c.victims.Has(g.from)
}

// vacant reports whether a province can be handed over.
func (c *campaign) vacant(g good) bool {
	at := g.what.To.At
	for _, u := range c.now.Units {
		if u.At == at && u.Owner != g.to {
			return false
		}
	}
	whole := c.now.Province[at] == g.from && (!c.board().Cities.Has(at) || c.now.City[at] == g.from)
	return whole && !c.now.RebelLand.Has(at) && !c.now.RebelCity.Has(at)
}

// exchangeLawful reports whether a line of an exchange must be accepted.
func exchangeLawful(p *position.Position, r *rules.Set, power machiavelli.Power, o *order.Order) (lawful, sure bool) {
	if !r.Exchanges || o.With == power || p.Eliminated.Has(o.With) {
		return false, true
	}
	from := power
	if o.Get {
		from = o.With
	}
	switch o.Item {
	case order.Clear:
		return true, true
	case order.Payment:
		return o.Amount > 0, true
	case order.GiveChit:
		chits := r.Assassinations && r.AssassinationChits != rules.UnlimitedChits
		return chits && (o.Get || p.Chits[from][o.Victim] > 0), true
	case order.GiveProvince:
		at := o.To.At
		if at == board.None || !p.Setting.Board.Land.Has(at) {
			return false, true
		}
		whole := p.Province[at] == from && (!p.Setting.Board.Cities.Has(at) || p.City[at] == from)
		return whole && !homeOf(p, from, at), true
	}
	return false, false
}
