package report

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// purchase describes the purpose of an expense, as in "to buy the Milanese army
// in Pavia".
func (t Teller) purchase(e event.Expense) message.Message {
	o, at := e.Order, t.AreaOf(e.Order.To.At)
	var unit message.Arg = message.Name("")
	if e.Target != nil {
		unit = t.UnitOf(*e.Target)
	} else if o.Target.At != board.None {
		unit = message.Somewhere{Type: message.KindOf(o.Target.Type, machiavelli.Ordinary), At: t.PlaceOf(o.Target.Place())}
		if o.Target.Type == machiavelli.NoType {
			unit = message.New("a unit in {place}", t.PlaceOf(o.Target.Place()))
		}
	}
	switch o.Expense {
	case order.FamineRelief:
		return message.New("to relieve the famine in {place:name}", at)
	case order.Pacify:
		return message.New("to pacify {place:name}", at)
	case order.CounterBribe:
		return message.New("to keep {unit} loyal", unit)
	case order.DisbandUnit:
		return message.New("to have {unit} disbanded", unit)
	case order.BuyUnit:
		return message.New("to buy {unit}", unit)
	case order.ToAutonomous:
		return message.New("to make {unit} autonomous", unit)
	case order.Rebellion:
		return message.New("to stir up a rebellion in {place:name}", at)
	case order.Assassinate:
		return message.New("to have the ruler of {power} assassinated", t.PowerOf(o.Power))
	case order.CauseFamine:
		return message.New("to cause a famine in {place:name}", at)
	case order.CausePlague:
		return message.New("to bring the plague to {place:name}", at)
	case order.RelievePlague:
		return message.New("to rid {place:name} of the plague", at)
	case order.OrderUnit:
		return message.New("to order {unit} about", unit)
	case order.Ransom:
		return message.New("to ransom the garrison of {place:name}", at)
	default:
		return message.New("without a purpose")
	}
}

// effectRules lists the rules for the effect of each expense.
var effectRules = map[order.ExpenseKind][]string{
	order.FamineRelief:  {"RELIEF-01"},
	order.Pacify:        {"RELIEF-02"},
	order.CounterBribe:  {"BRIBE-08"},
	order.DisbandUnit:   {"BRIBE-09"},
	order.BuyUnit:       {"BRIBE-11", "BRIBE-12"},
	order.ToAutonomous:  {"BRIBE-10"},
	order.Rebellion:     {"REB-05"},
	order.CauseFamine:   {"OPT-08"},
	order.CausePlague:   {"OPT-09"},
	order.RelievePlague: {"OPT-09"},
	order.OrderUnit:     {"OPT-05"},
	order.Ransom:        {"OPT-23"},
}

// bought says what the money did. For a rebellion it uses the words for the
// rebellion's event.
func (t Teller) bought(events []event.Event, e event.Expense) message.Message {
	at := t.AreaOf(e.Order.To.At)
	switch e.Order.Expense {
	case order.FamineRelief:
		return message.New("the famine that was in {place:name} is over", at)
	case order.Pacify:
		for _, x := range events {
			if r, ok := x.(event.RebellionEnded); ok && r.Province == e.Order.To.At && r.How == "pacified" {
				return t.rebellion(r)
			}
		}
		return t.rebellion(event.RebellionEnded{Province: e.Order.To.At, InCity: true, InLand: true, How: "pacified", By: e.Power})
	case order.CounterBribe:
		return message.New("it is deducted from the largest bribe for the unit")
	case order.DisbandUnit:
		return message.New("the unit is gone before it can act")
	case order.BuyUnit:
		if slices.ContainsFunc(events, func(x event.Event) bool { p, ok := x.(event.Paralysed); return ok && p.Power == e.Power }) {
			return message.New("the unit belongs to {power}, whose ruler is dead, so it does not act", t.PowerOf(e.Power))
		}
		return message.New("the unit belongs to {power} and takes its orders", t.PowerOf(e.Power))
	case order.ToAutonomous:
		return message.New("the unit holds, and belongs to nobody")
	case order.Rebellion:
		if r, ok := begun(events, e.Order.To.At); ok {
			return t.rebels(r)
		}
		return message.New("{place:name} rebels", at)
	case order.CauseFamine:
		return message.New("famine comes to {place:name}", at)
	case order.CausePlague:
		if slices.ContainsFunc(events, func(x event.Event) bool {
			r, ok := x.(event.Expense)
			return ok && r.Order.Expense == order.RelievePlague && r.Order.To.At == e.Order.To.At && r.Failure == event.NoFailure
		}) {
			return message.New("other money keeps the plague out of {place:name}", at)
		}
		return message.New("the plague comes to {place:name} at the end of the campaign", at)
	case order.RelievePlague:
		return message.New("in this campaign no plague kills in {place:name}", at)
	case order.Ransom:
		return message.New("who besieges {place:name} must begin again", at)
	}
	if e.Target != nil {
		if o := find(events, *e.Target); o != nil && o.Given == "" {
			return message.New("the unit would take an order, but {power} wrote none for it", t.PowerOf(e.Power))
		}
	}
	return message.New("the unit takes the order")
}

