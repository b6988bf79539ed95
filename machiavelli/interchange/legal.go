package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// LegalForm says how AppendLegal writes legal orders.
type LegalForm struct {
	Lines  bool                     // whether to write the texts of the orders as member orders
	Number func(o *order.Order) int // returns an order's number for the member actions; may be nil
}

// AppendLegal appends to dst an object with the legal orders of a power. c holds the legal orders
// in the position p. The member units lists the orders of each unit; builds, money, others and
// travels hold the orders that are not for a unit on the board. Members without orders are left
// out.
func AppendLegal(dst []byte, p *position.Position, c *legal.Choices, power machiavelli.Power, form LegalForm) []byte {
	o := output{b: append(dst, '{'), set: p.Setting}
	o.legal(p, c, power, form)
	return append(o.b, '}')
}

// legal writes the members of the legal orders of a power.
func (o *output) legal(p *position.Position, c *legal.Choices, power machiavelli.Power, form LegalForm) {
	inUnits := false
	for i := range c.Groups {
		g := &c.Groups[i]
		if g.Power != power {
			continue
		}
		if g.Kind == legal.ForUnit {
			if !inUnits {
				o.member("units")
				o.open('[')
				inUnits = true
			}
			o.open('{')
			o.member("unit")
			if p.Phase.Step == machiavelli.Retreats {
				o.unit(p.Dislodged[g.Unit].Unit)
			} else {
				o.unit(p.Units[g.Unit])
			}
			o.choices(g.Orders, form)
			o.close('}')
			continue
		}
		if inUnits {
			o.close(']')
			inUnits = false
		}
		o.member(groupNames[g.Kind])
		o.open('{')
		o.choices(g.Orders, form)
		o.close('}')
	}
	if inUnits {
		o.close(']')
	}
}

// groupNames maps each group of orders that are not for a unit to the name of its member.
var groupNames = map[legal.GroupKind]string{legal.ForBuilds: "builds", legal.ForMoney: "money", legal.ForOthers: "others", legal.ForTravels: "travels"}

// choices writes the members with the orders of a group.
func (o *output) choices(list []order.Order, form LegalForm) {
	if form.Lines {
		o.member("orders")
		o.open('[')
		for i := range list {
			o.scratch = order.AppendFormat(o.scratch[:0], &list[i], o.set.Board, o.set.Powers)
			o.bytes(o.scratch)
		}
		o.close(']')
	}
	if form.Number != nil {
		o.member("actions")
		o.open('[')
		for i := range list {
			o.number(form.Number(&list[i]))
		}
		o.close(']')
	}
}

// legalOrders writes the legal orders of all powers in the phase of the case.
func (w *writer) legalOrders() {
	var c legal.Choices
	all := everybody(w.before)
	c.List(w.before, w.c.rules, all)
	w.member("legal")
	w.open('{')
	for power := machiavelli.Power(1); int(power) < len(w.set.Powers); power++ {
		if !all.Has(power) || w.before.Eliminated.Has(power) {
			continue
		}
		w.member(powerID(w.set, power))
		w.open('{')
		w.legal(w.before, &c, power, LegalForm{Lines: true})
		w.close('}')
	}
	w.close('}')
}

// everybody returns the powers that players have.
func everybody(p *position.Position) machiavelli.PowerSet {
	var all machiavelli.PowerSet
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !p.Setting.Absent.Has(power) {
			all = all.With(power)
		}
	}
	return all
}
