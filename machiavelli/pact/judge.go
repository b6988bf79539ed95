package pact

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Campaign is a campaign that has been resolved: the position before it and those of its events
// that a reader may know.
type Campaign struct {
	Before *position.Position
	Events []event.Event
}

// Course is how an agreement has turned out so far.
type Course uint8

// The courses of an agreement.
const (
	InForce Course = iota // it still binds
	Kept                  // it has ended, and nobody is known to have broken it
	Broken
)

var courseNames = [...]string{"in force", "kept", "broken"}

// String returns the course in words, in lower case.
func (c Course) String() string { return courseNames[c] }

// Outcome says how an agreement has turned out. If it was broken, By holds the powers that broke it
// first, which may be both, and In the campaign in which they did.
type Outcome struct {
	Course Course
	By     machiavelli.PowerSet
	In     message.Campaign
}

// Judge returns how an agreement has turned out in the campaigns since it was made, oldest first.
// now is the campaign that has not been resolved yet. Judge knows only what the events say: what
// nobody may know is not a breach.
func (t Terms) Judge(since []Campaign, now message.Campaign) Outcome {
	done := machiavelli.PowerSet(0)
	paid := machiavelli.Ducats(0)
	var end message.Campaign
	for i := range since {
		c := &since[i]
		at := Next(c.Before.Phase)
		if c.Before.Phase.Step != machiavelli.Orders || Before(t.Until, at) {
			continue
		}
		end = at
		bought := boughtBy(c.Events)
		var broke machiavelli.PowerSet
		for _, e := range c.Events {
			switch e := e.(type) {
			case event.Ordered:
				o := e.Order
				o.Unit = order.Unit{Type: e.Unit.Type, At: e.Unit.At, Coast: e.Unit.Coast}
				by := e.Unit.Owner
				if x, ok := bought[e.Unit]; ok {
					by = x
				}
				if t.Forbids(c.Before, by, &o) {
					broke = broke.With(by)
				}
				if t.Serves(c.Before, by, &o) {
					done = done.With(by)
				}
			case event.Payment:
				if e.Power == t.From && e.To == t.To && !e.Bank {
					paid += e.Paid
				}
			case event.Attempted:
				if t.hostile(e.Power, e.Victim) {
					broke = broke.With(e.Power)
				}
			case event.Bribed:
				if t.hostile(e.By, e.Unit.Owner) {
					broke = broke.With(e.By)
				}
			}
		}
		if broke != 0 {
			return Outcome{Broken, broke, at}
		}
	}
	if !Before(t.Until, now) {
		return Outcome{}
	}
	var owing machiavelli.PowerSet
	for _, x := range [...]machiavelli.Power{t.From, t.To} {
		if t.owes(x) && !done.Has(x) {
			owing = owing.With(x)
		}
	}
	if t.Kind == Payment && paid < t.Ducats {
		owing = owing.With(t.From)
	}
	if owing != 0 && end.Year > 0 {
		return Outcome{Broken, owing, end}
	}
	return Outcome{Course: Kept}
}

// boughtBy returns the buyers of the units that were bought in a campaign.
func boughtBy(events []event.Event) map[position.Unit]machiavelli.Power {
	var out map[position.Unit]machiavelli.Power
	for _, e := range events {
		if x, ok := e.(event.Bribed); ok {
			if out == nil {
				out = map[position.Unit]machiavelli.Power{}
			}
			out[x.Unit] = x.To
		}
	}
	return out
}

// hostile reports whether an attack by one power on another breaks a peace or an alliance.
func (t Terms) hostile(by, against machiavelli.Power) bool {
	return t.Peaceful() && t.party(by) && against == t.Other(by)
}

// party reports whether a power is bound by the agreement.
func (t Terms) party(x machiavelli.Power) bool {
	return x != machiavelli.Nobody && (x == t.From || x == t.To)
}

// aim returns the place that a unit's order attacks or helps to attack, and whether there is
// one. A support for a unit that stays attacks nothing.
func aim(o *order.Order) (board.ID, bool) {
	switch o.Kind {
	case order.Advance:
		return o.To.At, true
	case order.Convoy:
		return o.To.At, true
	case order.Besiege:
		return o.Unit.At, true
	case order.Support:
		if o.Action == order.ToAdvance || o.Action == order.PowerThere {
			return o.To.At, true
		}
	}
	return board.None, false
}

// holds reports whether a power owns a place or has a unit there.
func holds(p *position.Position, x machiavelli.Power, at board.ID) bool {
	if p.Province[at] == x || p.City[at] == x {
		return true
	}
	for i := range p.Units {
		if p.Units[i].At == at && p.Units[i].Owner == x {
			return true
		}
	}
	return false
}

// Forbids reports whether an order of a unit breaks the agreement if the power by gives it. Peace
// and alliances allow a power to attack where it owns the province, unless the other party owns the
// city.
func (t Terms) Forbids(p *position.Position, by machiavelli.Power, o *order.Order) bool {
	if !t.party(by) {
		return false
	}
	if t.Kind == Demilitarisation {
		return o.Kind == order.Advance && o.To.At == t.Place || o.Kind != order.Advance && o.Unit.At == t.Place
	}
	if !t.Peaceful() {
		return false
	}
	other := t.Other(by)
	at, attacks := aim(o)
	if !attacks || !holds(p, other, at) || p.Province[at] == by && p.City[at] != other {
		return false
	}
	switch o.Kind {
	case order.Support:
		if o.Action == order.PowerThere {
			return o.Power != other
		}
		return ownerOf(p, o.Target) != other
	case order.Convoy:
		return ownerOf(p, o.Target) != other
	case order.Besiege:
		return p.City[at] == other
	}
	return true
}

// ownerOf returns the owner of a unit that an order names.
func ownerOf(p *position.Position, u order.Unit) machiavelli.Power {
	if i := unitAt(p, u); i >= 0 {
		return p.Units[i].Owner
	}
	return machiavelli.Nobody
}

// owes reports whether a power has promised an act.
func (t Terms) owes(x machiavelli.Power) bool {
	switch {
	case t.Kind == Payment:
		return x == t.To && (t.For == Attack || t.For == Support)
	case t.Kind == Attack:
		return true
	case t.Kind == Support:
		return x == t.Giver()
	}
	return false
}

// Serves reports whether an order of a unit does what the power that gives it
// has promised.
func (t Terms) Serves(p *position.Position, by machiavelli.Power, o *order.Order) bool {
	if !t.party(by) || !t.owes(by) {
		return false
	}
	kind := t.Kind
	if kind == Payment {
		kind = t.For
	}
	if kind == Attack {
		at, attacks := aim(o)
		return attacks && (t.Place == board.None || at == t.Place) && holds(p, t.Against, at)
	}
	if o.Kind != order.Support {
		return false
	}
	owner := t.Other(by)
	switch o.Action {
	case order.ToHold:
		return t.Goal.At == board.None && o.Target.At == t.Unit.At
	case order.ToAdvance:
		return t.Goal.At != board.None && o.Target.At == t.Unit.At && o.To.At == t.Goal.At
	case order.PowerThere:
		at := t.Goal.At
		if at == board.None {
			at = t.Unit.At
		}
		return o.Power == owner && o.To.At == at
	}
	return false
}
