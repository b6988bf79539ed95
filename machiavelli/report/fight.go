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

// Fight is a contest for a place, in which two or more units tried to enter it,
// or one tried to enter it while another stood there. Units that met head to
// head fight for both their places.
type Fight struct {
	Places   []board.ID      // the place fought for, or both places of a head-to-head battle
	Movers   []event.Ordered // units that tried to enter
	Holders  []event.Ordered // units that stood there and did not leave
	Helpers  []event.Ordered // supports and convoys for Movers or Holders
	Won      bool            // whether a unit entered
	Strength int8            // the greatest strength of a mover
	Against  int8            // the strength that it was compared with
	Text     message.Message // a sentence that describes the fight
}

// Fights returns the contests of a campaign found among the events of a phase,
// in the order of the units that moved.
func (t Teller) Fights(events []event.Event) []Fight {
	var all []event.Ordered
	var lost board.Set
	for _, e := range events {
		switch e := e.(type) {
		case event.Ordered:
			all = append(all, e)
		case event.UnitDislodged:
			lost.Add(e.Dislodged.Unit.At)
		}
	}
	var out []Fight
	at := map[board.ID]int{} // the index in out of the fight for each area
	for i := range all {
		e := &all[i]
		to := goal(e)
		contested := e.Result.Verdict == event.Bounced || e.Result.Verdict == event.Succeeded && (e.Result.Against > 0 || lost.Has(to))
		if to == board.None || !contested {
			continue
		}
		n, ok := at[to]
		if !ok {
			n = len(out)
			out = append(out, Fight{Places: []board.ID{to}})
			at[to] = n
		}
		if e.Result.Reason == event.HeadToHead && e.Order.Kind == order.Advance && !lost.Has(e.Unit.At) && !lost.Has(to) {
			if _, met := at[e.Unit.At]; !met {
				at[e.Unit.At] = n
				out[n].Places = append(out[n].Places, e.Unit.At)
			}
		}
	}
	for i := range all {
		e := &all[i]
		f := func(id board.ID) *Fight {
			if n, ok := at[id]; ok && id != board.None {
				return &out[n]
			}
			return nil
		}
		to := goal(e)
		tried := to != board.None && (e.Result.Verdict == event.Bounced || e.Result.Verdict == event.Succeeded)
		if x := f(to); x != nil && tried {
			x.Movers = append(x.Movers, *e)
		}
		turned := e.Order.Kind == order.Convert && !e.Unit.InCity() && e.Result.Verdict == event.Succeeded && !e.Result.Dislodged
		left := tried && e.Result.Verdict == event.Succeeded || turned || e.Result.Verdict == event.Disbanded || t.rides(e)
		if x := f(e.Unit.At); x != nil && !e.Unit.InCity() && !left && !(tried && f(to) == x) {
			x.Holders = append(x.Holders, *e)
		}
		if x := f(backed(e)); x != nil {
			x.Helpers = append(x.Helpers, *e)
		}
	}
	for i := range out {
		t.weigh(events, &out[i])
	}
	return out
}

// goal returns the area that a unit tried to enter. This is the target of its
// advance, or its own province if it is a garrison that leaves the city. It is
// None for other units.
func goal(e *event.Ordered) board.ID {
	switch {
	case e.Order.Kind == order.Advance:
		return e.Order.To.At
	case e.Order.Kind == order.Convert && e.Unit.InCity():
		return e.Unit.At
	}
	return board.None
}

// backed returns the area that a support or convoy is about, or None for other
// orders.
func backed(e *event.Ordered) board.ID {
	switch {
	case e.Order.Kind == order.Convoy:
		return e.Order.To.At
	case e.Order.Kind != order.Support:
		return board.None
	case e.Order.Action == order.ToAdvance || e.Order.Action == order.PowerThere:
		return e.Order.To.At
	}
	return e.Order.Target.At
}

// weigh finds the strongest unit and sets the strengths and text of the fight.
func (t Teller) weigh(events []event.Event, f *Fight) {
	var best *event.Ordered
	for i := range f.Movers {
		m := &f.Movers[i]
		switch {
		case m.Result.Verdict == event.Succeeded:
			best, f.Won = m, true
		case !f.Won && (best == nil || m.Result.Strength > best.Result.Strength):
			best = m
		}
	}
	if best == nil {
		return
	}
	f.Strength, f.Against = best.Result.Strength, best.Result.Against
	if f.Won && f.Against == 0 && !best.Unit.InCity() {
		f.Against = f.withstood(events, best) // phases stored by earlier versions lack the value
	}
	f.Text = t.fightText(events, f, best)
}

