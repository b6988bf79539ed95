package interchange

import (
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

// reasonNames are the reasons of orders as the contract writes them.
var reasonNames = [...]string{
	event.StoodOff:       "stood-off",
	event.HeldOff:        "held-off",
	event.HeadToHead:     "head-to-head",
	event.OwnUnit:        "own-unit",
	event.OwnSupport:     "own-support",
	event.ConvoyBroken:   "convoy-broken",
	event.NoConvoy:       "no-convoy",
	event.ConvoyParadox:  "convoy-paradox",
	event.StraitClosed:   "strait-closed",
	event.SiegeLock:      "siege-lock",
	event.Besieged:       "besieged",
	event.CityHeld:       "city-held",
	event.CityRebels:     "city-rebels",
	event.VeniceClosed:   "venice-closed",
	event.VeniceRebels:   "venice-rebels",
	event.NothingToSiege: "nothing-to-siege",
	event.SupportCut:     "support-cut",
	event.SupporterLost:  "supporter-lost",
	event.NoMatch:        "no-match",
	event.Ambiguous:      "ambiguous",
	event.Starved:        "starved",
	event.NotNeeded:      "not-needed",
	event.Assassinated:   "assassinated",
}

// why writes, where the case asks for it, the chain of reasons for the outcome
// of the order that event i tells of: the order's own, then those of the
// supports and convoys meant for it that failed.
func (w *writer) why(i int) {
	if !w.c.explain {
		return
	}
	w.member("why")
	w.open('[')
	teller := report.New(w.set)
	if e, ok := w.r.Events[i].(event.Ordered); ok {
		w.reason(teller, &e, false)
		for _, x := range w.r.Events {
			helper, ok := x.(event.Ordered)
			if ok && helper.Result.Verdict != event.Succeeded && helps(&helper, &e) {
				w.reason(teller, &helper, true)
			}
		}
	} else if text := teller.Explain(w.r.Events[i]); text != "" {
		w.open('{')
		w.textMember("text", text)
		w.close('}')
	}
	w.close(']')
}

// reason writes one link of the chain; named tells whether it must say whose
// it is.
func (w *writer) reason(teller report.Teller, e *event.Ordered, named bool) {
	r := &e.Result
	text := teller.Explain(*e)
	if r.Reason == event.NoReason && r.Strength == 0 && text == "" {
		return
	}
	w.open('{')
	if named {
		w.owned(e.Unit)
	}
	if r.Reason != event.NoReason {
		w.textMember("reason", reasonNames[r.Reason])
	}
	if text != "" {
		w.textMember("text", text)
	}
	if r.Strength != 0 || r.Against != 0 {
		w.member("strength")
		w.number(int(r.Strength))
		w.member("against")
		w.number(int(r.Against))
	}
	if r.Rebels {
		w.member("rebels")
		w.truth(true)
	}
	if len(e.Culprits) > 0 {
		w.member("by")
		w.open('[')
		for _, u := range e.Culprits {
			w.ownedUnit(u)
		}
		w.close(']')
	}
	w.close('}')
}

// helps reports whether the order of h is meant for the unit of e.
func helps(h, e *event.Ordered) bool {
	t := h.Order.Target
	switch {
	case h.Order.Kind == order.Support && h.Order.Action == order.PowerThere:
		return h.Order.Power == e.Unit.Owner && h.Unit != e.Unit && (h.Order.To.At == e.Order.To.At || h.Order.To.At == e.Unit.At)
	case h.Order.Kind == order.Support || h.Order.Kind == order.Convoy:
		return t.At == e.Unit.At && (t.Type == e.Unit.Type || t.Type == 0 && !e.Unit.InCity())
	}
	return false
}
