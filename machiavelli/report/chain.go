package report

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// Reason is one link of the chain of reasons that explains an outcome.
type Reason struct {
	Text  message.Message // the text, a clause
	Rules []string        // ids of the rules in the ledger that decide it
	Of    *event.Ordered  // the order that the link explains; nil for other events
}

// link returns a link with the given text and rules.
func link(text message.Message, rules ...string) Reason { return Reason{Text: text, Rules: rules} }

// Chain explains how the outcome of e came about, link by link, with the
// strengths compared, their parts, the units responsible, and the rules. The
// parameter events holds all events of the phase, including e. The first link
// is the outcome itself. Chain returns nil if nothing needs an explanation.
func (t Teller) Chain(events []event.Event, e event.Event) []Reason {
	switch e := e.(type) {
	case event.Ordered:
		return t.chainOfUnit(events, &e)
	case event.Retreated:
		return t.chainOfRetreat(e)
	case event.Adjusted:
		return t.chainOfWinter(e)
	case event.Removed:
		if why := removalRules[e.Reason]; why != nil {
			return []Reason{link(gone[e.Reason], why...)}
		}
		return nil
	case event.Control:
		if why := handedOver(events, e); len(why) > 0 {
			return why
		}
		if e.To == machiavelli.Nobody && eliminated(before(events, e), e.From) {
			return []Reason{link(message.New("its owner is eliminated"), "ELIM-06")}
		}
		return []Reason{link(t.controlWhy(events, e), "CTRL-20")}
	case event.Elimination:
		return t.chainOfElimination(events, e)
	case event.Victory:
		return t.chainOfVictory(e)
	case event.FellBack:
		return []Reason{link(message.New("cavalry that is not let in falls back on its way, or home"), "OPT-01")}
	case event.Transferred:
		if e.Failure != event.NoFailure {
			return []Reason{link(t.failed(e.Failure, e.Unit.Owner), "OPT-15")}
		}
		return []Reason{link(message.New("the way led through free spaces of its own power"), "OPT-15")}
	case event.Excommunicated:
		return []Reason{link(message.New("the Papacy may silence one power, and all others together may turn the ban against the Papacy"), "OPT-14")}
	}
	return t.chainOfMoney(events, e)
}

// before returns the events before e.
func before(events []event.Event, e event.Event) []event.Event {
	if i := slices.IndexFunc(events, func(x event.Event) bool { return x == e }); i >= 0 {
		return events[:i]
	}
	return events
}

// eliminated reports whether the events include a power's elimination.
func eliminated(events []event.Event, power machiavelli.Power) bool {
	return slices.ContainsFunc(events, func(x event.Event) bool {
		e, ok := x.(event.Elimination)
		return ok && e.Power == power
	})
}

// chainOfElimination explains why a power is eliminated: it owns none of its home cities. It
// lists the cities' owners and the cities lost in this phase, what does not prevent elimination,
// and the deadline for retaking a city.
func (t Teller) chainOfElimination(events []event.Event, e event.Elimination) []Reason {
	if slices.ContainsFunc(e.Homes, func(h event.HomeCity) bool { return t.s.Same(h.Owner, e.Power) }) {
		return []Reason{link(message.New("its player gave it up"), "QUIT-01")}
	}
	if len(e.Homes) == 0 {
		return []Reason{link(message.New("it had neither a unit nor a city left"), "ELIM-01")}
	}
	owners := map[machiavelli.Power][]message.Place{}
	lost := map[machiavelli.Power][]message.Place{}
	var chain []Reason
	for _, h := range e.Homes {
		owners[h.Owner] = append(owners[h.Owner], t.AreaOf(h.City))
		for _, x := range events {
			if c, ok := x.(event.Control); ok && c.City && c.Province == h.City && c.From == e.Power && c.To == h.Owner {
				lost[c.To] = append(lost[c.To], t.AreaOf(h.City))
			}
		}
	}
	var whose []message.Message
	for p := range t.s.Powers {
		cities := message.ListOf(message.And, owners[machiavelli.Power(p)])
		switch {
		case len(cities.Of) == 0:
		case p == 0:
			whose = append(whose, message.New("nobody has {cities:name}", cities))
		default:
			whose = append(whose, message.New("{power} {power?pl:have|has} {cities:name}", t.PowerOf(machiavelli.Power(p)), cities))
		}
	}
	n := len(e.Homes)
	chain = append(chain, link(message.Plural(n, "it owns none of its {n} home city: {whose}", "it owns none of its {n} home cities: {whose}", clauses(message.Clauses, whose)), "ELIM-01", "ELIM-02"))
	for p := range t.s.Powers {
		if cities := lost[machiavelli.Power(p)]; len(cities) > 0 && p != 0 {
			chain = append(chain, link(message.New("{power} took {cities:name} in this campaign", t.PowerOf(machiavelli.Power(p)), message.ListOf(message.And, cities)), "ELIM-03"))
		}
	}
	units := 0
	for _, x := range events {
		if r, ok := x.(event.Removed); ok && r.Reason == event.ByElimination && r.Unit.Owner == e.Power {
			units++
		}
	}
	if units > 0 {
		chain = append(chain, link(message.Plural(units,
			"its {n} unit on the board does not save it: only home cities count", "its {n} units on the board do not save it: only home cities count"), "ELIM-04", "ELIM-06"))
	}
	when := message.New("home cities are counted at the end of every campaign: one retaken in this campaign would have saved it")
	if e.Fall {
		when = message.New("home cities are counted at the end of fall")
	}
	return append(chain, link(when, "ELIM-03", "ELIM-10"))
}

