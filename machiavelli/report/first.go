package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// FirstWinter explains to players what the winter before the first campaign is
// for (BUILD-20, BUILD-21).
func FirstWinter() message.Message {
	return message.New("The game begins with a winter: all powers pay for the units of the set-up out of their first income. A power that has too little disbands some; nothing is built.")
}

// FirstShort explains, in the winter before the first campaign, how much a
// power lacks to pay for its units and what its player must do (BUILD-21). It
// is empty for a power that can pay, and in other phases.
func (t Teller) FirstShort(p *position.Position, power machiavelli.Power) message.Message {
	if !p.Opening {
		return message.Message{}
	}
	var cost machiavelli.Ducats
	n, example := 0, ""
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner == power {
			cost += u.Price()
			n++
			example = order.FormatUnit(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, t.s.Board, t.s.Powers)
		}
	}
	if have := p.Treasury[power]; cost > have {
		return message.New("{Power} {power?pl:have|has} {sum} for {units} that cost {cost}: order what to give up, such as {order}, or the judge decides.",
			t.PowerOf(power), message.Ducats(have), units(n), message.Ducats(cost), message.Order("R "+example))
	}
	return message.Message{}
}
