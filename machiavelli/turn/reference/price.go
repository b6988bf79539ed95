package reference

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// fieldAt returns the index of the unit of p that is at a place but not a
// garrison, or -1.
func fieldAt(p *position.Position, at board.ID) int {
	for i, u := range p.Units {
		if u.At == at && u.Type != machiavelli.Garrison {
			return i
		}
	}
	return -1
}

func garrisonAt(p *position.Position, at board.ID) int {
	for i, u := range p.Units {
		if u.At == at && u.Type == machiavelli.Garrison {
			return i
		}
	}
	return -1
}

// target returns the unit of p that an expense of power names, or -1. If the
// expense names no type of unit, target returns the likeliest target for that
// kind of expense.
func target(p *position.Position, power machiavelli.Power, o *order.Order) int {
	field, garrison := fieldAt(p, o.Target.At), garrisonAt(p, o.Target.At)
	mine := func(owner machiavelli.Power) bool {
		return owner == power || o.Expense != order.CounterBribe && mates(p, owner, power)
	}
	owned := func(i int, own bool) bool { return i >= 0 && mine(p.Units[i].Owner) == own }
	switch {
	case o.Target.Type == machiavelli.Garrison:
		return garrison
	case o.Target.Type != machiavelli.NoType:
		if field >= 0 && p.Units[field].Type == o.Target.Type {
			return field
		}
		return -1
	case o.Expense == order.ToAutonomous:
		if garrison < 0 {
			return field
		}
		return garrison
	}
	if o.Expense == order.OrderUnit {
		power = machiavelli.Nobody // autonomous units before others
	}
	first := o.Expense == order.CounterBribe || o.Expense == order.OrderUnit // the power's own units first, then those of others
	for _, own := range []bool{first, !first} {
		if owned(field, own) {
			return field
		}
		if owned(garrison, own) {
			return garrison
		}
	}
	return -1
}

// price returns the minimum cost of an expense, with its letter in the cost
// table. The cost is 0 if the expense does not fit its target. The parameter
// unit is the index of the target unit, or -1.
func price(p *position.Position, r *rules.Set, o *order.Order, unit int) (machiavelli.Ducats, string) {
	switch o.Expense {
	case order.CounterBribe:
		return 3, "c"
	case order.Assassinate:
		return 12, "l"
	case order.Rebellion: // REB-04
		owner := p.Province[o.To.At]
		if owner != machiavelli.Nobody && homeOf(p, owner, o.To.At) {
			return 15, "k"
		}
		return 9, "j"
	}
	if x, ok := provinceExpenses[o.Expense]; ok {
		return x.price, x.letter
	}
	if unit < 0 {
		return 0, ""
	}
	u := p.Units[unit]
	garrison, autonomous := u.Type == machiavelli.Garrison, u.Owner == machiavelli.Nobody
	var base machiavelli.Ducats
	var letter string
	switch o.Expense {
	case order.DisbandUnit:
		switch {
		case garrison && autonomous:
			base, letter = 6, "d"
		case garrison:
			base, letter = 12, "g"
		case autonomous: // OPT-04
			base = 9
		default:
			base, letter = 12, "h"
		}
	case order.BuyUnit:
		switch {
		case garrison && autonomous:
			base, letter = 9, "e"
		case autonomous: // OPT-04
			base = 15
		default:
			base, letter = 18, "i"
		}
	case order.ToAutonomous:
		switch {
		case garrison:
			base, letter = 9, "f"
		default: // OPT-04
			base = 12
		}
	case order.OrderUnit: // OPT-05
		base = 6
	}
	return base * doublings(p.Setting.Board, u), letter
}

// doublings returns the factor on the price of bribing a unit. The price
// doubles for the garrison of a major city (BRIBE-02), and also for militia,
// professionals (BRIBE-03) and cavalry (OPT-01).
func doublings(b *board.Board, u position.Unit) machiavelli.Ducats {
	n := machiavelli.Ducats(1)
	if u.Type == machiavelli.Garrison && b.Areas[u.At].CityPays >= 2 {
		n *= 2
	}
	switch {
	case u.Quality == machiavelli.Militia, u.Quality == machiavelli.Professional,
		u.Type == machiavelli.Cavalry, u.Type == machiavelli.ArmouredCavalry:
		n *= 2
	}
	return n
}

// homeOf reports whether a province belongs to a home country that the power
// holds.
func homeOf(p *position.Position, power machiavelli.Power, at board.ID) bool {
	for i, country := range p.Setting.Countries {
		if one(p, p.Holder[i], power) && country.Provinces.Has(at) {
			return true
		}
	}
	return false
}
