// Package movement resolves all orders of a campaign's movement together and
// finds the outcome of each, with its reason and its culprits
// (docs/adjudication.md). It reads a position and does not change it.
package movement

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Outcome is the whole result of a movement. It is reused from call to call.
type Outcome struct {
	Results []event.Result // the result of each unit's order, by unit index
	// the unit at each index after its order (place, type, coast); meaningless if the unit left the
	// board
	After     []position.Unit
	Dislodged []position.Dislodged // dislodged units with their options, which may be empty
	Contested board.Set            // areas that a stand-off left empty (MOVE-13)
	Sieges    board.Set            // sieges in progress after this movement (SIEGE-02)
	Taken     board.Set            // cities whose siege was completed (SIEGE-03)
	// provinces that units entered by advancing, falling back from a ride, or leaving the city
	Entered board.Set
	Stats   Stats
}

// Stats counts what the resolver encountered, for tests and benchmarks.
type Stats struct {
	Cycles    int // circular movements taken as moving
	Paradoxes int // convoy or strait paradoxes decided by rule
}

// Orders is the input. It has one order for each unit of the position, by
// index. Each must be legal by itself (see package legal); units without one
// have a Hold.
type Orders []order.Order
