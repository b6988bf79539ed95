package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Price returns the minimum cost of the expense o of power as things stand in
// p, including doublings (BRIBE-02, BRIBE-03, REB-04), and its letter in the
// cost table, "a" to "l". It is also what a line without a sum pays (EXP-08).
// The expenses of the optional rules have no letter. For an order bought for an
// autonomous unit the sum is the minimum for any order; OrderPrice returns the
// price of a particular one.
//
// If the target does not exist, the sum is 0 and the letter is empty.
func Price(p *position.Position, r *rules.Set, power machiavelli.Power, o *order.Order) (minimum machiavelli.Ducats, letter string) {
	switch o.Expense {
	case order.Rebellion:
		if owner := p.Province[o.To.At]; owner != machiavelli.Nobody && p.Homes(owner).Has(o.To.At) {
			return 15, "k"
		}
		return 9, "j"
	case order.Assassinate: // ASSN-04
		return 12, "l"
	}
	if x := onProvinces[o.Expense]; x != nil {
		return x.price, x.letter
	}
	i := TargetUnit(p, o.Target)
	if i < 0 {
		return 0, ""
	}
	u := &p.Units[i]
	minimum, letter = unitPrice(o.Expense, u)
	if o.Expense == order.CounterBribe {
		return minimum, letter
	}
	return minimum * doubling(p.Setting.Board, u), letter
}

// unitPrice returns the price of a bribe without doublings, and its letter. The
// prices for autonomous armies and fleets are those of OPT-04.
func unitPrice(kind order.ExpenseKind, u *position.Unit) (machiavelli.Ducats, string) {
	free, city := u.Owner == machiavelli.Nobody, u.InCity()
	switch kind {
	case order.CounterBribe: // BRIBE-08
		return 3, "c"
	case order.DisbandUnit:
		switch {
		case free && city:
			return 6, "d"
		case free:
			return 9, ""
		case city:
			return 12, "g"
		}
		return 12, "h"
	case order.BuyUnit:
		switch {
		case free && city:
			return 9, "e"
		case free:
			return 15, ""
		}
		return 18, "i"
	case order.ToAutonomous:
		if city {
			return 9, "f"
		}
		return 12, ""
	case order.OrderUnit: // OPT-05
		return 6, ""
	}
	return 0, ""
}

// doubling returns the factor on the price of bribing a unit. The price doubles
// for a garrison in a major city (BRIBE-02, VENICE-12), and also for militia,
// professionals (BRIBE-03) and cavalry (OPT-01).
func doubling(b *board.Board, u *position.Unit) machiavelli.Ducats {
	n := machiavelli.Ducats(1)
	if u.InCity() && b.Major.Has(u.At) {
		n *= 2
	}
	switch {
	case u.Quality == machiavelli.Militia, u.Quality == machiavelli.Professional,
		u.Type == machiavelli.Cavalry, u.Type == machiavelli.ArmouredCavalry:
		n *= 2
	}
	return n
}

// OrderPrice returns the minimum that must be spent so that autonomous unit u of the board b
// carries out the order o. An advance, a convoy or a garrison's conversion costs nine ducats; a
// support, a siege or a conversion to a garrison costs six. These prices are doubled like those
// of bribes (OPT-05, OPT-04). For other orders, which cannot be bought, OrderPrice returns 0.
func OrderPrice(b *board.Board, u *position.Unit, o *order.Order) machiavelli.Ducats {
	var price machiavelli.Ducats
	switch o.Kind {
	case order.Advance, order.Convoy:
		price = 9
	case order.Support, order.Besiege:
		price = 6
	case order.Convert:
		price = 6
		if u.InCity() {
			price = 9
		}
	}
	return price * doubling(b, u)
}

// TargetUnit returns the index in p.Units of the unit that n names by its place
// and type, or -1. If n names no type, this is the field unit there or, if
// there is none, the garrison.
func TargetUnit(p *position.Position, n order.Unit) int {
	if n.Type != machiavelli.Garrison {
		if i := p.Field(n.At); i >= 0 && (n.Type == machiavelli.NoType || n.Type == p.Units[i].Type) {
			return i
		}
	}
	if n.Type == machiavelli.Garrison || n.Type == machiavelli.NoType {
		return p.Garrison(n.At)
	}
	return -1
}
