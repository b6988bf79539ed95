package order

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// TestNumbers checks the numbers that expenses without one receive.
func TestNumbers(t *testing.T) {
	bribe := Order{Kind: Expense, Expense: BuyUnit, Target: Unit{Type: machiavelli.Army, At: 7}}
	other := bribe
	other.Target.At = 8
	disband := bribe
	disband.Expense = DisbandUnit
	relief := Order{Kind: Expense, Expense: FamineRelief, To: board.Place{At: 7}}
	murder := Order{Kind: Expense, Expense: Assassinate, Power: 3}
	of := func(o Order, slot uint8) Order { o.Slot = slot; return o }
	none := func(slot uint8) Order { return Order{Kind: Expense, Expense: Delete, Slot: slot} }
	elsewhere, another := relief, murder
	elsewhere.To.At, another.Power = 8, 4
	for _, c := range []struct {
		name  string
		lines []Order
		want  []uint8 // 0 if no number is left
	}{
		{"one after the other", []Order{bribe, other, disband, relief}, []uint8{1, 2, 3, 4}},
		{"the same purpose twice", []Order{bribe, other, bribe, other}, []uint8{1, 2, 1, 2}},
		{"each purpose its own", []Order{relief, elsewhere, murder, another}, []uint8{1, 2, 3, 4}},
		{"no more than four", []Order{bribe, other, disband, relief, murder}, []uint8{1, 2, 3, 4, 0}},
		{"numbers that are named stay", []Order{of(bribe, 2), other, disband}, []uint8{2, 1, 3}},
		{"the number of the line for the same purpose", []Order{of(bribe, 4), bribe, other}, []uint8{4, 4, 1}},
		{"a number that is taken again", []Order{of(bribe, 1), of(other, 1), bribe}, []uint8{1, 1, 2}},
		{"a line struck out is free", []Order{bribe, other, none(1), disband}, []uint8{1, 2, 1, 1}},
		{"only that line is free", []Order{bribe, none(2), other}, []uint8{1, 2, 2}},
	} {
		var n Numbers
		for i, o := range c.lines {
			if ok := n.Give(&o); ok != (c.want[i] > 0) || o.Slot != c.want[i] {
				t.Errorf("%s: line %d has number %d (%v), want %d", c.name, i+1, o.Slot, ok, c.want[i])
			}
		}
	}
}
