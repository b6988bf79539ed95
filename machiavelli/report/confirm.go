package report

import (
	"fmt"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Confirm returns an order in the words of the classic report, such as "Army
// Pistoia -> Lucca." or "E1: 18d, Buy Venetian army Verona.". The parameter
// before is the position that the order is for, and price is the minimum price
// of an expense, which applies if the order names no sum. The result money is
// true if the order belongs to the block of expenditure. The text is empty for
// a kind of order without classic words.
func (t Teller) Confirm(before *position.Position, power machiavelli.Power, o order.Order, price machiavelli.Ducats) (text string, money bool) {
	switch o.Kind {
	case order.Disband:
		if before.Phase.Step == machiavelli.Retreats {
			o.Kind = order.Retreat
			text, _ := t.Confirm(before, power, o, price)
			unit, _, _ := strings.Cut(text, " ->")
			return unit + " DISBAND.", false
		}
		fallthrough
	case order.Hold, order.Advance, order.Support, order.Convoy, order.Convert, order.Besiege, order.Lift, order.Transfer:
		u, ok := ordered(before, o.Unit)
		if !ok {
			return "", false
		}
		s := t.classicUnit(u) + " " + t.action(before, u, o) + "."
		if u.Owner != power {
			s = message.Capital(t.Adjective(u.Owner)) + " " + s
		}
		return s, false
	case order.Retreat:
		s := titled(o.Unit.Type.String()) + " " + t.Place(o.Unit.Place())
		for _, d := range before.Dislodged {
			if d.Unit.At == o.Unit.At && d.Unit.Owner == power && (o.Unit.Type == machiavelli.NoType || o.Unit.Type == d.Unit.Type) {
				s = t.classicUnit(d.Unit)
			}
		}
		if o.ConvertTo == machiavelli.Garrison {
			return s + " CONVERT TO Garrison.", false
		}
		return s + " -> " + t.Place(o.To) + ".", false
	case order.Build:
		return "Builds " + article(kind(position.Unit{Type: o.Unit.Type, Quality: o.Quality})+" in "+t.Place(o.Unit.Place())) + ".", false
	case order.Remove, order.Maintain:
		u, ok := ordered(before, o.Unit)
		if !ok {
			return "", false
		}
		verb := map[order.Kind]string{order.Remove: "Removes", order.Maintain: "Maintains"}[o.Kind]
		return verb + " the " + kind(u) + " in " + t.Place(u.Place()) + ".", false
	case order.Payment:
		to := t.Power(o.Power)
		if o.Bank {
			to = "bank"
		}
		return "Pays " + ducats(machiavelli.Ducats(o.Amount)) + " to " + to + ".", true
	case order.Loan:
		sum, ph := machiavelli.Ducats(o.Amount), before.Phase
		return fmt.Sprintf("Borrows %s for %s, %dd due in %s of %d.",
			ducats(sum), count(int(o.Years), "year", "years"), sum+legal.Interest(sum, int(o.Years)), titled(ph.Season.String()), ph.Year+int(o.Years)), true
	case order.GiveChit:
		return "Gives " + message.Capital(t.Adjective(o.Victim)) + " assassination chit to " + t.Power(o.Power) + ".", true
	case order.Exchange:
		return t.exchangeLine(&o), true
	case order.Ally:
		return "Allows " + t.powers(o.Powers) + " to use straits.", true
	case order.Expense:
		return t.outlay(before, power, o, price), true
	}
	return "", false
}

// outlay describes an expense with its sum and the amount above the minimum.
func (t Teller) outlay(before *position.Position, power machiavelli.Power, o order.Order, price machiavelli.Ducats) string {
	if o.Expense == order.Delete {
		return fmt.Sprintf("E%d: None.", o.Slot)
	}
	sum := price
	if o.HasSum {
		sum = machiavelli.Ducats(o.Amount)
	}
	c := classic{Teller: t, before: before}
	s := fmt.Sprintf("E%d: %2dd, %s", o.Slot, sum, c.expenseWords(event.Expense{Power: power, Order: o}))
	if price > 0 && sum > price {
		s += fmt.Sprintf("  ** %d+%d ducats", price, sum-price)
	}
	return s + "."
}

// ordered returns the unit that an order is for. If there are several in one
// place, it is the unit of the given type or, without a type, the one outside
// the city.
func ordered(before *position.Position, u order.Unit) (position.Unit, bool) {
	for _, city := range []bool{false, true} {
		for _, x := range before.Units {
			if x.At == u.At && x.InCity() == city && (u.Type == machiavelli.NoType || u.Type == x.Type) {
				return x, true
			}
		}
	}
	return position.Unit{}, false
}
