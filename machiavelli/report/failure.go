package report

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// ducats returns "1 ducat" or "18 ducats".
func ducats(d machiavelli.Ducats) string { return count(int(d), "ducat", "ducats") }

// bids lists who spent how much: "France (21 ducats) and Milan (18 ducats)".
func (t Teller) bids(list []event.Bid) string {
	var names []string
	for _, b := range list {
		names = append(names, t.who(b.Power)+" ("+ducats(b.Ducats)+")")
	}
	return joined(names, "and")
}

// rivals returns the bids that were larger than the bribe, or those that
// equalled it.
func rivals(e event.Expense, larger bool) []event.Bid {
	var list []event.Bid
	for _, b := range e.Rivals {
		if larger && b.Ducats > e.Counted || !larger && b.Ducats == e.Counted {
			list = append(list, b)
		}
	}
	return list
}

// inVain explains why an expense had no effect, beginning in lower case. It is
// empty for one that had its effect.
func (t Teller) inVain(e event.Expense) string {
	at := t.area(e.Order.To.At)
	switch e.Failure {
	case event.BelowMinimum:
		if e.Minimum == 0 {
			return "the sum is too small"
		}
		return "it costs " + ducats(e.Minimum)
	case event.NotAdjacent:
		return t.does(e.Power, "has", "have") + " no unit near enough"
	case event.WrongTarget:
		return t.wrongTarget(e.Order)
	case event.Outbid:
		if r := rivals(e, true); len(r) > 0 {
			return "a larger bribe was offered by " + t.bids(r)
		}
		if r := rivals(e, false); len(r) > 0 {
			return "as much was offered by " + t.bids(r) + ", and the lot decided for that"
		}
		return "a larger bribe was offered"
	case event.TiedBid:
		if r := rivals(e, false); len(r) > 0 {
			return "as much was offered by " + t.bids(r)
		}
		return "as much was offered by another"
	case event.CounterBribed:
		s := "the unit was counter-bribed"
		if len(e.Counters) > 0 {
			s += " by " + t.bids(e.Counters)
		}
		switch left := e.Counted - e.Countered; {
		case e.Minimum == 0:
			return s
		case left <= 0:
			return s + ", which leaves nothing"
		default:
			return s + ", which leaves " + strconv.Itoa(int(left)) + " of the " + ducats(e.Minimum) + " that it costs"
		}
	case event.NoMarker:
		switch e.Order.Expense {
		case order.Pacify:
			return "there was no rebellion in " + at
		case order.RelievePlague:
			return "there was no plague in " + at
		default:
			return "there was no famine in " + at
		}
	case event.AlreadyDone:
		switch e.Order.Expense {
		case order.Rebellion:
			return at + " was in revolt already"
		case order.Pacify, order.FamineRelief, order.RelievePlague:
			return "other money had helped " + at + " already"
		default:
			return "another line had done it already"
		}
	case event.NoChit:
		return t.does(e.Power, "has", "have") + " no assassination chit against " + t.who(e.Order.Power)
	}
	return t.failed(e.Failure, e.Power)
}

// leaves returns how much of a bribe is left, in words.
func leaves(d machiavelli.Ducats) string {
	if d <= 0 {
		return "nothing"
	}
	return ducats(d)
}

// wrongTarget says what was wrong with the target of an expense.
func (t Teller) wrongTarget(o order.Order) string {
	switch o.Expense {
	case order.Rebellion:
		return "nobody can be stirred up in " + t.area(o.To.At)
	case order.FamineRelief, order.Pacify, order.CauseFamine, order.CausePlague, order.RelievePlague:
		return "it cannot be done in " + t.area(o.To.At)
	case order.Assassinate:
		return "no ruler of that name can be reached"
	default:
		return "such a unit cannot be bribed so"
	}
}

// failed says in general why money bought nothing, beginning in lower case.
func (t Teller) failed(f event.Failure, by machiavelli.Power) string {
	switch f {
	case event.NoFailure:
		return ""
	case event.TreasuryEmpty:
		return "the treasury is empty"
	case event.NotPermitted:
		return "no neighbour of the unit gave leave"
	case event.NoTarget:
		return "there was no such unit"
	case event.WrongTarget:
		return "that cannot be done there"
	case event.OwnUnitBribed:
		return "the unit is its own"
	case event.SecondSpecial:
		return t.does(by, "has", "have") + " a special unit already"
	case event.TypeNotAllowed:
		return t.who(by) + " may have no special unit of that kind"
	case event.Needless:
		return "nobody offered a bribe for the unit"
	case event.Missed:
		return "the assassin failed"
	case event.Bankrupt:
		return t.who(by) + " could not pay back the bank"
	case event.Indebted:
		return t.does(by, "is", "are") + " in debt to the bank"
	case event.LimitReached:
		return "25 ducats are borrowed already"
	case event.NothingOwed:
		return "nothing is owed to the bank"
	case event.OutOfGame:
		return "that power is out of the game"
	case event.OffBoard:
		return "that place is out of play"
	case event.CannotBePaid:
		return "there is not enough money"
	case event.AlreadyThisYear:
		return "it was done already this year"
	case event.NoChit:
		return "there is no such chit"
	case event.NoWay:
		return "no way of free spaces leads there"
	case event.TwoTravel:
		return "two units of a power may travel so in a campaign, and two have"
	case event.InSiege:
		return "a unit in a siege does not travel"
	case event.DrivenOut:
		return "it did not keep its place in the campaign"
	}
	return strings.ToLower(string(f))
}