// chainOfVictory explains how a power won.
func (t Teller) chainOfVictory(e event.Victory) []Reason {
	switch e.How {
	case event.ByDraw, event.ByConcession:
		return []Reason{link(message.New("every player who was still in the game agreed"), "WIN-10")}
	case event.ByCall:
		return []Reason{link(message.New("its time was up, or an organiser ended it: all who had a unit or a city left share the end"))}
	case event.ByTime:
		return []Reason{link(message.New("the game ends after the fall of its last year, and the power with the most cities wins: {cities}", cities(e.Cities)), "WIN-09")}
	}
	return []Reason{link(message.New("cities are counted when the campaign is over: {cities} and the home countries that come with them are enough", cities(e.Cities)), "WIN-01", "WIN-02")}
}

// controlWhy explains why a place changes hands. It states what happened to the unit that held
// the land before, and what decides the new owner.
func (t Teller) controlWhy(events []event.Event, e event.Control) message.Message {
	what := message.New("the unit in the province decides on the land, or the garrison if there is none, or who last had the place alone if both are gone")
	switch {
	case e.To == machiavelli.Nobody:
		what = message.New("no single power holds it")
	case e.City:
		what = message.New("the garrison decides on the city, or the unit outside if there is none, or who last had the place alone if both are gone")
	}
	if left := t.departed(events, e); !left.IsZero() {
		return message.New("{first}; {second}", left, what)
	}
	return what
}

// departed states that the unit with which a power held a province was dislodged or moved on.
// Otherwise it is empty.
func (t Teller) departed(events []event.Event, c event.Control) message.Message {
	if c.City || c.From == machiavelli.Nobody {
		return message.Message{}
	}
	for _, x := range events {
		e, ok := x.(event.Ordered)
		switch {
		case !ok || e.Unit.At != c.Province || e.Unit.Owner != c.From || e.Unit.InCity():
		case e.Result.Dislodged:
			return message.New("{unit} was dislodged", t.UnitOf(e.Unit))
		case goes(&e):
			return message.New("{unit} moved on", t.UnitOf(e.Unit))
		}
	}
	return message.Message{}
}

// goes reports whether a unit has advanced to another area.
func goes(e *event.Ordered) bool {
	return e.Order.Kind == order.Advance && e.Result.Verdict == event.Succeeded
}

// Unopposed reports whether a chain says only that a unit moved and nothing opposed it.
func Unopposed(chain []Reason) bool {
	return len(chain) == 1 && chain[0].Text.ID == unopposed
}

// unopposed is the pattern of the message for the outcome of such a move.
const unopposed = "unopposed"

