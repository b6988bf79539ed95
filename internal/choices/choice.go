package choices

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// choiceOf is a lawful order of a unit of p as a choice.
func choiceOf(p *position.Position, o *order.Order) Choice {
	b := p.Setting.Board
	c := Choice{
		Text: order.Format(*o, b, p.Setting.Powers), Say: say(p.Setting, o), Kind: o.Kind.String(),
		Coast: o.To.Coast.Code(), Convoy: o.ByConvoy(),
	}
	if o.To.At != board.None {
		c.To = b.Areas[o.To.At].Code
	}
	for _, at := range o.Route() {
		c.Via = append(c.Via, b.Areas[at].Code)
	}
	switch o.Kind {
	case order.Support, order.Convoy:
		c.Of = target(p, o)
		if o.Action == order.PowerThere {
			c.Power = powerID(p.Setting, o.Power)
		}
		if o.Action == order.ToConvert {
			c.Type = o.ConvertTo.String()
		}
	case order.Convert:
		c.Type, c.City = o.ConvertTo.String(), o.ConvertTo == machiavelli.Garrison
		c.To = b.Areas[o.Unit.At].Code
	case order.Retreat:
		c.City = o.ConvertTo == machiavelli.Garrison
	}
	return c
}

// target names what a unit backs or carries: the key of a unit, or the code of
// an area.
func target(p *position.Position, o *order.Order) string {
	b := p.Setting.Board
	if o.Action == order.PowerThere || o.Target.At == board.None {
		return b.Areas[o.To.At].Code
	}
	i := p.Field(o.Target.At)
	if o.Target.Type == machiavelli.Garrison {
		i = p.Garrison(o.Target.At)
	}
	if i < 0 {
		return b.Areas[o.Target.At].Code
	}
	return unitKey(b, &p.Units[i])
}

// say tells what an order makes its unit do: "advances to Montferrat".
func say(s *position.Setting, o *order.Order) string {
	t := report.New(s)
	to := t.Place(o.To)
	other := func(u order.Unit) string {
		kind := "unit"
		if u.Type != machiavelli.NoType {
			kind = u.Type.String()
		}
		return "the " + kind + " in " + t.Place(u.Place())
	}
	switch o.Kind {
	case order.Hold:
		return "holds"
	case order.Advance:
		text := "advances to " + to
		if route := o.Route(); len(route) > 0 {
			var names []string
			for _, at := range route {
				names = append(names, s.Board.Areas[at].Name)
			}
			return text + " by way of " + strings.Join(names, ", ")
		}
		if o.ViaConvoy {
			text += " by convoy"
		}
		return text
	case order.Support:
		switch o.Action {
		case order.ToAdvance:
			return "supports " + other(o.Target) + " into " + to
		case order.ToConvert:
			return "supports " + other(o.Target) + " in coming out"
		case order.PowerThere:
			return "supports what the " + t.Adjective(o.Power) + " forces do in " + to
		}
		return "supports " + other(o.Target)
	case order.Convoy:
		return "carries " + other(o.Target) + " to " + to
	case order.Convert:
		article := "a "
		if strings.HasPrefix(o.ConvertTo.String(), "a") {
			article = "an "
		}
		return "converts to " + article + o.ConvertTo.String()
	case order.Besiege:
		return "besieges the city"
	case order.Lift:
		return "lifts the siege"
	case order.Disband:
		return "disbands"
	case order.Retreat:
		if o.ConvertTo == machiavelli.Garrison {
			return "retreats into the city"
		}
		return "retreats to " + to
	case order.Transfer:
		return "travels to " + to
	}
	return ""
}
