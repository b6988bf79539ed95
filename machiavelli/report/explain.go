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

// Explain explains in a clause why an order failed. It names the units
// responsible and the strengths compared, as in "bounced, 1 against 1: the
// Venetian fleet in Padua went there too". It is empty if nothing needs an
// explanation.
func (t Teller) Explain(e event.Event) message.Message {
	switch e := e.(type) {
	case event.Ordered:
		return both(t.failure(e), t.loss(e))
	case event.Retreated:
		if len(e.With) > 0 {
			return message.New("{units} retreated to the same place, and all are lost", t.units(e.With))
		}
		if e.Verdict == event.Void || e.Verdict == event.Disbanded && e.Order.Kind != order.Disband {
			return message.New("it had no order that it could follow")
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
	return message.Message{}
}

// Both is the pattern of an explanation with two clauses. Its arguments are the
// reason why an order failed, and the result for the unit.
const Both = "{first}; {second}"

// both joins two clauses, either of which may be empty.
func both(first, second message.Message) message.Message {
	switch {
	case first.IsZero():
		return second
	case second.IsZero():
		return first
	}
	return message.New("{first}; {second}", first, second)
}

// loss states that the unit was dislodged or starved out, unless the
// explanation already says so.
func (t Teller) loss(e event.Ordered) message.Message {
	switch {
	case !e.Result.Dislodged || tellsLoss(e):
		return message.Message{}
	case e.Unit.InCity() && e.Result.Eliminated:
		return message.New("starved out")
	}
	return message.New("dislodged from {place}", t.PlaceOf(e.Unit.Place()))
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

// bounced states that a move bounced, with the strengths if any were compared.
func bounced(r event.Result) message.Message {
	n, m := message.Number(r.Strength), message.Number(r.Against)
	switch {
	case r.Strength == 0 && r.Against == 0:
		return message.New("bounced")
	case r.Rebels:
		return message.New("bounced, {n} against {m} (the rebels helped)", n, m)
	}
	return message.New("bounced, {n} against {m}", n, m)
}

// ownSupport explains that supports do not count against their own power.
func (t Teller) ownSupport(us []position.Unit) message.Message {
	if len(us) == 0 {
		return message.New("the support of a unit does not count against a unit of the same power")
	}
	return message.New("the support of {units} does not count against a unit of the same power", t.units(us))
}

// failure explains one unit's order.
func (t Teller) failure(e event.Ordered) message.Message {
	r := e.Result
	who, known := t.units(e.Culprits), len(e.Culprits) > 0
	switch r.Reason {
	case event.NoReason:
		switch {
		case r.Verdict == event.Disrupted && known:
			return message.New("the convoy was broken: {units} dislodged the fleet", who)
		case r.Verdict == event.Disrupted:
			return message.New("the convoy was broken")
		}
	case event.StoodOff:
		if known {
			return message.New("{result}: {why}", bounced(r), t.wentThere(e.Culprits))
		}
		return bounced(r)
	case event.HeldOff:
		switch {
		case lostInVenice(e) && known:
			return message.New("{units} dislodged it from {place:name} before it could convert", who, t.AreaOf(e.Unit.At))
		case lostInVenice(e):
			return message.New("it was dislodged from {place:name} before it could convert", t.AreaOf(e.Unit.At))
		case known:
			return message.New("{result}: {units} stayed there", bounced(r), who)
		}
		return bounced(r)
	case event.HeadToHead:
		if known {
			return message.New("{result}: {units} came the other way", bounced(r), who)
		}
		return bounced(r)
	case event.OwnUnit:
		if known {
			return message.New("{result}: {units} stayed there, and a power cannot dislodge its own units", bounced(r), who)
		}
		return message.New("{result}: a unit of its own power stayed there, and a power cannot dislodge its own units", bounced(r))
	case event.OwnSupport:
		return message.New("{result}: {why}", bounced(r), t.ownSupport(e.Culprits))
	case event.ConvoyBroken:
		if known {
			return message.New("the convoy was broken: {units} {units?pl:were|was} dislodged", who)
		}
		return message.New("the convoy was broken: a fleet was dislodged")
	case event.NoConvoy:
		if known {
			return message.New("no convoy: {why}", t.notOrdered(e.Culprits))
		}
		return message.New("no convoy: no fleet was ordered to carry it")
	case event.ConvoyParadox:
		if known {
			return message.New("the convoy by {units} depended on its own outcome, so the army stayed", who)
		}
		return message.New("the convoy depended on its own outcome, so the army stayed")
	case event.StraitClosed:
		return t.closedBy(e)
	case event.SiegeLock:
		if known {
			return message.New("it besieged {units}, and could only go on with the siege or lift it: it held, and the siege is over", who)
		}
		return message.New("it was in a siege, and could only go on with it or lift it: it held, and the siege is over")
	case event.Besieged:
		if known {
			return message.New("a besieged garrison cannot come out: {units} besieges it", who)
		}
		return message.New("a besieged garrison cannot come out")
	case event.CityHeld:
		if known {
			return message.New("the city is held by {units}", who)
		}
		return message.New("the city is held")
	case event.CityRebels:
		return message.New("the city is in the hands of rebels")
	case event.VeniceClosed:
		return t.veniceClosed(e)
	case event.VeniceRebels:
		return message.New("the city of {place:name} rebels against {power}", t.AreaOf(e.Order.To.At), t.PowerOf(e.Unit.Owner))
	case event.NothingToSiege:
		if e.Unit.Owner == machiavelli.Nobody {
			return message.New("there is no garrison to besiege in the city of {place:name}", t.AreaOf(e.Unit.At))
		}
		return message.New("there is neither an enemy garrison nor a rebellion against {power} to besiege in the city of {place:name}", t.PowerOf(e.Unit.Owner), t.AreaOf(e.Unit.At))
	case event.SupportCut:
		if known {
			return message.New("the support was cut: {units} attacked the unit", who)
		}
		return message.New("the support was cut")
	case event.SupporterLost:
		if known {
			return message.New("the support was lost: {units} dislodged the unit from {place}", who, t.PlaceOf(e.Unit.Place()))
		}
		return message.New("the support was lost: the unit was dislodged from {place}", t.PlaceOf(e.Unit.Place()))
	case event.NoMatch:
		if !known {
			return t.unmatched(e)
		}
		return message.New("{what}: {units} did something else", noEffect(e.Order.Kind), who)
	case event.Ambiguous:
		if known {
			return message.New("it is not clear which unit is meant: {units} all act there", who)
		}
		return message.New("it is not clear which unit is meant: several units act there")
	case event.Starved:
		if known {
			return message.New("starved out by {units}", who)
		}
		return message.New("starved out")
	case event.NotNeeded:
		return message.New("no army used this convoy")
	case event.Assassinated:
		return message.New("its ruler was dead, so it held")
	}
	return message.Message{}
}

// noEffect states that a support or a convoy had no effect.
func noEffect(kind order.Kind) message.Message {
	if kind == order.Convoy {
		return message.New("the convoy had no effect")
	}
	return message.New("the support had no effect")
}

// notOrdered states that fleets had no order to carry an army.
func (t Teller) notOrdered(us []position.Unit) message.Message {
	return message.New("{units} {units?pl:were|was} not ordered to carry it", t.units(us))
}

// veniceClosed explains that the single space of Venice forbids a unit to enter
// while a garrison stands there, or to come out of the city while others enter.
func (t Teller) veniceClosed(e event.Ordered) message.Message {
	who, known := t.units(e.Culprits), len(e.Culprits) > 0
	switch {
	case e.Order.Kind == order.Convert && known:
		return message.New("nobody comes out of the city while others move into Venice: {units} did", who)
	case e.Order.Kind == order.Convert:
		return message.New("nobody comes out of the city while others move into Venice")
	case known:
		return message.New("nobody enters Venice while a garrison stands there: {units}", who)
	}
	return message.New("nobody enters Venice while a garrison stands there")
}

// unmatched explains a support or convoy that names a unit or a power whose
// units did something else.
func (t Teller) unmatched(e event.Ordered) message.Message {
	switch {
	case e.Order.Action == order.PowerThere:
		return message.New("no {power:adj} unit stood in {place} or went there", t.PowerOf(e.Order.Power), t.PlaceOf(e.Order.To))
	case e.Order.Target.Type == machiavelli.NoType:
		return message.New("there was no such unit to help")
	}
	return message.New("{unit} did something else", t.fieldUnit(e.Order.Target))
}

// wentThere says that units wanted to be in the same place because they went there or, as
// garrisons, came out of its city.
func (t Teller) wentThere(us []position.Unit) message.Message {
	var field, city []position.Unit
	for _, u := range us {
		if u.InCity() {
			city = append(city, u)
		} else {
			field = append(field, u)
		}
	}
	switch {
	case len(city) == 0:
		return message.New("{units} went there too", t.units(field))
	case len(field) == 0:
		return message.New("{units} came out there", t.units(city))
	}
	return message.New("{units} went there too and {garrisons} came out there", t.units(field), t.units(city))
}

// closedBy states which fleets closed a strait. This is the fleet that stood there, or fleets
// that came in or came out of a city. There is none if the strait depended on the order itself
// (STRAIT-16).
func (t Teller) closedBy(e event.Ordered) message.Message {
	var parts []message.Message
	for _, u := range e.Culprits {
		switch {
		case u.InCity():
			parts = append(parts, message.New("{unit} came out and closed the strait", t.UnitOf(u)))
		case slices.ContainsFunc(t.s.Board.Straits, func(s board.Strait) bool { return s.Control == u.At }):
			parts = append(parts, message.New("{unit} closes the strait", t.UnitOf(u)))
		default:
			parts = append(parts, message.New("{unit} came in and closed the strait", t.UnitOf(u)))
		}
	}
	switch len(parts) {
	case 0:
		return message.New("whether the strait was open depended on this order itself, so it counts as closed")
	case 1:
		return parts[0]
	}
	return message.New("{all}", clauses(message.And, parts))
}