// fightText describes a fight in a sentence. The parameter best is the winner
// or, without one, the strongest mover.
func (t Teller) fightText(events []event.Event, f *Fight, best *event.Ordered) message.Message {
	place := t.AreaOf(goal(best))
	var others []position.Unit
	for i := range f.Movers {
		if m := &f.Movers[i]; m.Unit != best.Unit && !(f.Won && swept(events, m)) {
			others = append(others, m.Unit)
		}
	}
	who, comesOut := t.UnitOf(best.Unit), best.Unit.InCity()
	beaten := t.driven(f)
	holders := len(f.Holders) > 0
	// with adds the strengths and the supports to what happened.
	m := coming(events, best, int(f.Strength))
	with := func(what message.Message, supports bool) message.Message {
		strong, weak := message.Number(f.Strength), message.Number(f.Against)
		backed := supports && m.whole && len(m.given) > 0
		switch by := t.units(givers(m.given)); {
		case f.Against > 0 && backed:
			return message.New("{what}, {n} against {m} (supported by {units})", what, strong, weak, by)
		case f.Against > 0:
			return message.New("{what}, {n} against {m}", what, strong, weak)
		case backed:
			return message.New("{what} (supported by {units})", what, by)
		}
		return what
	}
	switch {
	case f.Won && beaten != nil:
		unit := t.UnitOf(beaten.Unit)
		return t.rebuffed(with(message.New("{unit} drives {loser:bare} out of {place}", who, unit, unit.At), true), others)
	case f.Won && comesOut:
		return t.rebuffed(with(message.New("{unit} comes out in {place}", who, place), true), others)
	case f.Won:
		return t.rebuffed(with(message.New("{unit} enters {place}", who, place), true), others)
	case len(f.Places) == 2 && len(f.Movers) == 2 && !holders:
		return message.New("{What}: neither comes through.", with(message.New("{unit} and {others} run into each other", who, t.units(others)), false))
	case holders && len(others) > 0:
		return message.New("{What}: {why}.", with(message.New("{units} fail to enter {place}", t.units(f.units()), place), true), t.stays(events, &f.Holders[0], best))
	case len(others) > 0:
		return message.New("{What}: they bounce.", with(message.New("{units} meet in {place}", t.units(f.units()), place), true))
	}
	what := message.New("{unit} fails to enter {place}", who, place)
	if comesOut {
		what = message.New("{unit} fails to come out in {place}", who, place)
	}
	if holders {
		return message.New("{What}: {why}.", with(what, true), t.stays(events, &f.Holders[0], best))
	}
	return message.New("{What}: {why}.", what, t.Explain(*best))
}

// rebuffed adds the other units that tried to enter a place that a unit won.
func (t Teller) rebuffed(what message.Message, us []position.Unit) message.Message {
	switch {
	case len(us) == 0:
		return message.Sentence(what)
	case len(us) == 1 && us[0].InCity():
		return message.New("{What}; {unit} fails to come out.", what, t.UnitOf(us[0]))
	case len(us) == 1:
		return message.New("{What}; {unit} wanted it too and bounces.", what, t.UnitOf(us[0]))
	}
	return message.New("{What}; {units} wanted it too and bounce.", what, t.units(us))
}

// stays explains why the unit of h, which best failed to dislodge, stays in its
// place.
func (t Teller) stays(events []event.Event, h, best *event.Ordered) message.Message {
	unit := t.UnitOf(h.Unit)
	if h.Unit.Owner == best.Unit.Owner && h.Unit.Owner != machiavelli.Nobody {
		return message.New("{unit} stays there, and a power cannot dislodge its own units", unit)
	}
	s := message.New("{unit} stays there", unit)
	if b := givers(staying(events, h, 0).given); len(b) > 0 {
		s = message.New("{unit} stays there, supported by {units}", unit, t.units(b))
	}
	if best.Result.Reason == event.OwnSupport {
		return message.New("{first}; {second}", s, t.ownSupport(best.Culprits))
	}
	return s
}

// withstood returns the greatest strength that the winner overcame. This is the
// strength of another mover, or of a unit that stood there with its supports.
func (f *Fight) withstood(events []event.Event, winner *event.Ordered) int8 {
	var most int8
	for i := range f.Movers {
		if m := &f.Movers[i]; m.Unit != winner.Unit && !swept(events, m) {
			most = max(most, m.Result.Strength)
		}
	}
	for i := range f.Holders {
		h := &f.Holders[i]
		m := staying(events, h, 0)
		most = max(most, int8(m.own+sumOf(m.given)))
	}
	return most
}

// units returns the units of the movers.
func (f *Fight) units() []position.Unit {
	var out []position.Unit
	for _, m := range f.Movers {
		out = append(out, m.Unit)
	}
	return out
}

// rides reports whether the unit is cavalry that rides over two provinces. Such
// a unit leaves its own province whether it succeeds or not (OPT-01).
func (t Teller) rides(e *event.Ordered) bool {
	return e.Order.Kind == order.Advance && e.Unit.Mounted() && e.Order.NVia > 0 && e.Order.Rides(t.s.Board)
}

// driven returns the order of the unit that was dislodged from one of the
// fight's places, whether it held or moved, or nil.
func (t Teller) driven(f *Fight) *event.Ordered {
	for i := range f.Holders {
		if f.Holders[i].Result.Dislodged {
			return &f.Holders[i]
		}
	}
	for i := range f.Movers {
		if m := &f.Movers[i]; m.Result.Dislodged && slices.Contains(f.Places, m.Unit.At) && !t.rides(m) {
			return m
		}
	}
	return nil
}
