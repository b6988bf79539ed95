package report

import (
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// reasonRules lists the rules behind each reason for an order's result.
var reasonRules = [...][]string{
	event.StoodOff:       {"MOVE-02"},
	event.HeldOff:        {"MOVE-02"},
	event.HeadToHead:     {"MOVE-02", "MOVE-04"},
	event.OwnUnit:        {"MOVE-08"},
	event.OwnSupport:     {"MOVE-08"},
	event.ConvoyBroken:   {"CVOY-06", "CVOY-12"},
	event.NoConvoy:       {"CVOY-02", "CVOY-05"},
	event.ConvoyParadox:  {"CVOY-10"},
	event.StraitClosed:   {"STRAIT-02"},
	event.SiegeLock:      {"SIEGE-07"},
	event.Besieged:       {"CONV-06", "SIEGE-12"},
	event.CityHeld:       {"CONV-04", "MOVE-06"},
	event.CityRebels:     {"CONV-04", "REB-10"},
	event.VeniceClosed:   {"VENICE-06"},
	event.VeniceRebels:   {"VENICE-09"},
	event.NothingToSiege: {"SIEGE-01"},
	event.SupportCut:     {"SUPP-05"},
	event.SupporterLost:  {"SUPP-06"},
	event.NoMatch:        {"SUPP-03"},
	event.Ambiguous:      {"SUPP-04"},
	event.Starved:        {"SIEGE-03"},
	event.NotNeeded:      {"CVOY-01"},
	event.Assassinated:   {"ASSN-07"},
}

// orderRules returns the rules that decided the result of an order.
func orderRules(e *event.Ordered) []string {
	kind := e.Order.Kind
	switch r := e.Result.Reason; {
	case r == event.NoReason:
		return plainRules(e)
	case r == event.StoodOff && sameOwner(e):
		return []string{"MOVE-02", "MOVE-09"}
	case r == event.HeldOff && lostInVenice(*e):
		return []string{"VENICE-04"}
	case r == event.StoodOff && kind == order.Convert, r == event.HeldOff && kind == order.Convert:
		return []string{"CONV-05"}
	case r == event.OwnUnit && kind == order.Convert:
		return []string{"CONV-07"}
	case r == event.StraitClosed && len(e.Culprits) == 0:
		return []string{"STRAIT-16"}
	case r == event.StraitClosed && kind == order.Support:
		return []string{"STRAIT-02", "SUPP-15"}
	case r == event.StraitClosed && (kind == order.Convoy || e.Order.ByConvoy()):
		return []string{"STRAIT-02", "CVOY-07"}
	case r == event.VeniceClosed && kind == order.Convert:
		return []string{"VENICE-05"}
	case r == event.SupportCut && e.Unit.Strength() > 1:
		return []string{"SUPP-05", "SUPP-08"}
	case int(r) < len(reasonRules):
		return reasonRules[r]
	}
	return nil
}

// plainRules returns the rules behind an order that has no reason.
func plainRules(e *event.Ordered) []string {
	switch {
	case e.Result.Verdict == event.Disrupted:
		return []string{"CVOY-06"}
	case moves(e) && e.Order.Kind == order.Convert:
		return []string{"CONV-05"}
	case moves(e):
		return []string{"MOVE-02"}
	case e.Order.Kind == order.Support:
		return []string{"SUPP-03"}
	case e.Result.Dislodged:
		return []string{"MOVE-02"}
	}
	return nil
}

// sameOwner reports whether a unit of the same power is among the culprits.
func sameOwner(e *event.Ordered) bool {
	for _, u := range e.Culprits {
		if u.Owner == e.Unit.Owner {
			return true
		}
	}
	return false
}

// failureRules lists the rules behind each failure of money.
var failureRules = map[event.Failure][]string{
	event.TreasuryEmpty:   {"EXP-05"},
	event.BelowMinimum:    {"BRIBE-04"},
	event.NotAdjacent:     {"EXP-27", "EXP-20"},
	event.NotPermitted:    {"EXP-25"},
	event.NoTarget:        {"BRIBE-01"},
	event.WrongTarget:     {"BRIBE-01"},
	event.UnitThere:       {"VENICE-07"},
	event.OwnUnitBribed:   {"BRIBE-13"},
	event.SecondSpecial:   {"BRIBE-14", "SPEC-03"},
	event.TypeNotAllowed:  {"SPEC-05"},
	event.Outbid:          {"BRIBE-05"},
	event.TiedBid:         {"BRIBE-06"},
	event.CounterBribed:   {"BRIBE-07"},
	event.Needless:        {"BRIBE-08"},
	event.NoMarker:        {"RELIEF-04"},
	event.AlreadyDone:     {"RELIEF-04"},
	event.NoChit:          {"ASSN-03"},
	event.Missed:          {"ASSN-04"},
	event.Bankrupt:        {"LOAN-09"},
	event.Indebted:        {"LOAN-08"},
	event.LimitReached:    {"LOAN-02"},
	event.NothingOwed:     {"LOAN-07"},
	event.OutOfGame:       {"ELIM-09"},
	event.OffBoard:        {"BRIBE-16"},
	event.CannotBePaid:    {"BUILD-12"},
	event.AlreadyThisYear: {"OPT-07"},
}
