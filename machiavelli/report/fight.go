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

// Fight is a contest for a place: two or more units that wanted it, or one
// that wanted it and one that stood there. Units that ran into each other
// halfway fight for the places of both.
type Fight struct {
	Places   []board.ID      // the place fought for, or the two of a head-on clash
	Movers   []event.Ordered // who wanted to come in
	Holders  []event.Ordered // who stood there and did not get away
	Helpers  []event.Ordered // supports and convoys meant for one of these
	Won      bool            // somebody came in
	Strength int8            // the greatest strength that came
	Against  int8            // what it was measured against
	Text     string          // the fight in a sentence
}

// Fights finds the contests of a campaign among the events of a phase, in the
// order of the units that moved.
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
	at := map[board.ID]int{} // index into out
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

// goal is the area into which a unit wanted to go: where it advanced to, or the
// field of its own province for a garrison that comes out. None for others.
func goal(e *event.Ordered) board.ID {
	switch {
	case e.Order.Kind == order.Advance:
		return e.Order.To.At
	case e.Order.Kind == order.Convert && e.Unit.InCity():
		return e.Unit.At
	}
	return board.None
}

// backed is the area about which a support or a convoy is.
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

// weigh finds who was the strongest and tells the fight.
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
		f.Against = f.withstood(events, best) // a phase stored before that was told
	}
	f.Text = t.fightText(events, f, best)
}

// fightText tells a fight in a sentence. best is the winner, or the strongest
// of those who tried.
func (t Teller) fightText(events []event.Event, f *Fight, best *event.Ordered) string {
	place := t.place(board.Place{At: goal(best)})
	var others []position.Unit
	for i := range f.Movers {
		if m := &f.Movers[i]; m.Unit != best.Unit && !(f.Won && swept(events, m)) {
			others = append(others, m.Unit)
		}
	}
	who := capital(t.Unit(best.Unit))
	numbers := ""
	if f.Against > 0 {
		numbers = ", " + strconv.Itoa(int(f.Strength)) + " against " + strconv.Itoa(int(f.Against))
	}
	behind := ""
	m := coming(events, best, int(f.Strength))
	if s := t.units(givers(m.given)); s != "" && m.whole {
		behind = " (supported by " + s + ")"
	}
	enters, enter := "enters "+place, "enter "+place
	if best.Unit.InCity() {
		enters, enter = "comes out in "+place, "come out in "+place
	}
	beaten := t.driven(f)
	switch {
	case f.Won && beaten != nil:
		s := who + " drives the " + t.Adjective(beaten.Unit.Owner) + " " + kind(beaten.Unit) + " out of " + t.place(beaten.Unit.Place()) + numbers + behind
		return s + t.rebuffed(others) + "."
	case f.Won && len(others) > 0:
		return who + " " + enters + numbers + behind + t.rebuffed(others) + "."
	case f.Won:
		return who + " " + enters + numbers + behind + "."
	case len(f.Places) == 2 && len(f.Movers) == 2 && len(f.Holders) == 0:
		return who + " and " + t.units(others) + " run into each other" + numbers + ": neither comes through."
	case len(f.Holders) > 0:
		h := &f.Holders[0]
		tries := numbers + behind
		if len(others) > 0 {
			who = capital(t.units(f.units()))
			return who + " fail to enter " + place + tries + ": " + t.stays(events, h, best) + "."
		}
		return who + " fails to " + enter + tries + ": " + t.stays(events, h, best) + "."
	case len(others) > 0:
		return capital(t.units(f.units())) + " meet in " + place + numbers + behind + ": they bounce."
	}
	return who + " fails to " + enter + ": " + t.Explain(*best) + "."
}

// rebuffed tells of the others who wanted a place that another unit won.
func (t Teller) rebuffed(us []position.Unit) string {
	switch {
	case len(us) == 0:
		return ""
	case len(us) == 1 && us[0].InCity():
		return "; " + t.Unit(us[0]) + " fails to come out"
	case len(us) == 1:
		return "; " + t.Unit(us[0]) + " wanted it too and bounces"
	}
	return "; " + t.units(us) + " wanted it too and bounce"
}

// stays tells why the unit that stood there was not dislodged.
func (t Teller) stays(events []event.Event, h, best *event.Ordered) string {
	s := t.Unit(h.Unit) + " stays there"
	if h.Unit.Owner == best.Unit.Owner && h.Unit.Owner != machiavelli.Nobody {
		return s + ", and a power cannot dislodge its own units"
	}
	if b := t.units(givers(staying(events, h, 0).given)); b != "" {
		s += ", supported by " + b
	}
	if best.Result.Reason == event.OwnSupport {
		s += "; the support of " + t.units(best.Culprits) + " does not count against a unit of the same power"
	}
	return s
}

// withstood is the greatest strength of those whom the winner overcame: of the
// others who came, and of the unit that stood there with its support.
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

// units are those of the movers.
func (f *Fight) units() []position.Unit {
	var out []position.Unit
	for _, m := range f.Movers {
		out = append(out, m.Unit)
	}
	return out
}

// rides reports whether the unit is cavalry on a way of two provinces, which
// leaves its own whatever comes of it (OPT-01).
func (t Teller) rides(e *event.Ordered) bool {
	return e.Order.Kind == order.Advance && e.Unit.Mounted() && e.Order.NVia > 0 && e.Order.Rides(t.s.Board)
}

// driven is the holder that was dislodged, or nil.
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
