package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// subject finds the unit that an order is for. If the order names no type, this
// is the power's own field unit in the place, or else its own garrison, or else
// a foreign unit. Foreign units take orders only in games in which they can be
// bought.
func (c *checker) subject(o *order.Order) (int, *Problem) {
	n := &o.Unit
	var i int
	switch {
	case n.At == board.None && n.Serial != 0:
		var problem *Problem
		if i, problem = c.bySerial(n); problem != nil {
			return withoutUnit(problem)
		}
	case !c.known(n.At):
		return withoutUnit(refuse(noPlace, message.New("The order does not say where the unit is that it is for.")))
	default:
		if i = c.choose(n, true); i < 0 {
			return withoutUnit(c.absent(n))
		}
	}
	u := &c.p.Units[i]
	if problem := c.nation(n, u); problem != nil {
		return withoutUnit(problem)
	}
	if c.p.Setting.Partners(u.Owner, c.power) { // the unit is never bought (SEAT-02)
		return withoutUnit(refuse(notYours, message.New("{Unit} belongs to {power:name}; give its order in the name of that power.", c.the(u), c.whose(u.Owner))))
	}
	if u.Owner != c.power && !c.r.Money {
		return withoutUnit(c.foreign(noUnit, u))
	}
	return i, nil
}

// withoutUnit returns the result for an order that is refused or has no unit.
func withoutUnit(problem *Problem) (int, *Problem) { return -1, problem }

// known reports whether the board has an area with that ID.
func (c *checker) known(at board.ID) bool { return at != board.None && int(at) < len(c.b.Areas) }

// choose returns the index of the unit that n names, or -1. If n names no type
// and two units are in the place, choose returns the field unit, unless own is
// set and only the garrison is the power's own.
func (c *checker) choose(n *order.Unit, own bool) int {
	f, g := int(c.field[n.At]), int(c.garrison[n.At])
	if n.Type == machiavelli.Garrison {
		return g
	}
	if n.Type != machiavelli.NoType {
		if f >= 0 && c.p.Units[f].Type == n.Type {
			return f
		}
		return -1
	}
	mine := func(i int) bool { return i >= 0 && c.p.Units[i].Owner == c.power }
	if f < 0 || own && !mine(f) && mine(g) {
		return g
	}
	return f
}

// exists reports whether the unit that n names exists.
func (c *checker) exists(n *order.Unit) bool { return c.choose(n, true) >= 0 }

// bySerial finds a unit by its number in the 1978 notation. The unit belongs to
// the named power or, if none is named, to the writer, who may also be about to
// buy it.
func (c *checker) bySerial(n *order.Unit) (int, *Problem) {
	owner := n.Nation
	if owner == machiavelli.Nobody {
		owner = c.power
	}
	name := serial(n.Type, n.Serial)
	if i := c.serial(owner, n.Type, n.Serial); i >= 0 {
		return i, nil
	}
	if i := c.bought(owner, n); i >= 0 {
		return i, nil
	}
	switch has := c.serials(owner); {
	case owner == c.power && len(has.Of) == 0:
		return withoutUnit(refuse(noUnit, message.New("You have no unit {unit}; none of your units has a number.", name)))
	case owner == c.power:
		return withoutUnit(refuse(noUnit, message.New("You have no unit {unit}; your units are {units}.", name, has)))
	case len(has.Of) == 0:
		return withoutUnit(refuse(noUnit, message.New("There is no {owner:adj} unit {unit}; no {owner:adj} unit has a number.", c.whose(owner), name)))
	default:
		return withoutUnit(refuse(noUnit, message.New("There is no {owner:adj} unit {unit}; the {owner:adj} units are {units}.", c.whose(owner), name, has)))
	}
}

// serial returns the index of the power's unit with that number, or -1.
func (g *ground) serial(owner machiavelli.Power, t machiavelli.UnitType, number uint8) int {
	for i := range g.p.Units {
		if u := &g.p.Units[i]; u.Owner == owner && u.Type == t && u.Serial == number {
			return i
		}
	}
	return -1
}

