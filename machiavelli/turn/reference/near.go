package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// touch reports whether two areas border on each other for any type of unit
// (EXP-20).
func touch(b *board.Board, x, y board.ID) bool {
	one := func(x, y board.ID) bool {
		if b.ArmyEdges[x].Has(y) {
			return true
		}
		for coast := range b.FleetEdges[x] {
			if b.FleetEdges[x][coast].Has(y) {
				return true
			}
		}
		return false
	}
	return one(x, y) || one(y, x)
}

// beside reports whether a power is close enough to a place because of its own
// units or, depending on bribe-adjacency, its own provinces (EXP-20 to EXP-22,
// EXP-26). The parameter garrison says whether the target is a garrison.
func beside(p *position.Position, r *rules.Set, power machiavelli.Power, at board.ID, garrison bool) bool {
	if r.BribeAdjacency == rules.BribeAnywhere {
		return true
	}
	b := p.Setting.Board
	for _, u := range p.Units {
		switch {
		case !one(p, u.Owner, power):
		case u.At == at:
			return true
		case !touch(b, u.At, at):
		case garrison && u.Type == machiavelli.Garrison && !r.BribeCityToCity:
		default:
			return true
		}
	}
	if r.BribeAdjacency == rules.BribeUnitsOrControl {
		for _, mine := range b.Land.IDs() {
			if one(p, p.Province[mine], power) && (mine == at || touch(b, mine, at)) {
				return true
			}
		}
	}
	return false
}

// near reports whether an expense meets its nearness requirement. permitted
// means that a permission would have sufficed, and nobody gave it (EXP-25).
func (c *campaign) near(l *line) (ok, permitted bool) {
	p := c.m2
	o := &l.order
	if _, ok := provinceExpenses[o.Expense]; ok || o.Expense == order.Rebellion {
		return !c.r.ProvinceExpenseAdjacency || beside(p, c.r, l.power, o.To.At, false), false
	}
	switch o.Expense {
	case order.Assassinate:
		return true, false
	case order.CounterBribe:
		if !c.r.CounterBribeAdjacency || l.unit >= 0 && p.Units[l.unit].Owner == l.power {
			return true, false
		}
	}
	garrison := o.Target.Type == machiavelli.Garrison
	if l.unit >= 0 {
		garrison = p.Units[l.unit].Type == machiavelli.Garrison
	}
	if beside(p, c.r, l.power, o.Target.At, garrison) {
		return true, false
	}
	if c.r.BribeAdjacency != rules.BribeOwnOrPermitted {
		return false, false
	}
	for _, permit := range c.orders {
		if permit.Order.Kind != order.Permit || permit.Order.Power != l.power || l.unit < 0 {
			continue
		}
		if fitsUnit(permit.Order.Target, p.Units[l.unit]) && beside(p, c.r, permit.Power, o.Target.At, garrison) {
			return true, false
		}
	}
	return false, true
}

// fitsUnit reports whether a unit matches a name by its place and type. If the name has no type,
// the unit must be a field unit.
func fitsUnit(n order.Unit, u position.Unit) bool {
	if n.At != u.At {
		return false
	}
	if n.Type == machiavelli.NoType {
		return u.Type != machiavelli.Garrison
	}
	return n.Type == u.Type
}