// handedOver explains a change of control by a gift or an exchange, if one among
// the events caused it.
func handedOver(events []event.Event, c event.Control) []Reason {
	for _, x := range events {
		switch x := x.(type) {
		case event.ProvinceGiven:
			if x.Verdict == event.Succeeded && x.Province == c.Province && x.Power == c.From && x.To == c.To {
				return []Reason{link(message.New("its owner gave it away"), "OPT-06")}
			}
		case event.Exchanged:
			for i := range x.Lines {
				o := &x.Lines[i]
				from, to := x.Ways(o)
				if x.Verdict == event.Succeeded && o.Item == order.GiveProvince && o.To.At == c.Province && from == c.From && to == c.To {
					return []Reason{link(message.New("its owner gave it in an exchange"), "OPT-21")}
				}
			}
		}
	}
	return nil
}

// removalRules lists the rules by which units leave the board.
var removalRules = map[event.RemovalReason][]string{
	event.ByOrder:        {"ORD-06"},
	event.NoRetreat:      {"RETR-01", "RETR-02"},
	event.RetreatClash:   {"RETR-07"},
	event.NoRetreatOrder: {"RETR-11"},
	event.BySiege:        {"SIEGE-03"},
	event.InVenice:       {"VENICE-03"},
	event.ByElimination:  {"ELIM-06"},
	event.ByAdjustment:   {"BUILD-02"},
	event.ByDefault:      {"BUILD-11", "BUILD-18"},
	event.Unpaid:         {"BUILD-01", "BUILD-13"},
	event.ByFamine:       {"FAM-06"},
	event.ByPlague:       {"PLAGUE-01"},
	event.ByStorm:        {"STORM-01"},
	event.ByBribe:        {"BRIBE-09"},
	event.ByMurder:       {"ASSN-09"},
}

// chainOfUnit explains a unit's order. It gives the outcome, the parts of each
// strength, the supports and convoys for it that failed, and the attack that
// dislodged it.
func (t Teller) chainOfUnit(events []event.Event, e *event.Ordered) []Reason {
	var chain []Reason
	add := func(links ...Reason) { // skips links that another part of the chain has already added
		for _, r := range links {
			if !slices.ContainsFunc(chain, func(x Reason) bool { return x.Text.Contains(r.Text) }) {
				chain = append(chain, r)
			}
		}
	}
	if r, ok := t.outcome(events, e); ok {
		add(r)
	}
	r := &e.Result
	if tried(e) && r.Strength > 0 {
		add(t.sums(e, coming(events, e, int(r.Strength)), false)...)
		add(t.rebelsApart(events, e)...)
		switch {
		case r.Verdict == event.Succeeded, r.Reason == event.StoodOff, r.Reason == event.HeadToHead, r.Reason == event.HeldOff:
			for _, u := range e.Culprits {
				add(t.made(events, e, u)...)
			}
		case r.Reason == event.OwnSupport:
			if o := occupant(events, e); o != nil {
				add(t.made(events, e, o.Unit)...)
			}
		}
	}
	if e.Order.Kind == order.Support && r.Verdict == event.Succeeded {
		add(t.notCounted(events, e)...)
	}
	for _, x := range events {
		h, ok := x.(event.Ordered)
		if !ok || h.Result.Verdict == event.Succeeded || h.Result.Verdict == event.Disbanded || !helps(&h, e) {
			continue
		}
		add(t.noHelp(events, kept(h)))
	}
	if r.Dislodged {
		add(t.drivenOut(events, e)...)
	}
	return chain
}

// notCounted explains that a support did not count because it would have helped
// against a unit of its own power.
func (t Teller) notCounted(events []event.Event, h *event.Ordered) []Reason {
	for _, x := range events {
		e, ok := x.(event.Ordered)
		if !ok || !tried(&e) || !backs(events, h, &e) {
			continue
		}
		if m := coming(events, &e, int(e.Result.Strength)); m.whole && slices.Contains(givers(m.spared), h.Unit) {
			if o := occupant(events, &e); o != nil {
				return []Reason{link(message.New("the support does not count: {unit} is of the same power", t.UnitOf(o.Unit)), "MOVE-08")}
			}
		}
	}
	return nil
}

