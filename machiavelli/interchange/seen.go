package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Hidden is what the reader of a position must not see.
type Hidden struct {
	Treasuries machiavelli.PowerSet // powers whose ducats and loans are hidden
	Chits      machiavelli.PowerSet // powers whose assassination chits are hidden
}

// AppendSeen is like AppendPosition, but leaves out the hidden parts: powers with hidden
// treasuries have no member in treasuries and no loans, and powers with hidden chits have no
// member in chits.
func AppendSeen(dst []byte, p *position.Position, h Hidden) []byte {
	o := output{b: append(dst, '{'), set: p.Setting, hidden: h}
	o.positionMembers(p)
	return append(o.b, '}')
}

// AppendOrders appends the results of a phase's orders to dst, in the form of the member orders
// of a result. The parameter before is the position at the start of the phase, and events holds
// the events that the reader may know of. If explain is true, each record has its chain of
// reasons.
func AppendOrders(dst []byte, before *position.Position, events []event.Event, explain bool) []byte {
	w := tellOf(append(dst, '['), before, events, explain)
	w.orders()
	w.close(']')
	return w.b
}

// AppendEvents appends the other events of a phase to dst, in the form of the member events of
// a result.
func AppendEvents(dst []byte, before *position.Position, events []event.Event, explain bool) []byte {
	w := tellOf(append(dst, '['), before, events, explain)
	w.others()
	w.close(']')
	return w.b
}

// tellOf returns a writer for a phase whose order lines are unknown.
func tellOf(dst []byte, before *position.Position, events []event.Event, explain bool) *writer {
	return &writer{
		output: output{b: dst, set: before.Setting}, c: &theCase{explain: explain},
		r: turn.Result{Events: events}, before: before,
	}
}