// bought returns the index of the unit that will have that number once its purchase succeeds,
// or -1 (BRIBE-12). It looks for purchases among the orders given to Expect.
func (c *checker) bought(owner machiavelli.Power, n *order.Unit) int {
	if owner != c.power {
		return -1
	}
	for k := range c.expected {
		o := &c.expected[k]
		if !purchase(o) || o.NewSerial != n.Serial {
			continue
		}
		if i, problem := c.target(o); problem == nil && c.p.Units[i].Type == n.Type && c.p.Units[i].Owner != c.power {
			return i
		}
	}
	return -1
}

// purchase reports whether an order is an expense that buys a unit.
func purchase(o *order.Order) bool { return o.Kind == order.Expense && o.Expense == order.BuyUnit }

// absent returns the problem for the name n of a unit that does not exist.
func (c *checker) absent(n *order.Unit) *Problem {
	if max(c.field[n.At], c.garrison[n.At]) >= 0 {
		problem := refuse(noUnit, message.New("There is no {type} in {place}; {standing}.", kind(n.Type), c.place(n.At), c.standing(n.At)))
		for _, i := range [2]int16{c.field[n.At], c.garrison[n.At]} {
			if i >= 0 {
				problem.suggesting(c.short(&c.p.Units[i]))
			}
		}
		return problem
	}
	problem := refuse(noUnit, message.New("There is no {type} in {place}.", kind(n.Type), c.place(n.At)))
	for i := range c.p.Units {
		u := &c.p.Units[i]
		if u.Owner == c.power && c.b.Borders[n.At].Has(u.At) && (n.Type == machiavelli.NoType || n.Type == u.Type) {
			problem.suggesting(c.short(u))
		}
	}
	if len(problem.Suggest) > 0 {
		problem.Message = message.New("There is no {type} in {place}. Near it you have {units}.", kind(n.Type), c.place(n.At), orders(problem.Suggest, message.And))
	}
	return problem
}

// nation refuses a unit that does not belong to the power that the order names.
func (c *checker) nation(n *order.Unit, u *position.Unit) *Problem {
	if n.Nation == machiavelli.Nobody || n.Nation == u.Owner {
		return nil
	}
	if u.Owner == machiavelli.Nobody {
		return refuse(noUnit, message.New("{Unit} is autonomous, not {owner:adj}.", c.the(u), c.whose(n.Nation))).suggesting(c.short(u))
	}
	return refuse(noUnit, message.New("{Unit} is {owner:adj}, not {other:adj}.", c.the(u), c.whose(u.Owner), c.whose(n.Nation))).suggesting(c.short(u))
}

// foreign returns the problem for a unit that belongs to another power or is
// autonomous.
func (c *checker) foreign(code string, u *position.Unit) *Problem {
	if u.Owner == machiavelli.Nobody {
		return refuse(code, message.New("{Unit} is autonomous, not yours.", c.the(u)))
	}
	return refuse(code, message.New("{Unit} is {owner:adj}, not yours.", c.the(u), c.whose(u.Owner)))
}

// object finds the unit that a support or a convoy names. If the order names no
// type, this is the field unit. A garrison must be named as one, unless fort is
// set because only a garrison can be meant.
func (c *checker) object(n *order.Unit, fort bool, missing message.Message) (int, *Problem) {
	if n.At == board.None && n.Serial != 0 {
		return c.bySerial(n)
	}
	if !c.known(n.At) {
		return withoutUnit(refuse(noTarget, missing))
	}
	m := *n
	if m.Type == machiavelli.NoType && fort {
		m.Type = machiavelli.Garrison
	}
	i := c.choose(&m, false)
	switch {
	case i < 0:
		return withoutUnit(c.absent(&m))
	case n.Type == machiavelli.NoType && c.p.Units[i].InCity() && !fort:
		u := &c.p.Units[i]
		return withoutUnit(refuse(noUnit, message.New("There is no army or fleet in {place}. If you mean the garrison write {order}.", c.place(n.At), message.Order(c.short(u)))).suggesting(c.short(u)))
	}
	if problem := c.nation(n, &c.p.Units[i]); problem != nil {
		return withoutUnit(problem)
	}
	return i, nil
}
