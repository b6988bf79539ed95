package tableview

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// choiceOf returns a legal order of a unit of p as a choice.
func choiceOf(l message.Language, p *position.Position, o *order.Order) Choice {
	b := p.Setting.Board
	c := Choice{
		Text: order.FormatPlain(*o, b, p.Setting.Powers), Say: report.New(p.Setting).Does(*o).In(l), Kind: o.Kind.String(),
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

// target returns what an order supports or convoys: the key of a unit, or the code of an area.
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
