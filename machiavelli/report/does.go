package report

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// Does describes what an order makes its unit do: "advances to Montferrat". It
// is empty for orders that are not for a unit.
func (t Teller) Does(o order.Order) string {
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
			for _, id := range route {
				names = append(names, t.s.Board.Areas[id].Name)
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
		default:
			return "supports " + other(o.Target)
		}
	case order.Convoy:
		return "carries " + other(o.Target) + " to " + to
	case order.Convert:
		text := "converts to a " + o.ConvertTo.String()
		if o.ConvertTo == machiavelli.Army {
			text = "converts to an army"
		}
		return text
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
	case order.Remove:
		return "is removed"
	case order.Maintain:
		return "is kept"
	}
	return ""
}

// Deed returns a unit with its order: "Army Pavia advances to Montferrat".
func (t Teller) Deed(e event.Ordered) string {
	does := t.Does(e.Order)
	if does == "" {
		does = "holds"
	}
	return t.classicUnit(e.Unit) + " " + does
}

// Came describes a unit's order and its result: why it failed, or that it
// succeeded and with what strength.
func (t Teller) Came(events []event.Event, e event.Ordered) string {
	s := capital(t.Power(e.Unit.Owner)) + ": " + t.Deed(e)
	if why := t.Why(events, e); why != "" {
		return s + ": " + why + "."
	}
	switch {
	case !moves(&e):
	case e.Result.Against > 0:
		s += ", " + versus(e.Result)
	case e.Result.Strength > 1:
		s += fmt.Sprintf(", with a strength of %d", e.Result.Strength)
	}
	return s + "."
}

// Allows describes what an order of a power lets another power do: pass its
// straits, or use a unit for bribes. It is empty for other orders.
func (t Teller) Allows(by machiavelli.Power, o order.Order) string {
	switch o.Kind {
	case order.Ally:
		return capital(t.does(by, "lets ", "let ")) + t.powers(o.Powers) + " through straits."
	case order.Unally:
		return capital(t.does(by, "lets ", "let ")) + t.powers(o.Powers) + " through straits no longer."
	case order.Permit:
		unit := "unit"
		if o.Target.Type != machiavelli.NoType {
			unit = o.Target.Type.String()
		}
		return capital(t.does(by, "permits ", "permit ")) + t.who(o.Power) + " to bribe the " + unit + " in " + t.place(o.Target.Place()) + "."
	}
	return ""
}
