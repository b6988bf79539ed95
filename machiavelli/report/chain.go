package report

import (
	"slices"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Reason is one link of the chain of reasons that explains an outcome.
type Reason struct {
	Text  string         // beginning in lower case, without a full stop
	Rules []string       // the ids of the rules ledger that decide it
	Of    *event.Ordered // the unit's order that the link tells of; nil for others
}

// link makes a link of a text and the rules behind it.
func link(text string, rules ...string) Reason { return Reason{Text: text, Rules: rules} }

// Chain explains how the outcome of e came about, link by link: what was
// compared with what, what the numbers are made of, who brought it about, and
// by which rules. events are all events of the phase, of which e is one. The
// first link is the outcome itself; the chain is nil for what needs no
// explanation.
func (t Teller) Chain(events []event.Event, e event.Event) []Reason {
	switch e := e.(type) {
	case event.Ordered:
		return t.chainOfUnit(events, &e)
	case event.Retreated:
		return t.chainOfRetreat(e)
	case event.Adjusted:
		return t.chainOfWinter(e)
	case event.Removed:
		if e.Reason == event.ByDefault && countsCities(events) {
			return []Reason{link("there were not cities enough for it, and no other was named", "BUILD-17", "BUILD-18")}
		}
		if why := removalRules[e.Reason]; why != nil {
			return []Reason{link(gone[e.Reason], why...)}
		}
		return nil
	case event.Control:
		return []Reason{link(t.controlWhy(e), "CTRL-20")}
	case event.FellBack:
		return []Reason{link("cavalry that is not let in falls back on its way, or home", "OPT-01")}
	case event.Transferred:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Unit.Owner), "OPT-15")}
		}
		return []Reason{link("the way led through free spaces of its own power", "OPT-15")}
	case event.Excommunicated:
		return []Reason{link("the Pope may silence one power, and all others together may turn it against him", "OPT-14")}
	}
	return t.chainOfMoney(events, e)
}

// countsCities reports whether the events are those of a winter in which units
// are counted in cities: the allowances are told then (BUILD-17).
func countsCities(events []event.Event) bool {
	return slices.ContainsFunc(events, func(e event.Event) bool { _, ok := e.(event.Allowance); return ok })
}

// controlWhy says by what a place changes hands.
func (t Teller) controlWhy(e event.Control) string {
	switch {
	case e.To == machiavelli.Nobody:
		return "nobody's unit holds it"
	case e.City:
		return "the garrison, or where there is none the unit outside, holds the city"
	default:
		return "the unit in the province, or where there is none the garrison, holds the land"
	}
}

// removalRules are the rules by which units leave the board.
var removalRules = map[event.RemovalReason][]string{
	event.ByOrder:        {"ORD-06"},
	event.NoRetreat:      {"RETR-01", "RETR-02"},
	event.RetreatClash:   {"RETR-07"},
	event.NoRetreatOrder: {"RETR-11"},
	event.BySiege:        {"SIEGE-03"},
	event.InVenice:       {"VENICE-03"},
	event.ByElimination:  {"ELIM-06"},
	event.ByAdjustment:   {"BUILD-02"},
	event.ByDefault:      {"BUILD-11"},
	event.Unpaid:         {"BUILD-01", "BUILD-13"},
	event.ByFamine:       {"FAM-06"},
	event.ByPlague:       {"PLAGUE-01"},
	event.ByStorm:        {"STORM-01"},
	event.ByBribe:        {"BRIBE-09"},
	event.ByMurder:       {"ASSN-09"},
}

// chainOfUnit explains a unit's order: the outcome, what the strengths are made
// of, the supports and convoys meant for it that failed, and by what force the
// unit was driven out.
func (t Teller) chainOfUnit(events []event.Event, e *event.Ordered) []Reason {
	var chain []Reason
	if r, ok := t.outcome(e); ok {
		chain = append(chain, r)
	}
	r := &e.Result
	if moves(e) && r.Strength > 0 {
		chain = append(chain, t.madeOf(events, e.Unit, int(r.Strength), r.Rebels)...)
		for _, u := range e.Culprits {
			switch r.Reason {
			case event.StoodOff, event.HeadToHead:
				chain = append(chain, t.madeOf(events, u, int(r.Against), false)...)
			case event.HeldOff:
				chain = append(chain, t.heldWith(events, u, int(r.Against))...)
			}
		}
	}
	for _, x := range events {
		if h, ok := x.(event.Ordered); ok && h.Result.Verdict != event.Succeeded && helps(&h, e) {
			if r, ok := t.outcome(&h); ok {
				chain = append(chain, r)
			}
		}
	}
	if r.Dislodged {
		chain = append(chain, t.drivenOut(events, e)...)
	}
	return chain
}

// moves reports whether the order is one that has an attack strength.
func moves(e *event.Ordered) bool {
	return e.Order.Kind == order.Advance || e.Order.Kind == order.Convert && e.Unit.InCity()
}

