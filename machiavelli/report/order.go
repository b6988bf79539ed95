package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// target returns the unit that a support or a convoy names, with its power's
// adjective unless that power gave the order, as in "Venetian Army Padua".
func (t Teller) target(before *position.Position, by machiavelli.Power, u order.Unit) string {
	i := before.Field(u.At)
	if u.Type == machiavelli.Garrison {
		i = before.Garrison(u.At)
	}
	owner, typ := u.Nation, u.Type
	if i >= 0 {
		owner = before.Units[i].Owner
		if typ == machiavelli.NoType {
			typ = before.Units[i].Type
		}
	}
	s := titled(typ.String()) + " " + t.Place(u.Place())
	if i >= 0 && owner != by || i < 0 && owner != machiavelli.Nobody && owner != by {
		s = message.Capital(t.Adjective(owner)) + " " + s
	}
	return s
}

// action returns the order without its unit, as the classic report writes it.
// Examples are "-> Lucca" and "SUPPORT Venetian Army Padua -> Ferrara".
func (t Teller) action(before *position.Position, unit position.Unit, o order.Order) string {
	by := unit.Owner
	switch o.Kind {
	case order.Hold:
		return "HOLD"
	case order.Advance:
		s := "-> "
		for _, id := range o.Route() {
			s += t.area(id) + " -> "
		}
		s += t.Place(o.To)
		if o.ViaConvoy {
			s += " by convoy"
		}
		return s
	case order.Support:
		switch o.Action {
		case order.ToAdvance:
			return "SUPPORT " + t.target(before, by, o.Target) + " -> " + t.Place(o.To)
		case order.ToConvert:
			return "SUPPORT " + t.target(before, by, o.Target) + " CONVERSION"
		case order.PowerThere:
			return "SUPPORT " + t.Adjective(o.Power) + " action in " + t.Place(o.To)
		default:
			return "SUPPORT " + t.target(before, by, o.Target)
		}
	case order.Convoy:
		return "CONVOY " + t.target(before, by, o.Target) + " -> " + t.Place(o.To)
	case order.Convert:
		s := "CONVERT TO " + titled(o.ConvertTo.String())
		if o.To.Coast != machiavelli.NoCoast {
			s += " (" + o.To.Coast.String() + ")"
		}
		return s
	case order.Besiege:
		if g := before.Garrison(unit.At); g >= 0 {
			return "BESIEGE " + message.Capital(t.Adjective(before.Units[g].Owner)) + " Garrison"
		}
		if before.RebelCity.Has(unit.At) {
			return "BESIEGE Rebellion"
		}
		return "BESIEGE"
	case order.Lift:
		return "LIFT SIEGE"
	case order.Transfer:
		return "TRAVEL TO " + t.Place(o.To)
	case order.Disband, order.Remove:
		return "DISBAND"
	default:
		return "HOLD"
	}
}

// marks holds the classic words for reasons that the verdict does not show.
var marks = map[event.Reason]message.Message{
	event.NoConvoy:      message.New("no convoy"),
	event.ConvoyBroken:  message.New("no convoy"),
	event.ConvoyParadox: message.New("no convoy"),
	event.StraitClosed:  message.New("blocked"),
	event.SiegeLock:     message.New("siege in progress"),
	event.Besieged:      message.New("siege in progress"),
	event.CityHeld:      message.New("siege required"),
	event.CityRebels:    message.New("siege required"),
	event.VeniceRebels:  message.New("destination in rebellion"),
	event.Assassinated:  message.New("leader assassinated"),
}

// mark returns the classic result of an order, such as "bounce" or "cut,
// dislodged". It is empty for an order that succeeded.
func mark(r event.Result) message.Message {
	var parts []message.Message
	switch {
	case r.Verdict == event.Succeeded || r.Verdict == event.NoVerdict || r.Verdict == event.Disbanded:
	case !marks[r.Reason].IsZero():
		parts = append(parts, marks[r.Reason])
	case r.Verdict == event.Bounced:
		parts = append(parts, message.New("bounce"))
	case r.Verdict == event.Cut:
		parts = append(parts, message.New("cut"))
	case r.Verdict == event.Disrupted:
		parts = append(parts, message.New("no convoy"))
	default:
		parts = append(parts, message.New("void"))
	}
	switch {
	case !r.Dislodged:
	case r.Reason == event.Starved:
		parts = append(parts, message.New("eliminated"))
	default:
		parts = append(parts, message.New("dislodged"))
	}
	switch len(parts) {
	case 0:
		return message.Message{}
	case 1:
		return parts[0]
	}
	return message.New("{all}", clauses(message.Commas, parts))
}
