package report

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// ducats returns "1 ducat" or "18 ducats", in English.
func ducats(d machiavelli.Ducats) string { return count(int(d), "ducat", "ducats") }

// bids lists bidders with their sums, as in "France (21 ducats) and Milan (18 ducats)".
func (t Teller) bids(list []event.Bid) message.List {
	var out []message.Message
	for _, b := range list {
		out = append(out, message.New("{power} ({sum})", t.PowerOf(b.Power), message.Ducats(b.Ducats)))
	}
	return clauses(message.And, out)
}

// rivals returns the bids that were larger than the bribe, or those that
// equalled it if larger is false.
func rivals(e event.Expense, larger bool) []event.Bid {
	var list []event.Bid
	for _, b := range e.Rivals {
		if larger && b.Ducats > e.Counted || !larger && b.Ducats == e.Counted {
			list = append(list, b)
		}
	}
	return list
}

// inVain explains why an expense had no effect, as a clause. It is empty for
// one that had its effect.
func (t Teller) inVain(e event.Expense) message.Message {
	switch e.Failure {
	case event.BelowMinimum:
		if e.Minimum == 0 {
			return message.New("the sum is too small")
		}
		return message.New("it costs {sum}", message.Ducats(e.Minimum))
	case event.NotAdjacent:
		return message.New("{power} {power?pl:have|has} no unit close enough", t.PowerOf(e.Power))
	case event.WrongTarget:
		return t.wrongTarget(e.Order)
	case event.Outbid:
		if r := rivals(e, true); len(r) > 0 {
			return message.New("a larger bribe was offered by {bids}", t.bids(r))
		}
		if r := rivals(e, false); len(r) > 0 {
			return message.New("as much was offered by {bids}, and the lot went against it", t.bids(r))
		}
		return message.New("a larger bribe was offered")
	case event.TiedBid:
		if r := rivals(e, false); len(r) > 0 {
			return message.New("as much was offered by {bids}", t.bids(r))
		}
		return message.New("as much was offered by another")
	case event.CounterBribed:
		s := message.New("the unit was counter-bribed")
		if len(e.Counters) > 0 {
			s = message.New("the unit was counter-bribed by {bids}", t.bids(e.Counters))
		}
		switch left := e.Counted - e.Countered; {
		case e.Minimum == 0:
			return s
		case left <= 0:
			return message.New("{what}, which leaves nothing", s)
		default:
			return message.New("{what}, which leaves {left} of the {price} that it costs", s, message.Number(left), message.Ducats(e.Minimum))
		}
	case event.UnitThere:
		return message.New("{place} does not rebel while a unit is there", t.AreaOf(e.Order.To.At))
	case event.NoMarker:
		return t.noMarker(e.Order)
	case event.AlreadyDone:
		return t.doneBefore(e.Order)
	case event.NoChit:
		return message.New("{power} {power?pl:have|has} no assassination chit against {victim}", t.PowerOf(e.Power), t.PowerOf(e.Order.Power))
	}
	return t.failed(e.Failure, e.Power)
}

// failed says in general why money bought nothing, as a clause.
func (t Teller) failed(f event.Failure, by machiavelli.Power) message.Message {
	power := t.PowerOf(by)
	switch f {
	case event.NoFailure:
		return message.Message{}
	case event.TreasuryEmpty:
		return message.New("the treasury is empty")
	case event.NotPermitted:
		return message.New("no neighbour of the unit gave {power} leave", power)
	case event.NoTarget:
		return message.New("there was no such unit")
	case event.WrongTarget:
		return message.New("that cannot be done there")
	case event.OwnUnitBribed:
		return message.New("the unit already belongs to {power}", power)
	case event.SecondSpecial:
		return message.New("{power} {power?pl:have|has} a special unit already", power)
	case event.TypeNotAllowed:
		return message.New("{power} may have no special unit of that kind", power)
	case event.Needless:
		return message.New("no bribe for the unit could have had an effect")
	case event.Missed:
		return message.New("the assassin failed")
	case event.Bankrupt:
		return message.New("{power} could not pay back the bank", power)
	case event.Indebted:
		return message.New("{power} {power?pl:are|is} in debt to the bank", power)
	case event.LimitReached:
		return message.New("25 ducats are borrowed already")
	case event.NothingOwed:
		return message.New("nothing is owed to the bank")
	case event.OutOfGame:
		return message.New("that power is out of the game")
	case event.OffBoard:
		return message.New("that place is out of play")
	case event.CannotBePaid:
		return message.New("there is not enough money")
	case event.AlreadyThisYear:
		return message.New("it was done already this year")
	case event.NoChit:
		return message.New("there is no such chit")
	case event.NoWay:
		return message.New("no way of free spaces leads there")
	case event.TwoTravel:
		return message.New("two units of a power may travel so in a campaign, and two others were ordered to")
	case event.InSiege:
		return message.New("a unit in a siege does not travel")
	case event.DrivenOut:
		return message.New("it did not keep its place in the campaign")
	}
	return message.Quote(strings.ToLower(string(f)))
}
