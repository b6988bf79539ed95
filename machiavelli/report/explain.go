package report

import (
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Explain explains why an order failed, with the units responsible and the
// strengths compared: "bounced, 1 against 1: the Venetian fleet in Padua went
// there too". It is empty if nothing needs an explanation.
func (t Teller) Explain(e event.Event) string {
	switch e := e.(type) {
	case event.Ordered:
		why := t.failure(e)
		if e.Result.Dislodged && !tellsLoss(e) {
			if why != "" {
				why += "; "
			}
			if e.Unit.InCity() && e.Result.Eliminated {
				return why + "starved out"
			}
			why += "dislodged from " + t.place(e.Unit.Place())
		}
		return why
	case event.Retreated:
		if len(e.With) > 0 {
			return t.units(e.With) + " retreated to the same place, and all are lost"
		}
		if e.Verdict == event.Void || e.Verdict == event.Disbanded && e.Order.Kind != order.Disband {
			return "it had no order that could be carried out"
		}
	case event.Adjusted:
		return e.Error
	case event.Refused:
		return e.Error
	case event.Noted:
		return e.Note
	case event.Expense:
		return t.inVain(e)
	case event.Payment:
		return t.failed(e.Failure, e.Power)
	case event.Borrowed:
		return t.failed(e.Failure, e.Power)
	case event.ChitGiven:
		return t.failed(e.Failure, e.Power)
	}
	return ""
}

// tellsLoss reports whether the explanation of the order already says that the
// unit was dislodged.
func tellsLoss(e event.Ordered) bool {
	r := e.Result
	switch r.Reason {
	case event.Starved, event.SupporterLost:
		return true
	case event.NoReason:
		return r.Verdict == event.Disrupted && len(e.Culprits) > 0
	}
	return lostInVenice(e)
}

// lostInVenice reports whether the unit was dislodged while it converted in the
// single space of Venice (VENICE-04). Its culprit is the unit that came in.
func lostInVenice(e event.Ordered) bool {
	return e.Order.Kind == order.Convert && e.Result.Reason == event.HeldOff && e.Result.Eliminated
}

// strengths returns ", 1 against 2", or nothing if no strengths were compared.
func strengths(r event.Result) string {
	if r.Strength == 0 && r.Against == 0 {
		return ""
	}
	s := ", " + strconv.Itoa(int(r.Strength)) + " against " + strconv.Itoa(int(r.Against))
	if r.Rebels {
		s += " (the rebels helped)"
	}
	return s
}

// failure explains one unit's order.
func (t Teller) failure(e event.Ordered) string {
	r := e.Result
	who, n := t.units(e.Culprits), len(e.Culprits)
	named := func(with, without string) string {
		if n == 0 {
			return without
		}
		return with
	}
	switch r.Reason {
	case event.NoReason:
		if r.Verdict == event.Disrupted {
			return "the convoy was broken" + named(": "+who+" dislodged the fleet", "")
		}
	case event.StoodOff:
		return "bounced" + strengths(r) + named(": "+t.wentThere(e.Culprits), "")
	case event.HeldOff:
		if lostInVenice(e) {
			return named(who+" dislodged it", "it was dislodged") + " from " + t.area(e.Unit.At) + " before it could convert"
		}
		return "bounced" + strengths(r) + named(": "+who+" stayed there", "")
	case event.HeadToHead:
		return "bounced" + strengths(r) + named(": "+who+" came the other way", "")
	case event.OwnUnit:
		return "bounced" + strengths(r) + ": " + named(who, "a unit of its own power") + " stayed there, and a power cannot dislodge its own units"
	case event.OwnSupport:
		return "bounced" + strengths(r) + ": the support of " + named(who, "a unit") + " does not count against a unit of the same power"
	case event.ConvoyBroken:
		return "the convoy was broken: " + named(who+" "+were(n)+" dislodged", "a fleet was dislodged")
	case event.NoConvoy:
		return "no convoy: " + named(who+" "+were(n)+" not ordered to carry it", "no fleet was ordered to carry it")
	case event.ConvoyParadox:
		return "the convoy" + named(" by "+who, "") + " depended on its own outcome, so the army stayed"
	case event.StraitClosed:
		return t.closedBy(e)
	case event.SiegeLock:
		return "the siege" + named(" of "+who, "") + " is in progress: the unit could only go on with it or lift it"
	case event.Besieged:
		return "a besieged garrison cannot come out" + named(": "+who+" besieges it", "")
	case event.CityHeld:
		return "the city is held" + named(" by "+who, "")
	case event.CityRebels:
		return "the city is in the hands of rebels"
	case event.VeniceClosed:
		return t.veniceClosed(e, named)
	case event.VeniceRebels:
		return "the city of " + t.area(e.Order.To.At) + " rebels against " + t.who(e.Unit.Owner)
	case event.NothingToSiege:
		return "there is neither an enemy garrison nor a rebellion to besiege in the city of " + t.area(e.Unit.At)
	case event.SupportCut:
		return "the support was cut" + named(": "+who+" attacked the unit", "")
	case event.SupporterLost:
		return "the support was lost: " + named(who+" dislodged the unit", "the unit was dislodged") + " from " + t.place(e.Unit.Place())
	case event.NoMatch:
		if n == 0 {
			return t.unmatched(e)
		}
		return "the support came to nothing: " + who + " " + were(n) + " ordered otherwise"
	case event.Ambiguous:
		return "it is not clear which unit is meant: " + named(who+" all act there", "several units act there")
	case event.Starved:
		return "starved out" + named(" by "+who, "")
	case event.NotNeeded:
		return "no army used this convoy"
	case event.Assassinated:
		return "its ruler was dead, so it held"
	}
	return ""
}

// veniceClosed explains what the single space of Venice forbids: to come in
// while a garrison stands there, to come out of the city while others come in.
func (t Teller) veniceClosed(e event.Ordered, named func(with, without string) string) string {
	who := t.units(e.Culprits)
	if e.Order.Kind == order.Convert {
		return "nobody comes out of the city while others move into Venice" + named(": "+who+" did", "")
	}
	return "nobody enters Venice while a garrison stands there" + named(": "+who, "")
}

// unmatched explains an order that names a unit which did nothing of the kind.
func (t Teller) unmatched(e event.Ordered) string {
	if e.Order.Action == order.PowerThere {
		return "no " + t.Adjective(e.Order.Power) + " unit acted in " + t.place(e.Order.To)
	}
	if e.Order.Target.Type == machiavelli.NoType {
		return "there was no such unit to help"
	}
	return "the " + kind(position.Unit{Type: e.Order.Target.Type}) + " in " + t.place(e.Order.Target.Place()) + " did something else"
}

// wentThere says that units wanted the same place: field units went there,
// garrisons came out of its city.
func (t Teller) wentThere(us []position.Unit) string {
	var field, city []position.Unit
	for _, u := range us {
		if u.InCity() {
			city = append(city, u)
		} else {
			field = append(field, u)
		}
	}
	var parts []string
	if len(field) > 0 {
		parts = append(parts, t.units(field)+" went there too")
	}
	if len(city) > 0 {
		parts = append(parts, t.units(city)+" came out there")
	}
	return joined(parts, "and")
}

// closedBy states which fleets closed a strait: the one that stood at it, or
// one that came in. Nobody did where that hung on the order itself (STRAIT-16).
func (t Teller) closedBy(e event.Ordered) string {
	var parts []string
	for _, u := range e.Culprits {
		switch {
		case u.InCity():
			parts = append(parts, t.Unit(u)+" came out and closed the strait")
		case slices.ContainsFunc(t.s.Board.Straits, func(s board.Strait) bool { return s.Control == u.At }):
			parts = append(parts, t.Unit(u)+" closes the strait")
		default:
			parts = append(parts, t.Unit(u)+" came in and closed the strait")
		}
	}
	if len(parts) == 0 {
		return "whether the strait was open depended on this order itself, so it counts as closed"
	}
	return joined(parts, "and")
}
