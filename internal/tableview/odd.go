package tableview

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Odd returns remarks on a power's legal orders that are probably mistakes: a unit supports
// something that another unit of the power is not ordered to do, two units go to one place, a unit
// goes where another unit of the power stays, or a besieger leaves. The orders are in the sequence
// of the text; the result has an entry for each order. Remarks that the order checker makes are not
// repeated. Outside the orders phase there are no remarks.
func Odd(p *position.Position, r *rules.Set, power machiavelli.Power, orders []order.Order) [][]message.Message {
	out := make([][]message.Message, len(orders))
	if p.Phase.Step != machiavelli.Orders {
		return out
	}
	x := oddity{p: p, r: r, power: power, orders: orders, last: map[int]int{}}
	for i := range orders {
		u := x.unit(&orders[i].Unit)
		switch {
		case u < 0:
		case orders[i].Kind == order.Clear:
			delete(x.last, u)
		case ofUnit(orders[i].Kind):
			x.last[u] = i
		}
	}
	for u, i := range x.last {
		out[i] = x.of(u, &orders[i])
	}
	return out
}

// ofUnit reports whether orders of this kind are for units in the orders phase.
func ofUnit(k order.Kind) bool {
	return k >= order.Hold && k <= order.Disband || k == order.Transfer
}

// oddity holds the data for the remarks.
type oddity struct {
	p      *position.Position
	r      *rules.Set
	power  machiavelli.Power
	orders []order.Order
	last   map[int]int // index of the order in force, keyed by the index of the unit
}

// unit returns the index of the unit that an order names, or -1.
func (x *oddity) unit(n *order.Unit) int {
	if n.At == board.None {
		return -1
	}
	if n.Type == machiavelli.Garrison {
		return x.p.Garrison(n.At)
	}
	return x.p.Field(n.At)
}

// order returns the order in force for a unit, or nil.
func (x *oddity) order(u int) *order.Order {
	if i, ok := x.last[u]; ok {
		return &x.orders[i]
	}
	return nil
}

// own reports whether the power owns a unit.
func (x *oddity) own(u int) bool { return u >= 0 && x.p.Units[u].Owner == x.power }

// of returns the remarks on the order of unit u.
func (x *oddity) of(u int, o *order.Order) []message.Message {
	var out []message.Message
	say := func(m message.Message) { out = append(out, m) }
	unit := &x.p.Units[u]
	switch o.Kind {
	case order.Support:
		if m := x.support(o); !m.IsZero() {
			say(m)
		}
	case order.Advance:
		for k := range x.p.Units {
			other := x.order(k)
			switch {
			case k == u:
			case other != nil && other.Kind == order.Advance && other.To.At == o.To.At && x.own(k) && x.own(u):
				say(message.New("{unit:title} goes there too: alone and equally strong, neither of them gets in.", x.name(k)))
			case x.own(k) && !x.p.Units[k].InCity() && x.p.Units[k].At == o.To.At && x.own(u):
				if other == nil || other.Kind != order.Advance && other.Kind != order.Convert && other.Kind != order.Disband && other.Kind != order.Transfer {
					say(message.New("{unit:title} stays there, and you cannot dislodge your own unit.", x.name(k)))
				}
			}
		}
		if x.p.Besieged(unit.At) && !x.r.SiegeLocksBesieger {
			say(message.New("The unit leaves the siege of {place:name}, which is lost.", x.place(unit.At)))
		}
	}
	return out
}

// support returns the remark on a support, or a zero message. Nothing is known about the orders
// of other powers' units.
func (x *oddity) support(o *order.Order) message.Message {
	if o.Action == order.PowerThere {
		return x.supportThere(o)
	}
	t := x.unit(&o.Target)
	if !x.own(t) {
		return message.Message{}
	}
	other := x.order(t)
	switch o.Action {
	case order.ToAdvance:
		switch {
		case other == nil:
			return message.New("{unit:title} has no order yet to go to {place:name}.", x.name(t), x.place(o.To.At))
		case other.Kind != order.Advance || other.To.At != o.To.At:
			return message.New("{unit:title} is not ordered to go to {place:name}.", x.name(t), x.place(o.To.At))
		}
	case order.ToHold:
		if other != nil && (other.Kind == order.Advance || other.Kind == order.Transfer) {
			return message.New("{unit:title} is ordered to leave; this support is for one that stays.", x.name(t))
		}
	case order.ToConvert:
		if other == nil || other.Kind != order.Convert {
			return message.New("{unit:title} is not ordered to come out.", x.name(t))
		}
	}
	return message.Message{}
}

// supportThere returns the remark on a support of any unit of the same power in
// an area.
func (x *oddity) supportThere(o *order.Order) message.Message {
	if o.Power != x.power {
		return message.Message{}
	}
	for k := range x.p.Units {
		if !x.own(k) {
			continue
		}
		other := x.order(k)
		switch {
		case other != nil && other.Kind == order.Advance && other.To.At == o.To.At:
			return message.Message{}
		case x.p.Units[k].At == o.To.At && (!x.p.Units[k].InCity() || other != nil && other.Kind == order.Convert) &&
			(other == nil || other.Kind != order.Advance && other.Kind != order.Transfer):
			return message.Message{}
		}
	}
	return message.New("None of your units is ordered to go to {place:name}.", x.place(o.To.At))
}

func (x *oddity) name(u int) message.Unit { return report.New(x.p.Setting).UnitOf(x.p.Units[u]) }

func (x *oddity) place(at board.ID) message.Place { return report.New(x.p.Setting).AreaOf(at) }
