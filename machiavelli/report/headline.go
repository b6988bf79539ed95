package report

import (
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
)

// headline collects the events of a phase by importance.
type headline struct {
	great  []string // sentences
	cities []string // clauses, as in the fields below
	small  []string
	minor  []string
	lands  []string
	gone   []string

	bounced, vain, moved, paid int
	earned                     machiavelli.Ducats
}

// Headline summarises the phase in one or two sentences. Victory, elimination
// and conquest come first, then assassinations and disasters, then cities
// taken, units bought, dislodged and lost, rebellions and sieges that begin and
// end, provinces taken and units disbanded. If none of these happened, it
// states how many moves and expenses failed, or how many units moved.
func (t Teller) Headline(events []event.Event) string {
	h := headline{}
	for _, e := range events {
		t.heads(&h, events, e)
	}
	parts := slices.Concat(h.cities, h.small, h.minor, h.lands, h.gone)
	const most = 4
	if more := len(parts) - most; more > 0 {
		parts = append(parts[:most:most], "and "+count(more, "other change", "other changes"))
	}
	lines := h.great
	if len(parts) > 0 {
		lines = append(lines, capital(strings.Join(parts, "; "))+".")
	}
	switch {
	case len(lines) > 0:
		return strings.Join(lines, " ")
	case h.bounced > 0 && h.vain > 0:
		return capital(count(h.bounced, "move bounces", "moves bounce")) + " and " + count(h.vain, "expense comes to nothing", "expenses come to nothing") + "; nothing changes hands."
	case h.vain > 0:
		return capital(count(h.vain, "expense comes to nothing", "expenses come to nothing")) + "; nothing changes hands."
	case h.bounced > 0:
		return capital(count(h.bounced, "move bounces", "moves bounce")) + "; nothing changes hands."
	case h.moved > 0:
		return capital(count(h.moved, "unit moves", "units move")) + "; nothing changes hands."
	case h.paid > 0:
		return capital(count(h.paid, "payment or loan", "payments and loans")) + "; nothing changes hands."
	case h.earned > 0:
		return "A quiet phase; the powers earn " + ducats(h.earned) + "."
	}
	return "A quiet phase."
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
		if s := t.disasterLine(e); s != "" {
			h.great = append(h.great, s)
		}
	case event.Control:
		t.headOfControl(h, events, e)
	case event.Bribed:
		h.small = append(h.small, strings.TrimSuffix(lower(t.bribed(e)), "."))
	case event.Expense:
		if e.Verdict != event.Succeeded && e.Paid > 0 {
			h.vain++
		}
	case event.Attempted:
		if !e.Hit {
			h.minor = append(h.minor, "an attempt on the ruler of "+t.who(e.Victim)+" fails")
		}
	case event.RebellionBegun:
		h.small = append(h.small, t.area(e.Province)+" rebels")
	case event.RebellionEnded:
		if e.How != "owner gone" {
			h.minor = append(h.minor, "the rebellion in "+t.area(e.Province)+" ends")
		}
	case event.Relieved:
		h.minor = append(h.minor, "the famine in "+t.area(e.Province)+" is relieved")
	case event.UnitDislodged:
		s := t.Unit(e.Dislodged.Unit) + " is dislodged"
		if len(e.Dislodged.Retreats) == 0 && !e.Dislodged.IntoCity {
			s += " and lost"
		}
		h.small = append(h.small, s)
	case event.SiegeBegun:
		h.minor = append(h.minor, lower(strings.TrimSuffix(t.Sentence(e), ".")))
	case event.SiegeCompleted:
		h.small = append(h.small, t.area(e.By.At)+" falls after a siege")
	case event.SiegeLifted:
		h.minor = append(h.minor, "the siege of "+t.area(e.Province)+" is lifted")
	case event.Removed:
		if how := ends[e.Reason]; how != "" {
			h.small = append(h.small, t.Unit(e.Unit)+" "+how)
		}
	case event.Excommunicated:
		h.minor = append(h.minor, lower(strings.TrimSuffix(t.Sentence(e), ".")))
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
			h.small = append(h.small, t.does(e.Power, "builds", "build")+" in "+t.area(e.Unit.At))
		}
		if e.Verdict == event.Succeeded && e.Order.Kind == order.Remove {
			h.gone = append(h.gone, t.does(e.Power, "removes the ", "remove the ")+kind(e.Unit)+" in "+t.place(e.Unit.Place()))
		}
	case event.Retreated:
		if s := t.retreat(e); s != "" {
			h.small = append(h.small, strings.TrimSuffix(s, "."))
		}
	case event.Income:
		h.earned += e.Total
	}
}

// ends describes how units leave the board if no other event of the headline
// does.
var ends = map[event.RemovalReason]string{
	event.ByFamine:  "starves",
	event.ByPlague:  "dies of the plague",
	event.ByStorm:   "is lost in a storm",
	event.ByMurder:  "is lost with its ruler",
	event.ByBribe:   "is bribed to disband",
	event.Unpaid:    "goes unpaid and disbands",
	event.ByDefault: "disbands, for no order kept it",
	event.ByOrder:   "disbands",
}

// headOfControl adds a place that changes hands: cities before provinces, and a
// province with its city once. It skips the property of an eliminated power.
func (t Teller) headOfControl(h *headline, events []event.Event, e event.Control) {
	other := e
	other.City = !e.City
	both := slices.Contains(events, event.Event(other))
	if !e.City && both || e.To == machiavelli.Nobody && slices.ContainsFunc(events, func(x event.Event) bool {
		out, ok := x.(event.Elimination)
		return ok && out.Power == e.From
	}) {
		return
	}
	area := t.area(e.Province)
	s := t.does(e.To, "takes ", "take ") + area
	switch {
	case e.To == machiavelli.Nobody:
		s = t.does(e.From, "loses ", "lose ") + area
	case t.Power(e.To) == area && e.City:
		s = t.does(e.To, "retakes its capital", "retake their capital")
	case t.Power(e.To) == area:
		s = t.does(e.To, "retakes ", "retake ") + "the province of " + area
	}
	if e.City {
		h.cities = append(h.cities, s)
		return
	}
	h.lands = append(h.lands, s)
}

// lostOut reports whether a home country was lost by elimination, or to another
// power whose conquest is reported.
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

// disasterLine describes a disaster for the headline, with the number of places
// if there are too many to name. It is empty if nothing was struck.
func (t Teller) disasterLine(e event.Disaster) string {
	const named = 3
	n := len(e.Struck.IDs())
	switch {
	case n == 0:
		return ""
	case n <= named:
		return t.disaster(e)
	case e.What == "storm":
		return fmt.Sprintf("Storms rage in %d seas.", n)
	default:
		return fmt.Sprintf("%s strikes %d provinces.", capital(e.What), n)
	}
}