// outcome is the link that tells what came of the order; ok is false where
// there is nothing to tell.
func (t Teller) outcome(e *event.Ordered) (r Reason, ok bool) {
	text := t.Explain(*e)
	switch {
	case text != "":
	case moves(e) && e.Result.Against > 0:
		text = "it goes in with " + versus(e.Result)
	case moves(e) && e.Result.Strength > 0:
		text = "it goes in with a strength of " + strconv.Itoa(int(e.Result.Strength)) + ", and nothing stands against it"
	case e.Order.Kind == order.Support && e.Result.Verdict == event.Succeeded && e.Result.Strength > 0:
		text = "the support counts " + strconv.Itoa(int(e.Result.Strength))
	case e.Result.Reason == event.NoReason:
		return r, false
	}
	r = Reason{Text: text, Rules: orderRules(e), Of: e}
	if e.Result.Eliminated && e.Unit.InCity() && e.Result.Reason != event.Starved {
		r.Rules = append(r.Rules[:len(r.Rules):len(r.Rules)], "SIEGE-03")
	}
	return r, true
}

// versus is "2 against 1".
func versus(r event.Result) string {
	return strconv.Itoa(int(r.Strength)) + " against " + strconv.Itoa(int(r.Against))
}

// madeOf tells what the attack strength of unit u is made of, if it is more
// than the unit itself: its base strength, the supports that held, the rebels.
func (t Teller) madeOf(events []event.Event, u position.Unit, total int, rebels bool) []Reason {
	for _, x := range events {
		e, ok := x.(event.Ordered)
		if !ok || e.Unit != u || !moves(&e) || int(e.Result.Strength) != total {
			continue
		}
		return t.sum(events, &e, total, rebels || e.Result.Rebels, "comes")
	}
	return nil
}

// heldWith tells what the strength of a unit that stayed is made of.
func (t Teller) heldWith(events []event.Event, u position.Unit, total int) []Reason {
	for _, x := range events {
		if e, ok := x.(event.Ordered); ok && e.Unit == u && !moves(&e) {
			return t.sum(events, &e, total, false, "stays")
		}
	}
	return nil
}

// sum tells of what parts a strength is made; nothing if it has one part only,
// or if the parts that are known do not make the whole.
func (t Teller) sum(events []event.Event, e *event.Ordered, total int, rebels bool, does string) []Reason {
	own := e.Unit.Strength()
	parts, rules := []string{strconv.Itoa(own) + " of its own"}, []string{"MOVE-02"}
	if own > 1 {
		rules = append(rules, "SPEC-01")
	}
	left := total - own
	for _, x := range events {
		h, ok := x.(event.Ordered)
		if !ok || h.Result.Verdict != event.Succeeded || h.Order.Kind != order.Support || !backs(&h, e) {
			continue
		}
		gives := int(h.Result.Strength)
		if gives == 0 {
			gives = h.Unit.Strength()
		}
		left -= gives
		parts = append(parts, strconv.Itoa(gives)+" by "+t.Unit(h.Unit))
	}
	if len(parts) > 1 {
		rules = append(rules, "SUPP-03")
	}
	if rebels {
		left--
		parts, rules = append(parts, "1 by the rebels"), append(rules, "REB-13")
	}
	if left != 0 || len(parts) == 1 {
		return nil
	}
	text := t.Unit(e.Unit) + " " + does + " with " + strconv.Itoa(total) + ": " + joined(parts, "and")
	return []Reason{link(text, rules...)}
}

// drivenOut tells by what force a unit was driven out, and with what it stood.
func (t Teller) drivenOut(events []event.Event, e *event.Ordered) []Reason {
	for _, x := range events {
		d, ok := x.(event.UnitDislodged)
		if !ok || d.Dislodged.Unit.At != e.Unit.At || d.Dislodged.Unit != e.Unit && !e.Unit.InCity() {
			continue
		}
		force := int(t.force(events, d.By))
		if force == 0 {
			return nil
		}
		chain := []Reason{link(t.Unit(d.By)+" drove it out with a strength of "+strconv.Itoa(force), "MOVE-02")}
		return append(chain, t.madeOf(events, d.By, force, false)...)
	}
	return nil
}

// helps reports whether the order of h is meant for the unit of e.
func helps(h, e *event.Ordered) bool {
	t := h.Order.Target
	switch {
	case h.Order.Kind == order.Support && h.Order.Action == order.PowerThere:
		return h.Order.Power == e.Unit.Owner && h.Unit != e.Unit && (h.Order.To.At == e.Order.To.At || h.Order.To.At == e.Unit.At)
	case h.Order.Kind == order.Support || h.Order.Kind == order.Convoy:
		return t.At == e.Unit.At && (t.Type == e.Unit.Type || t.Type == machiavelli.NoType && !e.Unit.InCity())
	}
	return false
}

// backs reports whether the support of h counted for what the unit of e did.
func backs(h, e *event.Ordered) bool {
	if !helps(h, e) {
		return false
	}
	switch h.Order.Action {
	case order.ToAdvance:
		return e.Order.Kind == order.Advance && e.Order.To.At == h.Order.To.At
	case order.ToHold:
		return !moves(e) || e.Unit.InCity() // a garrison's support may leave out the conversion (SUPP-13)
	case order.ToConvert:
		return e.Order.Kind == order.Convert
	case order.PowerThere:
		if e.Order.Kind == order.Advance {
			return h.Order.To.At == e.Order.To.At
		}
		return h.Order.To.At == e.Unit.At
	}
	return false
}
