package report

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// headline collects the events of a phase by importance.
type headline struct {
	great  []message.Message // whole sentences
	cities []message.Message // clauses, as are the fields below
	small  []message.Message
	minor  []message.Message
	lands  []message.Message
	gone   []message.Message

	bounced, vain, moved, paid int
	earned                     machiavelli.Ducats
}

// Headline summarises the phase in one or two sentences. Victory, elimination
// and conquest come first, then assassinations and disasters, then cities
// taken, units bought, dislodged and lost, rebellions and sieges that begin and
// end, provinces taken and units disbanded. If none of these happened, it
// states how many moves and expenses failed, how many units moved, how many
// payments and loans there were, or what the powers earned.
func (t Teller) Headline(events []event.Event) message.Message {
	h := headline{}
	for _, e := range events {
		t.heads(&h, events, e)
	}
	parts := slices.Concat(h.cities, h.small, h.minor, h.lands, h.gone)
	const most = 4
	if more := len(parts) - most; more > 0 {
		parts = append(parts[:most:most], message.Plural(more, "and {n} other change", "and {n} other changes"))
	}
	lines := h.great
	switch len(parts) {
	case 0:
	case 1:
		lines = append(lines, message.Sentence(parts[0]))
	default:
		lines = append(lines, message.New("{Changes}.", clauses(message.Clauses, parts)))
	}
	bounces := message.Plural(h.bounced, "{n} move bounces", "{n} moves bounce")
	vain := message.Plural(h.vain, "{n} expense has no effect", "{n} expenses have no effect")
	switch {
	case len(lines) == 1:
		return lines[0]
	case len(lines) > 0:
		return message.New("{all}", clauses(message.Sentences, lines))
	case h.bounced > 0 && h.vain > 0:
		return message.New("{Moves} and {expenses}; nothing changes hands.", bounces, vain)
	case h.vain > 0:
		return message.New("{What}; nothing changes hands.", vain)
	case h.bounced > 0:
		return message.New("{What}; nothing changes hands.", bounces)
	case h.moved > 0:
		return message.New("{What}; nothing changes hands.", message.Plural(h.moved, "{n} unit moves", "{n} units move"))
	case h.paid > 0:
		return message.New("{What}; nothing changes hands.", message.Plural(h.paid, "{n} payment or loan", "{n} payments and loans"))
	case h.earned > 0:
		return message.New("A quiet phase; the powers earn {sum}.", message.Ducats(h.earned))
	}
	return message.New("A quiet phase.")
}

// heads adds an event to the headline.
func (t Teller) heads(h *headline, events []event.Event, e event.Event) {
	switch e := e.(type) {
	case event.Victory, event.Elimination, event.Conquest, event.VictoryTied, event.Paralysed, event.Defaulted:
		h.great = append(h.great, t.Sentence(e))
	case event.Loss:
		if !t.lostOut(events, e) {
			h.great = append(h.great, t.Sentence(e))
		}
	case event.Disaster:
		if s := t.disasterLine(e); !s.IsZero() {
			h.great = append(h.great, s)
		}
	case event.Control:
		t.headOfControl(h, events, e)
	case event.Bribed:
		h.small = append(h.small, t.bribed(e))
	case event.Expense:
		if e.Verdict != event.Succeeded && e.Paid > 0 {
			h.vain++
		}
	case event.Attempted:
		if !e.Hit {
			h.minor = append(h.minor, message.New("an attempt on the ruler of {power} fails", t.PowerOf(e.Victim)))
		}
	case event.RebellionBegun:
		h.small = append(h.small, message.New("{place:name} rebels", t.AreaOf(e.Province)))
	case event.RebellionEnded:
		if e.How != "owner gone" {
			h.minor = append(h.minor, message.New("the rebellion in {place:name} ends", t.AreaOf(e.Province)))
		}
	case event.Relieved:
		h.minor = append(h.minor, message.New("the famine in {place:name} is relieved", t.AreaOf(e.Province)))
	case event.UnitDislodged:
		s := message.New("{unit} is dislodged", t.UnitOf(e.Dislodged.Unit))
		if len(e.Dislodged.Retreats) == 0 && !e.Dislodged.IntoCity {
			s = message.New("{unit} is dislodged and lost", t.UnitOf(e.Dislodged.Unit))
		}
		h.small = append(h.small, s)
	case event.SiegeBegun:
		h.minor = append(h.minor, t.clause(e))
	case event.SiegeCompleted:
		h.small = append(h.small, message.New("{place:name} falls after a siege", t.AreaOf(e.By.At)))
	case event.SiegeLifted:
		h.minor = append(h.minor, t.clause(e))
	case event.Removed:
		if s := t.ends(e); !s.IsZero() {
			h.small = append(h.small, s)
		}
	case event.Excommunicated:
		h.minor = append(h.minor, t.clause(e))
	case event.Ordered:
		switch {
		case e.Result.Verdict == event.Bounced:
			h.bounced++
		case moves(&e) && e.Result.Verdict == event.Succeeded, e.Order.Kind == order.Convert && e.Result.Verdict == event.Succeeded:
			h.moved++
		}
	case event.Transferred:
		if e.Verdict == event.Succeeded {
			h.moved++
		}
	case event.Payment:
		if e.Paid > 0 {
			h.paid++
		}
	case event.Borrowed:
		if e.Lent > 0 {
			h.paid++
		}
	case event.Adjusted:
		if e.Verdict == event.Succeeded && e.Order.Kind == order.Build {
			h.small = append(h.small, message.New("{power} {power?pl:build|builds} in {place:name}", t.PowerOf(e.Power), t.AreaOf(e.Unit.At)))
		}
		if e.Verdict == event.Succeeded && e.Order.Kind == order.Remove {
			h.gone = append(h.gone, message.New("{power} {power?pl:remove|removes} the {type} in {place}", t.PowerOf(e.Power), message.KindOf(e.Unit.Type, e.Unit.Quality), t.PlaceOf(e.Unit.Place())))
		}
	case event.Retreated:
		h.small = append(h.small, t.retreat(e))
	case event.Income:
		h.earned += e.Total
	}
}

