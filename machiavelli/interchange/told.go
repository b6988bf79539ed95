package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Hidden is what the reader of a position does not get to see of it.
type Hidden struct {
	Treasuries machiavelli.PowerSet // whose ducats and loans
	Chits      machiavelli.PowerSet // whose assassination chits
}

// AppendSeen is AppendPosition without what is hidden: powers whose treasury is
// hidden have no member in treasuries and no loans, holders whose chits are
// hidden no member in chits.
func AppendSeen(dst []byte, p *position.Position, h Hidden) []byte {
	o := output{b: append(dst, '{'), set: p.Setting, hidden: h}
	o.positionMembers(p)
	return append(o.b, '}')
}

// AppendOrders appends the list of what came of the orders of a phase, as the
// member orders of a result has it, to dst. before is the position that the
// phase began with; events are those that the reader may know of. With explain
// each record has its chain of reasons.
func AppendOrders(dst []byte, before *position.Position, events []event.Event, explain bool) []byte {
	w := tellOf(append(dst, '['), before, events, explain)
	w.orders()
	w.close(']')
	return w.b
}

// AppendEvents appends the list of what else happened in a phase, as the member
// events of a result has it, to dst.
func AppendEvents(dst []byte, before *position.Position, events []event.Event, explain bool) []byte {
	w := tellOf(append(dst, '['), before, events, explain)
	w.others()
	w.close(']')
	return w.b
}

// tellOf is the writer of what is known of a phase without its order lines.
func tellOf(dst []byte, before *position.Position, events []event.Event, explain bool) *writer {
	return &writer{
		output: output{b: dst, set: before.Setting}, c: &theCase{explain: explain},
		r: turn.Result{Events: events}, before: before,
	}
}
