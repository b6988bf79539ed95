package tableview

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// othersOf lists the orders of power in the orders phase of p that concern no
// unit of its own and cost nothing: permission to pass straits, chits and
// provinces to give away, permission to bribe, forced taxes, the Pope's
// excommunication.
func othersOf(p *position.Position, r *rules.Set, power machiavelli.Power) []Choice {
	if p.Phase.Step != machiavelli.Orders || p.Victors != 0 || p.Eliminated.Has(power) {
		return nil
	}
	f := new(legal.Finder)
	var list []order.Order
	if r.Straits != rules.NoStraits && len(p.Setting.Board.Straits) > 0 {
		for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
			if x != power && !p.Eliminated.Has(x) {
				list = append(list, order.Order{Kind: order.Ally, Powers: machiavelli.PowerSet(0).With(x)})
			}
		}
	}
	for _, more := range [...]func(*position.Position, *rules.Set, machiavelli.Power, []order.Order) []order.Order{
		f.Chits, f.Permits, f.Taxes, f.Cessions, f.Bans,
	} {
		list = more(p, r, power, list)
	}
	var out []Choice
	for i := range list {
		out = append(out, otherOf(p, &list[i]))
	}
	return out
}

// otherOf returns such an order as a choice.
func otherOf(p *position.Position, o *order.Order) Choice {
	b, roster, t := p.Setting.Board, p.Setting.Powers, report.New(p.Setting)
	c := Choice{Text: order.FormatPlain(*o, b, roster), Kind: o.Kind.String()}
	if o.To.At != board.None {
		c.To = b.Areas[o.To.At].Code
	}
	switch o.Kind {
	case order.Ally:
		for x := machiavelli.Power(1); int(x) < len(roster); x++ {
			if o.Powers.Has(x) {
				c.Say = "Let the " + roster[x].Adjective + " fleets pass your straits"
			}
		}
	case order.GiveChit:
		c.Say = "Give your chit against " + t.Who(o.Victim) + " to " + t.Who(o.Power)
	case order.Permit:
		if i := legal.TargetUnit(p, o.Target); i >= 0 {
			u := p.Units[i]
			c.Of = unitKey(b, &u)
			c.Say = "Let " + t.Who(o.Power) + " bribe " + t.Unit(u) + " through you"
		}
	case order.Tax:
		c.Say = "Tax " + t.Place(o.To) + " by force"
	case order.GiveProvince:
		c.Say = "Give " + t.Place(o.To) + " to " + t.Who(o.Power)
	case order.Silence:
		c.Say = "Excommunicate " + t.Who(o.Power)
	case order.Overrule:
		c.Say = "Vote against an excommunication"
	}
	return c
}