// expenseFailures lists the rules behind failures of expenses that are not
// bribes, where they differ from failureRules.
var expenseFailures = map[order.ExpenseKind]map[event.Failure][]string{
	order.FamineRelief: {event.BelowMinimum: {"RELIEF-01"}},
	order.Pacify:       {event.BelowMinimum: {"RELIEF-02"}},
	order.CounterBribe: {event.BelowMinimum: {"EXP-06"}},
	order.Rebellion: {
		event.BelowMinimum: {"REB-04"}, event.WrongTarget: {"REB-03"}, event.NoTarget: {"REB-03"}, event.AlreadyDone: {"REB-07"}, event.OffBoard: {"BOARD-15"},
	},
	order.Assassinate:   {event.BelowMinimum: {"ASSN-03"}, event.OutOfGame: {"ASSN-16"}},
	order.CauseFamine:   {event.BelowMinimum: {"OPT-08"}},
	order.CausePlague:   {event.BelowMinimum: {"OPT-09"}},
	order.RelievePlague: {event.BelowMinimum: {"OPT-09"}},
	order.OrderUnit:     {event.BelowMinimum: {"OPT-05"}},
	order.Ransom:        {event.BelowMinimum: {"OPT-23"}, event.NoMarker: {"OPT-23"}, event.AlreadyDone: {"OPT-23"}},
}

// expenseRules returns the rules that made an expense fail. If the treasury
// paid less than was ordered, that is one of the causes.
func expenseRules(events []event.Event, e *event.Expense) []string {
	if _, ok := begun(events, e.Order.To.At); ok && e.Order.Expense == order.Pacify && e.Failure == event.NoMarker {
		return []string{"RELIEF-03"}
	}
	rules, ok := expenseFailures[e.Order.Expense][e.Failure]
	if !ok {
		rules = failureRules[e.Failure]
	}
	if e.Failure == event.BelowMinimum && e.Paid < e.Asked {
		rules = append(slices.Clip(rules), "EXP-05")
	}
	return rules
}

// wrongTarget says what was wrong with the target of an expense.
func (t Teller) wrongTarget(o order.Order) message.Message {
	switch {
	case o.Expense == order.Rebellion:
		return message.New("nobody can be stirred up in {place:name}: a rebellion is against another player who owns the province", t.AreaOf(o.To.At))
	case o.Expense.Target() == order.OnProvince:
		return message.New("it cannot be done in {place:name}", t.AreaOf(o.To.At))
	case o.Expense.Target() == order.OnRuler:
		return message.New("no ruler of that name can be reached")
	default:
		return message.New("the order given for the unit cannot be bought")
	}
}

// begun returns the event of a rebellion that began in a province in the same
// campaign. The result ok is false if none did.
func begun(events []event.Event, at board.ID) (r event.RebellionBegun, ok bool) {
	for _, x := range events {
		if r, ok = x.(event.RebellionBegun); ok && r.Province == at {
			return r, true
		}
	}
	return r, false
}

// inVainWith explains why an expense had no effect, considering what else happened in the
// campaign.
func (t Teller) inVainWith(events []event.Event, e event.Expense) message.Message {
	if r, ok := begun(events, e.Order.To.At); ok {
		switch {
		case e.Order.Expense == order.Pacify && e.Failure == event.NoMarker:
			return message.New("the rebellion in {place:name} began in this campaign, and money ends only one that was there before", t.AreaOf(r.Province))
		case e.Order.Expense == order.Rebellion && e.Failure == event.AlreadyDone && r.Cause == "expense" && r.By != 0:
			return message.New("{powers} stirred up the same rebellion in {place:name}", t.set(r.By), t.AreaOf(r.Province))
		}
	}
	return t.inVain(e)
}

// noMarker says that there was nothing that the money could relieve or pacify.
func (t Teller) noMarker(o order.Order) message.Message {
	switch o.Expense {
	case order.Pacify:
		return message.New("there was no rebellion in {place:name} that money could end", t.AreaOf(o.To.At))
	case order.RelievePlague:
		return message.New("there was no plague in {place:name}", t.AreaOf(o.To.At))
	case order.Ransom:
		return message.New("no garrison of {place:name} had been besieged before this campaign", t.AreaOf(o.To.At))
	default:
		return message.New("there was no famine in {place:name} before this campaign", t.AreaOf(o.To.At))
	}
}

// doneBefore says that other money had already had the effect.
func (t Teller) doneBefore(o order.Order) message.Message {
	switch o.Expense {
	case order.Rebellion:
		return message.New("{place:name} rebels without it", t.AreaOf(o.To.At))
	case order.CauseFamine:
		return message.New("there is famine in {place:name} already", t.AreaOf(o.To.At))
	case order.Pacify, order.FamineRelief, order.RelievePlague, order.Ransom:
		return message.New("other money had helped {place:name} already", t.AreaOf(o.To.At))
	default:
		return message.New("another line had done it already")
	}
}

// expenseWords describes what an expense is for, in the classic words.
func (c classic) expenseWords(e event.Expense) string {
	o, at := e.Order, c.area(e.Order.To.At)
	unit := kind(position.Unit{Type: o.Target.Type}) + " " + c.Place(o.Target.Place())
	if u := c.targetOf(e); u != nil {
		unit = kind(*u) + " " + c.Place(u.Place())
		if u.Owner != e.Power {
			unit = c.Adjective(u.Owner) + " " + unit
		}
	}
	switch o.Expense {
	case order.FamineRelief:
		return "Famine relief in " + at
	case order.Pacify:
		return "Pacify rebellion in " + at
	case order.CounterBribe:
		return "Counter-Bribe " + unit
	case order.DisbandUnit:
		return "Disband " + unit
	case order.BuyUnit:
		return "Buy " + unit
	case order.ToAutonomous:
		return "Convert " + unit + " to autonomous"
	case order.Rebellion:
		return "Cause rebellion in " + at
	case order.Assassinate:
		return "Assassinate " + c.Adjective(o.Power) + " leader"
	case order.CauseFamine:
		return "Cause famine in " + at
	case order.CausePlague:
		return "Cause plague in " + at
	case order.RelievePlague:
		return "Plague relief in " + at
	case order.Ransom:
		return "Ransom garrison in " + at
	default:
		return "Order " + unit
	}
}
