package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// GroupKind says what the orders of a Group are for.
type GroupKind uint8

// The kinds of groups.
const (
	ForUnit    GroupKind = iota // one unit, of whose orders one counts
	ForBuilds                   // builds, and the waiving of one
	ForMoney                    // expenses, payments, loans, and gifts of chits
	ForOthers                   // passage, permissions, taxes, gifts of provinces, bans
	ForTravels                  // strategic movements of several units
)

// Group is a list of legal orders of one power.
type Group struct {
	Power  machiavelli.Power
	Kind   GroupKind
	Unit   int // for ForUnit: index in Position.Units, or in a retreat phase in Position.Dislodged; otherwise -1
	Orders []order.Order

	begin, end int // range of Orders in Choices.orders
}

// Choices lists the legal orders of powers in any phase, in groups. Expenses
// have their minimum sum and no number, so that several can be given together.
// It reuses its memory. The zero value is ready to use. It is not safe for
// concurrent use.
type Choices struct {
	Groups []Group

	finder Finder
	orders []order.Order
}

// List fills Groups with the legal orders of the given powers in the phase of
// p. There is a group for each of their units that can be ordered, in the
// sequence of the position, and then the groups of each power's other orders.
// Empty groups are left out. A finished game has no groups. The orders are
// valid until the next call.
func (c *Choices) List(p *position.Position, r *rules.Set, powers machiavelli.PowerSet) {
	c.Groups, c.orders = c.Groups[:0], c.orders[:0]
	powers &^= p.Eliminated.With(machiavelli.Nobody)
	if p.Victors != 0 {
		return
	}
	switch p.Phase.Step {
	case machiavelli.Retreats:
		for i := range p.Dislodged {
			if owner := p.Dislodged[i].Unit.Owner; powers.Has(owner) {
				begin := len(c.orders)
				c.orders = Retreats(p, r, i, c.orders)
				c.group(owner, ForUnit, i, begin)
			}
		}
	case machiavelli.Adjustments:
		c.winter(p, r, powers)
	default:
		c.campaign(p, r, powers)
	}
	for i := range c.Groups {
		g := &c.Groups[i]
		g.Orders = c.orders[g.begin:g.end:g.end]
	}
}

// group adds the orders from begin on as a group.
func (c *Choices) group(power machiavelli.Power, kind GroupKind, unit, begin int) {
	if end := len(c.orders); end > begin {
		c.Groups = append(c.Groups, Group{Power: power, Kind: kind, Unit: unit, begin: begin, end: end})
	}
}

// campaign lists the orders of a campaign.
func (c *Choices) campaign(p *position.Position, r *rules.Set, powers machiavelli.PowerSet) {
	f := &c.finder
	f.survey(p, r)
	for i := range p.Units {
		if owner := p.Units[i].Owner; powers.Has(owner) {
			begin := len(c.orders)
			c.orders = f.unit(i, c.orders)
			c.group(owner, ForUnit, i, begin)
		}
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !powers.Has(power) {
			continue
		}
		begin := len(c.orders)
		if r.Money {
			c.orders = f.expenses(power, c.orders)
			for i := begin; i < len(c.orders); i++ {
				c.orders[i].Slot = 0
			}
			c.orders = f.Payments(p, r, power, c.orders)
			c.orders = f.Loans(p, r, power, c.orders)
			c.orders = f.Chits(p, r, power, c.orders)
			c.group(power, ForMoney, -1, begin)
			begin = len(c.orders)
			c.orders = f.Permits(p, r, power, c.orders)
			c.orders = f.Taxes(p, r, power, c.orders)
		}
		c.orders = f.Cessions(p, r, power, c.orders)
		c.orders = f.Bans(p, r, power, c.orders)
		c.passages(p, r, power)
		c.group(power, ForOthers, -1, begin)
	}
	f.release()
	c.travels(p, r, powers)
}

// travels lists the strategic movements of powers.
func (c *Choices) travels(p *position.Position, r *rules.Set, powers machiavelli.PowerSet) {
	for power := machiavelli.Power(1); r.StrategicMovement && int(power) < len(p.Setting.Powers); power++ {
		if powers.Has(power) {
			begin := len(c.orders)
			c.orders = c.finder.Transfers(p, r, power, c.orders)
			c.group(power, ForTravels, -1, begin)
		}
	}
}

// passages lists the permissions to pass straits that a power can give, if it
// has a fleet that could close one.
func (c *Choices) passages(p *position.Position, r *rules.Set, power machiavelli.Power) {
	if r.Straits == rules.NoStraits || !closes(p, power) {
		return
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if x != power && !p.Eliminated.Has(x) {
			c.orders = append(c.orders, order.Order{Kind: order.Ally, Powers: machiavelli.PowerSet(0).With(x)})
		}
	}
}

// closes reports whether a power has a fleet in a province that controls a
// strait.
func closes(p *position.Position, power machiavelli.Power) bool {
	for _, s := range p.Setting.Board.Straits {
		if i := p.Field(s.Control); i >= 0 && p.Units[i].Owner == power && p.Units[i].Type == machiavelli.Fleet {
			return true
		}
	}
	return false
}

// winter lists the orders of a winter.
func (c *Choices) winter(p *position.Position, r *rules.Set, powers machiavelli.PowerSet) {
	paid := r.UnitCount == rules.CountMoney
	for i := range p.Units {
		u := &p.Units[i]
		if !powers.Has(u.Owner) {
			continue
		}
		begin := len(c.orders)
		if paid {
			c.orders = append(c.orders, order.Order{Kind: order.Maintain, Unit: named(u)})
		}
		c.orders = append(c.orders, order.Order{Kind: order.Remove, Unit: named(u)})
		c.group(u.Owner, ForUnit, i, begin)
	}
	c.finder.stand(p, r)
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !powers.Has(power) {
			continue
		}
		begin := len(c.orders)
		c.orders = c.finder.raisings(power, c.orders)
		if !paid {
			c.orders = append(c.orders, order.Order{Kind: order.Waive})
		}
		c.group(power, ForBuilds, -1, begin)
	}
	c.finder.release()
}

// Buy adds the orders that a power could give to the unit that an expense buys,
// or buys an order for, as a group for that unit. It adds none for other
// orders, and none outside a campaign.
func (c *Choices) Buy(p *position.Position, r *rules.Set, power machiavelli.Power, o *order.Order) {
	if p.Phase.Step != machiavelli.Orders {
		return
	}
	list := c.finder.Prospects(p, r, power, []order.Order{*o}, nil)
	if i := TargetUnit(p, o.Target); i >= 0 && len(list) > 0 {
		c.Groups = append(c.Groups, Group{Power: power, Kind: ForUnit, Unit: i, Orders: list})
	}
}
