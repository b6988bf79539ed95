package interchange

import (
	"podesta/machiavelli/event"
	"podesta/machiavelli/report"
)

// reasonNames holds the format's words for the reasons for orders.
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

// why writes, if the case asks for it, the chain of reasons for event i. It has
// the event's own reason, then the parts of the numbers, and the failed
// supports and convoys for it.
func (w *writer) why(i int) {
	if !w.c.explain {
		return
	}
	w.member("why")
	w.open('[')
	e := w.r.Events[i]
	own, _ := e.(event.Ordered)
	for _, r := range report.New(w.set).Chain(w.r.Events, e) {
		w.open('{')
		if r.Of != nil {
			w.outcomeOf(r.Of, r.Of.Unit != own.Unit, r.Text.String())
		} else {
			w.textMember("text", r.Text.String())
		}
		if len(r.Rules) > 0 {
			w.member("rules")
			w.open('[')
			for _, id := range r.Rules {
				w.text(id)
			}
			w.close(']')
		}
		w.close('}')
	}
	w.close(']')
}

// outcomeOf writes the members of a link that explains a unit's order. If named is true, it
// also writes the unit.
func (w *writer) outcomeOf(e *event.Ordered, named bool, text string) {
	r := &e.Result
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
}