// noHelp explains that a support or convoy for another unit failed, and names that unit.
func (t Teller) noHelp(events []event.Event, h *event.Ordered) Reason {
	r := Reason{Rules: orderRules(h), Of: h}
	unit, who, known := t.UnitOf(h.Unit), t.units(h.Culprits), len(h.Culprits) > 0
	convoy := h.Order.Kind == order.Convoy
	switch reason := h.Result.Reason; {
	case reason == event.SupportCut && known:
		r.Text = message.New("the support of {unit} was cut: {units} attacked it", unit, who)
	case reason == event.NoReason && known && convoy:
		r.Text = message.New("the convoy of {unit} was lost: {units} dislodged it from {place}", unit, who, t.PlaceOf(h.Unit.Place()))
	case (reason == event.SupporterLost || reason == event.NoReason) && known:
		r.Text = message.New("the support of {unit} was lost: {units} dislodged it from {place}", unit, who, t.PlaceOf(h.Unit.Place()))
	default:
		what := message.New("the support of {unit} had no effect", unit)
		if convoy {
			what = message.New("the convoy of {unit} had no effect", unit)
		}
		why := t.explained(events, h)
		if reason == event.NoMatch && known {
			why = t.otherwise(events, h.Culprits)
		}
		r.Text = what
		if !why.IsZero() {
			r.Text = message.New("{what}: {why}", what, why)
		}
	}
	return r
}

// moves reports whether the order has an attack strength.
func moves(e *event.Ordered) bool {
	return e.Order.Kind == order.Advance || e.Order.Kind == order.Convert && e.Unit.InCity()
}

// outcome returns the link for the result of the order. The result ok is false
// if there is nothing to report.
func (t Teller) outcome(events []event.Event, e *event.Ordered) (r Reason, ok bool) {
	text := t.explained(events, e)
	switch {
	case moves(e) && e.Result.Verdict == event.Succeeded && e.Result.Strength > 0:
		text = t.entry(events, e)
		if e.Result.Dislodged { // a garrison that left the city and was dislodged
			text = both(text, t.Explain(*e))
		}
	case !text.IsZero():
	case e.Order.Kind == order.Support && e.Result.Verdict == event.Succeeded && e.Result.Strength > 0:
		if len(t.notCounted(events, e)) > 0 {
			return r, false
		}
		if u := left(events, e); u != nil {
			text = message.New("the support was not needed: {unit} left {place:name}", t.UnitOf(u.Unit), t.AreaOf(e.Order.To.At))
			break
		}
		text = message.New("the support adds {n}", message.Number(e.Result.Strength))
	case e.Order.Kind == order.Besiege && e.Result.Verdict == event.Succeeded:
		return t.siege(events, e)
	case e.Result.Reason == event.NoReason:
		return r, false
	}
	r = Reason{Text: text, Rules: orderRules(e), Of: e}
	if e.Result.Reason == event.NoConvoy && !t.noConvoy(events, e).IsZero() {
		r.Rules = append(slices.Clip(r.Rules), "BRIBE-11")
	}
	if e.Result.Eliminated && e.Unit.InCity() && e.Result.Reason != event.Starved {
		r.Rules = append(r.Rules[:len(r.Rules):len(r.Rules)], "SIEGE-03")
	}
	return r, true
}

// siege explains what a besieger achieved: the first campaign begins the siege,
// and the second ends it.
func (t Teller) siege(events []event.Event, e *event.Ordered) (r Reason, ok bool) {
	at := t.AreaOf(e.Unit.At)
	for _, x := range events {
		switch x := x.(type) {
		case event.SiegeBegun:
			if x.By == e.Unit {
				return Reason{Text: message.New("the siege of {place:name} begins: it succeeds if the unit besieges again in the next campaign", at), Rules: []string{"SIEGE-02"}, Of: e}, true
			}
		case event.SiegeCompleted:
			if x.By == e.Unit {
				return Reason{Text: message.New("it was the second campaign of the siege of {place:name}, which succeeds", at), Rules: []string{"SIEGE-03"}, Of: e}, true
			}
		}
	}
	return r, false
}

// versus returns the strengths compared, as in "2 against 1".
func versus(r event.Result) message.Message {
	return message.New("{n} against {m}", message.Number(r.Strength), message.Number(r.Against))
}

// drivenOut explains which attack dislodged a unit, and with what strength the
// unit defended.
func (t Teller) drivenOut(events []event.Event, e *event.Ordered) []Reason {
	by := dislodger(events, e)
	if by == nil {
		return nil
	}
	if force := int(by.Result.Strength); force > 0 && goal(by) == e.Unit.At && by.Result.Verdict == event.Succeeded {
		chain := []Reason{link(message.New("{unit} dislodged it with a strength of {n}", t.UnitOf(by.Unit), message.Number(force)), "MOVE-02")}
		return append(chain, t.sums(by, coming(events, by, force), false)...)
	}
	if by.Unit.Mounted() {
		return []Reason{link(message.New("{unit} fell back there", t.UnitOf(by.Unit)), "OPT-01")}
	}
	return nil
}

