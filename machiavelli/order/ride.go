package order

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// Rides reports whether the order is a ride, which is an advance of cavalry
// over two provinces by land, through the first, Via[0] (OPT-01). A route of
// one land province that both steps reach by land is always a ride, never a
// convoy through that province.
func (o *Order) Rides(b *board.Board) bool {
	return o.Kind == Advance && o.NVia == 1 &&
		(o.Unit.Type == machiavelli.Cavalry || o.Unit.Type == machiavelli.ArmouredCavalry) &&
		b.ArmyEdges[o.Unit.At].Has(o.Via[0]) && b.ArmyEdges[o.Via[0]].Has(o.To.At)
}
