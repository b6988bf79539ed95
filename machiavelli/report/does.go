package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// Does describes what an order makes its unit do, as in "advances to
// Montferrat". It is empty for orders that are not for a unit.
func (t Teller) Does(o order.Order) message.Message {
	to := t.PlaceOf(o.To)
	switch o.Kind {
	case order.Hold:
		return message.New("holds")
	case order.Advance:
		if route := o.Route(); len(route) > 0 {
			var via []message.Place
			for _, id := range route {
				via = append(via, t.AreaOf(id))
			}
			return message.New("advances to {to:name} by way of {route:name}", to, message.ListOf(message.Commas, via))
		}
		if o.ViaConvoy {
			return message.New("advances to {to:name} by convoy", to)
		}
		return message.New("advances to {to:name}", to)
	case order.Support:
		switch o.Action {
		case order.ToAdvance:
			return message.New("supports {unit} into {to:name}", t.other(o.Target), to)
		case order.ToConvert:
			return message.New("supports {unit} in coming out", t.other(o.Target))
		case order.PowerThere:
			if o.Power == machiavelli.Nobody {
				return message.New("supports the autonomous units in {to:name}", to)
			}
			return message.New("supports the units of {power} in {to:name}", t.PowerOf(o.Power), to)
		default:
			return message.New("supports {unit}", t.other(o.Target))
		}
	case order.Convoy:
		return message.New("carries {unit} to {to:name}", t.other(o.Target), to)
	case order.Convert:
		return message.New("converts to {type:a}", message.KindOf(o.ConvertTo, machiavelli.Ordinary))
	case order.Besiege:
		return message.New("besieges the city")
	case order.Lift:
		return message.New("lifts the siege")
	case order.Disband:
		return message.New("disbands")
	case order.Retreat:
		if o.ConvertTo == machiavelli.Garrison {
			return message.New("retreats into the city")
		}
		return message.New("retreats to {to:name}", to)
	case order.Transfer:
		return message.New("travels to {to:name}", to)
	case order.Remove:
		return message.New("is removed")
	case order.Maintain:
		return message.New("is kept")
	}
	return message.Message{}
}

// other returns the unit that an order names, without its power.
func (t Teller) other(u order.Unit) message.Message {
	return message.New("the {type} in {place:name}", message.KindOf(u.Type, machiavelli.Ordinary), t.PlaceOf(u.Place()))
}

// Deed returns a unit with its order: "Army Pavia advances to Montferrat".
func (t Teller) Deed(e event.Ordered) message.Message {
	does := t.Does(e.Order)
	if does.IsZero() {
		does = message.New("holds")
	}
	return message.New("{unit:title} {does}", t.UnitOf(e.Unit), does)
}

// Came describes a unit's order and its result. It says why the order failed,
// or that it succeeded and with what strength.
func (t Teller) Came(events []event.Event, e event.Ordered) message.Message {
	power, deed := t.PowerOf(e.Unit.Owner), t.Deed(e)
	if why := t.Why(events, e); !why.IsZero() {
		return message.New("{Power:name}: {deed}: {why}.", power, deed, why)
	}
	switch {
	case !moves(&e):
	case e.Result.Against > 0:
		return message.New("{Power:name}: {deed}, {strengths}.", power, deed, versus(e.Result))
	case e.Result.Strength > 1:
		return message.New("{Power:name}: {deed}, with a strength of {n}.", power, deed, message.Number(e.Result.Strength))
	}
	return message.New("{Power:name}: {deed}.", power, deed)
}

// Outcome describes a unit's order and its result as Came does, without the power.
func (t Teller) Outcome(events []event.Event, e event.Ordered) message.Message {
	deed := t.Deed(e)
	if why := t.Why(events, e); !why.IsZero() {
		return message.New("{Deed}: {why}.", deed, why)
	}
	switch {
	case !moves(&e):
	case e.Result.Against > 0:
		return message.New("{Deed}, {strengths}.", deed, versus(e.Result))
	case e.Result.Strength > 1:
		return message.New("{Deed}, with a strength of {n}.", deed, message.Number(e.Result.Strength))
	}
	return message.Sentence(deed)
}

// Allows describes what an order of a power lets another power do, which is to
// pass its straits or to use a unit for bribes. The result is empty for other
// orders.
func (t Teller) Allows(by machiavelli.Power, o order.Order) message.Message {
	power := t.PowerOf(by)
	switch o.Kind {
	case order.Ally:
		return message.New("{Power} {power?pl:let|lets} {others} through straits.", power, t.set(o.Powers))
	case order.Unally:
		return message.New("{Power} {power?pl:let|lets} {others} through straits no longer.", power, t.set(o.Powers))
	case order.Permit:
		return message.New("{Power} {power?pl:permit|permits} {to} to bribe {unit}.", power, t.PowerOf(o.Power), t.fieldUnit(o.Target))
	}
	return message.Message{}
}
