package legal

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// WhyNot explains in a sentence why no order of a kind is possible for a unit or would have an
// effect. It is for kinds of which a Finder lists no orders for the unit in the orders phase. It
// knows reasons for besieging, converting and convoying, and for the advance of a garrison; for
// other kinds it returns an empty message.
func (k *Checker) WhyNot(unit int, kind order.Kind) message.Message {
	u := &k.c.p.Units[unit]
	o := order.Order{Kind: kind, Unit: named(u)}
	switch {
	case kind == order.Besiege, kind == order.Advance && u.InCity():
	case kind == order.Convert:
		if u.InCity() {
			o.ConvertTo = machiavelli.Army
		}
	case kind == order.Convoy && u.Type == machiavelli.Fleet:
		if k.c.chart(); k.c.afloat.Has(u.At) {
			return message.New("No army is where it could be taken on board here and be landed elsewhere.")
		}
	case kind == order.Convoy:
	default:
		return message.Message{}
	}
	_, _, notes, problem := k.Check(u.Owner, o)
	if problem != nil {
		return problem.Message
	}
	for _, n := range notes {
		if n.Code == Futile {
			return n.Message
		}
	}
	return message.Message{}
}
