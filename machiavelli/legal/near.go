package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Near reports whether the power is close enough to the target of its expense
// o, as things stand in p (EXP-20 to EXP-24). If it is not, and bribes may be
// made through others (bribe-adjacency: own-or-permitted), lenders holds the
// powers that are close enough, one of which would have to permit the bribe
// (EXP-25). Otherwise lenders is empty.
func Near(p *position.Position, r *rules.Set, power machiavelli.Power, o *order.Order) (near bool, lenders machiavelli.PowerSet) {
	at, onUnit := expenseAt(o)
	if !needsNear(r, o.Expense) {
		return true, 0
	}
	i := -1
	if onUnit {
		i = TargetUnit(p, o.Target)
	}
	all := Neighbours(p, r, at, i >= 0 && p.Units[i].InCity())
	switch {
	case all&p.Setting.Parts(power) != 0: // this also holds for its own units (EXP-23)
		return true, 0
	case onUnit && r.BribeAdjacency == rules.BribeOwnOrPermitted:
		return false, all.Without(machiavelli.Nobody)
	}
	return false, 0
}

// Neighbours returns the powers that count as near a place. These have a unit
// of any type there or in a bordering area (EXP-20, EXP-21) or, depending on
// bribe-adjacency, own the place or a bordering province (EXP-26). The
// parameter inCity says whether the target is a garrison, which garrisons in
// bordering provinces may not reach, depending on bribe-city-to-city (EXP-22).
func Neighbours(p *position.Position, r *rules.Set, at board.ID, inCity bool) machiavelli.PowerSet {
	around := p.Setting.Board.Borders[at]
	around.Add(at)
	var all machiavelli.PowerSet
	for i := range p.Units {
		u := &p.Units[i]
		if !around.Has(u.At) || inCity && u.InCity() && u.At != at && !r.BribeCityToCity {
			continue
		}
		all = all.With(u.Owner)
	}
	if r.BribeAdjacency == rules.BribeUnitsOrControl {
		for x := around.Next(board.None); x != board.None; x = around.Next(x) {
			all = all.With(p.Province[x])
		}
	}
	return all
}

// needsNear reports whether an expense requires nearness at all. Options decide
// for province expenses and counter-bribes; assassins need none.
func needsNear(r *rules.Set, kind order.ExpenseKind) bool {
	if r.BribeAdjacency == rules.BribeAnywhere { // EXP-26
		return false
	}
	switch kind.Target() {
	case order.OnUnit:
		return kind != order.CounterBribe || r.CounterBribeAdjacency
	case order.OnProvince:
		return r.ProvinceExpenseAdjacency
	}
	return false
}

// expenseAt returns the place that an expense is for, or None for an assassination, and reports
// whether its target is a unit.
func expenseAt(o *order.Order) (at board.ID, onUnit bool) {
	if o.Expense.Target() == order.OnUnit {
		return o.Target.At, true
	}
	return o.To.At, false
}