// dislodger returns the order of the unit that dislodged the unit of e, or nil
// if the events do not show it.
func dislodger(events []event.Event, e *event.Ordered) *event.Ordered {
	for _, x := range events {
		// A garrison that left its city before it was dislodged has another
		// type by then.
		if d, ok := x.(event.UnitDislodged); ok && d.Dislodged.Unit.At == e.Unit.At && (d.Dislodged.Unit == e.Unit || e.Unit.InCity()) {
			return find(events, d.By)
		}
	}
	return nil
}

// helps reports whether h is an order to support or convoy the unit of e.
func helps(h, e *event.Ordered) bool {
	t := h.Order.Target
	switch {
	case h.Unit == e.Unit:
		return false
	case h.Order.Kind == order.Support && h.Order.Action == order.PowerThere:
		return h.Order.Power == e.Unit.Owner && (h.Order.To.At == goal(e) || h.Order.To.At == e.Unit.At && !e.Unit.InCity())
	case h.Order.Kind == order.Support:
		return t.At == e.Unit.At && (t.Type == machiavelli.Garrison) == e.Unit.InCity()
	case h.Order.Kind == order.Convoy:
		return t.At == e.Unit.At && !e.Unit.InCity() && e.Order.Kind == order.Advance && h.Order.To.At == e.Order.To.At
	}
	return false
}

// backs reports whether the order h, if it is a valid support, was for what the unit of e tried
// to do. A support that names only a place does not count for any of several units that go there
// (SUPP-04).
func backs(events []event.Event, h, e *event.Ordered) bool {
	if !helps(h, e) {
		return false
	}
	switch h.Order.Action {
	case order.ToAdvance:
		return e.Order.Kind == order.Advance && e.Order.To.At == h.Order.To.At
	case order.ToHold, order.ToConvert: // a garrison's support may leave out the conversion (SUPP-13)
		return e.Order.Kind == order.Convert && e.Unit.InCity()
	case order.PowerThere:
		return goal(e) == h.Order.To.At && (entering(events, h) == 1 || !inside(events, h))
	}
	return false
}

// entering returns the number of units that try to enter the place that h names
// and belong to the power that h supports.
func entering(events []event.Event, h *event.Ordered) (n int) {
	for _, x := range events {
		o, ok := x.(event.Ordered)
		if ok && o.Unit != h.Unit && o.Unit.Owner == h.Order.Power && o.Result.Verdict != event.Disbanded && goal(&o) == h.Order.To.At {
			n++
		}
	}
	return n
}

// inside reports whether a unit of the power that h supports stands in the
// place that h names.
func inside(events []event.Event, h *event.Ordered) bool {
	return slices.ContainsFunc(events, func(x event.Event) bool {
		o, ok := x.(event.Ordered)
		return ok && o.Unit != h.Unit && keeps(events, h, &o) && o.Result.Verdict != event.Disbanded
	})
}

// keeps reports whether the order h, if it is a valid support, was for the unit of e where it
// stood. A support that names only a place also counts for a unit that stands there, whatever
// that unit's order (SUPP-04).
func keeps(_ []event.Event, h, e *event.Ordered) bool {
	switch {
	case !helps(h, e) || e.Unit.InCity():
		return false
	case h.Order.Action == order.PowerThere:
		return h.Order.To.At == e.Unit.At
	}
	return h.Order.Action == order.ToHold && !moves(e)
}

// left returns the order of the unit that left the place named by support h, if h was for no
// other unit (SUPP-04). Otherwise it returns nil.
func left(events []event.Event, h *event.Ordered) (out *event.Ordered) {
	if h.Order.Action != order.PowerThere {
		return nil
	}
	for _, x := range events {
		e, ok := x.(event.Ordered)
		switch {
		case !ok:
		case backs(events, h, &e):
			return nil
		case keeps(events, h, &e) && e.Order.Kind == order.Advance && e.Result.Verdict == event.Succeeded:
			out = kept(e)
		}
	}
	return out
}
