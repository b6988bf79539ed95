// Package movement resolves a campaign's movement: all orders at once, to the
// outcome of each with its reason and its culprits (sections 6 to 14 of the
// ledger). It reads a position and writes none.
package movement

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Outcome is the whole result of a movement. It is reused from call to call.
type Outcome struct {
	Results   []event.Result       // by unit index
	After     []position.Unit      // by unit index: the unit after its order (place, type, coast); meaningless where it is gone
	Dislodged []position.Dislodged // who must retreat, with options; units without any are in it with none
	Contested board.Set            // MOVE-13
	Sieges    board.Set            // sieges in progress after this movement (SIEGE-02)
	Taken     board.Set            // cities whose siege was completed (SIEGE-03)
	Entered   board.Set            // provinces entered by a field unit: advance or garrison coming out
	Stats     Stats
}

// Stats counts what the resolver met, for tests and benchmarks.
type Stats struct {
	Cycles    int // circular movements taken as moving
	Paradoxes int // convoy or strait paradoxes decided by rule
}

// Orders is the input: one order for each unit of the position, by index, each
// lawful in itself (package legal makes it so), a Hold where none was given.
type Orders []order.Order
