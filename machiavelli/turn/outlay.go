package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// outlay is one expense line of a campaign, from the treasury to its effect.
// The told record is filled in on the way and becomes an event once all money
// has worked (M3b).
type outlay struct {
	power  machiavelli.Power
	order  order.Order
	target int // unit bribed or counter-bribed, by index at the start of M2; -1 for none
	told   event.Expense
}

// sound reports whether nothing has stood against the line so far.
func (o *outlay) sound() bool { return o.told.Failure == event.NoFailure }

// prospect is an order for a unit of another power, for the case that the
// power that wrote it buys the unit in the same campaign (BRIBE-12).
type prospect struct {
	line  *Line
	order order.Order
	unit  int // index at the start of the phase
}
