package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// FirstWinter explains to players what the winter before the first campaign is
// for (BUILD-20, BUILD-21).
const FirstWinter = "The game begins with a winter: out of the first income everybody pays for the units of the set-up. Who has too little gives some up; nothing is built."

// FirstShort explains, in the winter before the first campaign, how much a
// power lacks to pay for its units and what its player must do (BUILD-21). It
// is empty for a power that can pay, and in other phases.
func (t Teller) FirstShort(p *position.Position, power machiavelli.Power) string {
	if !p.Opening {
		return ""
	}
	var cost machiavelli.Ducats
	units, example := 0, ""
	for i := range p.Units {
		u := &p.Units[i]
		if u.Owner == power {
			cost += u.Price()
			units++
			example = order.FormatUnit(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, t.s.Board, t.s.Powers)
		}
	}
	if have := p.Treasury[power]; cost > have {
		return capital(t.does(power, "has", "have")) + " " + ducats(have) + " for " + count(units, "unit", "units") + " that cost " + ducats(cost) +
			": order what to give up, such as R " + example + ", or the judge decides."
	}
	return ""
}
