package report

import (
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Sentence describes one event in a sentence. It is empty for events that only
// a table shows.
func (t Teller) Sentence(e event.Event) message.Message {
	if c := t.clause(e); !c.IsZero() {
		return message.Sentence(c)
	}
	switch e := e.(type) {
	case event.Allowance:
		return message.New("{power:name}: {what}.", t.PowerOf(e.Power), allowance(e))
	case event.Adjusted:
		return t.adjusted(e)
	case event.Elimination:
		return message.New("{Power} {power?pl:are|is} eliminated.", t.PowerOf(e.Power))
	case event.Conquest:
		if e.From != machiavelli.Nobody {
			return message.New("{Power} {power?pl:have|has} conquered the home country of {country} from {from}.", t.PowerOf(e.By), t.country(e.Country), t.PowerOf(e.From))
		}
		return message.New("{Power} {power?pl:have|has} conquered the home country of {country}.", t.PowerOf(e.By), t.country(e.Country))
	case event.Loss:
		return message.New("{Power} {power?pl:have|has} lost the home country of {country}.", t.PowerOf(e.By), t.country(e.Country))
	case event.Victory:
		return t.End(e).Sentence()
	case event.VictoryTied:
		return message.New("{Powers} have {n} cities each, so nobody wins yet: {needed} are needed now.", t.set(e.Powers), message.Number(e.Cities), message.Number(e.RaisedTo))
	}
	return t.money(e)
}

// clause describes an event whose sentence also serves as a clause in the headline. It has no
// capital letter or full stop, and is empty for other events.
func (t Teller) clause(e event.Event) message.Message {
	switch e := e.(type) {
	case event.UnitDislodged:
		return t.dislodged(e)
	case event.Retreated:
		return t.retreat(e)
	case event.Removed:
		return message.New("{unit} is gone: {why}", t.UnitOf(e.Unit), gone[e.Reason])
	case event.SiegeBegun:
		return message.New("{unit} lays siege to {place:name}", t.UnitOf(e.By), t.AreaOf(e.By.At))
	case event.SiegeCompleted:
		if e.Lost != nil {
			return message.New("the siege of {place:name} is over: the {power:adj} garrison is starved out", t.AreaOf(e.By.At), t.PowerOf(e.Lost.Owner))
		}
		return message.New("the siege of {place:name} is over: the rebels in the city are put down", t.AreaOf(e.By.At))
	case event.SiegeLifted:
		return message.New("the siege of {place:name} is lifted", t.AreaOf(e.Province))
	case event.Control:
		return t.control(e, false, 0)
	case event.RebellionEnded:
		return t.rebellion(e)
	case event.Attrition:
		return message.New("famine has worn out the units in {place:name}", t.AreaOf(e.Province))
	case event.Bribed:
		return t.bribed(e)
	case event.Relieved:
		if e.By == 0 {
			return message.New("the famine in {place:name} is relieved", t.AreaOf(e.Province))
		}
		return message.New("the famine in {place:name} is relieved by {powers}", t.AreaOf(e.Province), t.set(e.By))
	case event.Disaster:
		return t.disaster(e)
	}
	return t.travel(e)
}

func (t Teller) country(i int) message.Country { return message.Country(t.s.Countries[i].Name) }

// gone describes each reason of removal.
var gone = map[event.RemovalReason]message.Message{
	event.ByOrder:        message.New("disbanded by its own order"),
	event.NoRetreat:      message.New("it had nowhere to retreat"),
	event.RetreatClash:   message.New("another unit retreated to the same place"),
	event.NoRetreatOrder: message.New("it had no retreat order"),
	event.BySiege:        message.New("starved out by a siege"),
	event.InVenice:       message.New("dislodged in Venice"),
	event.ByElimination:  message.New("its power is eliminated"),
	event.ByAdjustment:   message.New("removed in winter"),
	event.ByDefault:      message.New("no order saved it, and it had to go"),
	event.Unpaid:         message.New("it was not paid"),
	event.ByFamine:       message.New("it starved"),
	event.ByPlague:       message.New("the plague took it"),
	event.ByStorm:        message.New("lost in a storm"),
	event.ByBribe:        message.New("bribed to disband"),
	event.ByMurder:       message.New("besieged when its ruler was assassinated"),
}

// cities returns a number of cities as text, such as "3 cities".
func cities(n int) message.Message { return message.Plural(n, "{n} city", "{n} cities") }
func units(n int) message.Message  { return message.Plural(n, "{n} unit", "{n} units") }

// allowance states how many units a power may have for its cities, and what it
// may or must do about it.
func allowance(a event.Allowance) message.Message {
	switch free := a.Cities - a.Units; {
	case free > 0:
		return message.New("{cities}, {units}: may build {free}", cities(a.Cities), units(a.Units), message.Number(free))
	case free < 0:
		return message.New("{cities}, {units}: must remove {over}", cities(a.Cities), units(a.Units), message.Number(-free))
	}
	return message.New("{cities}, {units}", cities(a.Cities), units(a.Units))
}

// dislodged states which unit dislodged a unit, and where it may retreat.
func (t Teller) dislodged(e event.UnitDislodged) message.Message {
	d := e.Dislodged
	what := message.New("{unit} is dislodged", t.UnitOf(d.Unit))
	if e.By.Type != machiavelli.NoType {
		what = message.New("{unit} is dislodged by {by}", t.UnitOf(d.Unit), t.UnitOf(e.By))
	}
	to := t.places(message.Or, d.Retreats)
	switch {
	case len(d.Retreats) > 0 && d.IntoCity:
		return message.New("{what}; it can retreat to {to}, or into the city", what, to)
	case len(d.Retreats) > 0:
		return message.New("{what}; it can retreat to {to}", what, to)
	case d.IntoCity:
		return message.New("{what}; it can retreat into the city", what)
	default:
		return message.New("{what} and has nowhere to go", what)
	}
}

// retreat describes the result of a retreat.
func (t Teller) retreat(e event.Retreated) message.Message {
	who := t.UnitOf(e.Unit)
	switch {
	case len(e.With) > 0:
		return message.New("{unit} is lost: {others} retreated to the same place", who, t.units(e.With))
	case e.IntoCity:
		return message.New("{unit} retreats into the city", who)
	case e.Verdict == event.Succeeded && e.To.At != 0:
		return message.New("{unit} retreats to {to}", who, t.PlaceOf(e.To))
	case e.Order.Kind == order.Disband:
		return message.New("{unit} disbands", who)
	default:
		return message.New("{unit} is disbanded: it had no retreat order that it could follow", who)
	}
}

// control states that a place changes hands. If withCity is true, its city does
// too. The powers in the set you are addressed as "you".
func (t Teller) control(e event.Control, withCity bool, you machiavelli.PowerSet) message.Message {
	place, to, from := t.AreaOf(e.Province), t.PowerOf(e.To), t.PowerOf(e.From)
	named := func(p machiavelli.Power) bool { return p != machiavelli.Nobody && t.Power(p) == place.Name }
	var what message.Message
	switch alike := named(e.From) || named(e.To); {
	case named(e.To) && (e.City || withCity):
		what = message.New("{power?pl:their|its} capital", to)
	case alike && withCity:
		what = message.New("the province and the city of {place:name}", place)
	case e.City:
		what = message.New("the city of {place:name}", place)
	case alike:
		what = message.New("the province of {place:name}", place)
	case withCity:
		what = message.New("{place:name} with its city", place)
	default:
		what = message.New("{place:name}", place)
	}
	fromYou := e.From != machiavelli.Nobody && you.Has(e.From)
	switch {
	case e.To == machiavelli.Nobody:
		return message.New("{power} {power?pl:lose|loses} {what}", from, what)
	case named(e.To) && e.From == machiavelli.Nobody:
		return message.New("{power} {power?pl:retake|retakes} {what}", to, what)
	case named(e.To) && fromYou:
		return message.New("{power} {power?pl:retake|retakes} {what} from you", to, what)
	case named(e.To):
		return message.New("{power} {power?pl:retake|retakes} {what} from {from}", to, what, from)
	case e.From == machiavelli.Nobody:
		return message.New("{power} {power?pl:gain|gains} {what}", to, what)
	case fromYou:
		return message.New("{power} {power?pl:take|takes} {what} from you", to, what)
	default:
		return message.New("{power} {power?pl:take|takes} {what} from {from}", to, what, from)
	}
}

func (t Teller) rebellion(e event.RebellionEnded) message.Message {
	place := t.AreaOf(e.Province)
	where := message.New("the rebellion in {place:name}", place)
	switch {
	case e.InCity && !e.InLand:
		where = message.New("the rebellion in the city of {place:name}", place)
	case e.InLand && !e.InCity:
		where = message.New("the rebellion in the province of {place:name}", place)
	}
	by := t.PowerOf(e.By)
	known := e.By != machiavelli.Nobody
	switch {
	case e.How == "owner gone":
		return message.New("{rebellion} is over: there is no owner left to rebel against", where)
	case e.How == "quelled" && known:
		return message.New("{rebellion} is over: quelled by {power}", where, by)
	case e.How == "quelled":
		return message.New("{rebellion} is over: quelled", where)
	case e.How == "put down" && known:
		return message.New("{rebellion} is over: put down by {power}", where, by)
	case e.How == "put down":
		return message.New("{rebellion} is over: put down", where)
	case e.How == "liberated" && known:
		return message.New("{rebellion} is over: liberated by {power}", where, by)
	case e.How == "liberated":
		return message.New("{rebellion} is over: liberated", where)
	case known:
		return message.New("{rebellion} is over: pacified by {power}", where, by)
	default:
		return message.New("{rebellion} is over: pacified", where)
	}
}

func (t Teller) adjusted(e event.Adjusted) message.Message {
	power, typ, at := t.PowerOf(e.Power), message.KindOf(e.Unit.Type, e.Unit.Quality), t.PlaceOf(e.Unit.Place())
	if e.Verdict != event.Succeeded && e.Verdict != event.Disbanded {
		return message.New("{power:name}: {order} has no effect: {why}.", power, message.Order(strconv.Quote(e.Given)), t.adjustedWhy(e))
	}
	switch e.Order.Kind {
	case order.Build:
		return message.New("{Power} {power?pl:build|builds} {type:a} in {place}.", power, typ, at)
	case order.Remove, order.Disband:
		return message.New("{Power} {power?pl:remove|removes} the {type} in {place}.", power, typ, at)
	case order.Maintain:
		return message.New("{Power} {power?pl:maintain|maintains} the {type} in {place}.", power, typ, at)
	default:
		return message.New("{Power} {power?pl:give|gives} up a build.", power)
	}
}

// adjustedWhy explains why a winter order failed, as a clause.
func (t Teller) adjustedWhy(e event.Adjusted) message.Message {
	if e.Failure != event.NoFailure {
		return t.failed(e.Failure, e.Power)
	}
	return e.Error
}

// Changes states that a place changes hands. If its city goes to the same power, the sentence for
// the province includes it, and the sentence for the city is empty. The parameter events holds
// all events of the phase.
func (t Teller) Changes(events []event.Event, e event.Control) message.Message {
	return t.ChangesFor(0, events, e)
}

// ChangesFor returns what Changes returns, addressed to a reader who plays the
// given powers.
func (t Teller) ChangesFor(you machiavelli.PowerSet, events []event.Event, e event.Control) message.Message {
	other := e
	other.City = !e.City
	switch {
	case !slices.Contains(events, event.Event(other)):
		return message.Sentence(t.control(e, false, you))
	case e.City:
		return message.Message{}
	}
	return message.Sentence(t.control(e, true, you))
}

// Maintains states which units a power keeps through the winter.
func (t Teller) Maintains(p machiavelli.Power, us []position.Unit) message.Message {
	return message.New("{Power} {power?pl:maintain|maintains} {units:title}.", t.PowerOf(p), t.units(us))
}

// OrderText returns a unit's order as the classic report writes it, such as
// "Army Pistoia -> Lucca".
func (t Teller) OrderText(before *position.Position, e event.Ordered) string {
	return t.classicUnit(e.Unit) + " " + t.action(before, e.Unit, e.Order)
}

// Mark returns the order's result in a word or two, as in the classic report.
// It is empty for an order that succeeded.
func (t Teller) Mark(e event.Ordered) message.Message { return mark(e.Result) }

// struck lists the places that a disaster struck.
func struck(e event.Disaster) []board.Place {
	var out []board.Place
	for id := e.Struck.Next(board.None); id != board.None; id = e.Struck.Next(id) {
		out = append(out, board.Place{At: id})
	}
	return out
}