// ends describes how a unit leaves the board, unless another event in the
// headline already does.
func (t Teller) ends(e event.Removed) message.Message {
	unit := t.UnitOf(e.Unit)
	switch e.Reason {
	case event.ByFamine:
		return message.New("{unit} starves", unit)
	case event.ByPlague:
		return message.New("{unit} dies of the plague", unit)
	case event.ByStorm:
		return message.New("{unit} is lost in a storm", unit)
	case event.ByMurder:
		return message.New("{unit} is lost with its ruler", unit)
	case event.ByBribe:
		return message.New("{unit} is bribed to disband", unit)
	case event.Unpaid:
		return message.New("{unit} goes unpaid and disbands", unit)
	case event.ByDefault:
		return message.New("{unit} disbands, for no order kept it", unit)
	case event.ByOrder:
		return message.New("{unit} disbands", unit)
	}
	return message.Message{}
}

// headOfControl adds a place that changes hands. Cities come before provinces,
// and a province that changes hands with its city is not added. It skips the
// property of an eliminated power.
func (t Teller) headOfControl(h *headline, events []event.Event, e event.Control) {
	other := e
	other.City = !e.City
	both := slices.Contains(events, event.Event(other))
	if !e.City && both || e.To == machiavelli.Nobody && eliminated(events, e.From) {
		return
	}
	place, to := t.AreaOf(e.Province), t.PowerOf(e.To)
	s := message.New("{power} {power?pl:take|takes} {what}", to, message.New("{place:name}", place))
	switch home := t.Power(e.To) == place.Name; {
	case e.To == machiavelli.Nobody:
		s = message.New("{power} {power?pl:lose|loses} {what}", t.PowerOf(e.From), message.New("{place:name}", place))
	case home && e.City:
		s = message.New("{power} {power?pl:retake|retakes} {what}", to, message.New("{power?pl:their|its} capital", to))
	case home:
		s = message.New("{power} {power?pl:retake|retakes} {what}", to, message.New("the province of {place:name}", place))
	}
	if e.City {
		h.cities = append(h.cities, s)
		return
	}
	h.lands = append(h.lands, s)
}

// lostOut reports whether the events already report a home country's loss as an
// elimination or as another power's conquest.
func (t Teller) lostOut(events []event.Event, e event.Loss) bool {
	return slices.ContainsFunc(events, func(x event.Event) bool {
		switch x := x.(type) {
		case event.Elimination:
			return x.Power == e.By
		case event.Conquest:
			return x.Country == e.Country
		}
		return false
	})
}

// disasterLine describes a disaster for the headline, giving only the number of
// places if there are too many to name. It is empty if nothing was struck.
func (t Teller) disasterLine(e event.Disaster) message.Message {
	const named = 3
	n := len(e.Struck.IDs())
	switch {
	case n == 0:
		return message.Message{}
	case n <= named:
		return t.Sentence(e)
	case e.What == "storm":
		return message.New("Storms rage in {n} seas.", message.Number(n))
	case e.What == "plague":
		return message.New("Plague strikes {n} provinces.", message.Number(n))
	default:
		return message.New("Famine strikes {n} provinces.", message.Number(n))
	}
}
