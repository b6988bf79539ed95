package botgames

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// Pupil is a player who learns the game. It sees each phase once, in order.
type Pupil struct {
	Power machiavelli.Power
	met   [len(lessons)]bool
	heard []event.Event // events since the last campaign began
}

// lesson explains something after it has happened to a power for the first time.
type lesson func(t report.Teller, p *position.Position, events []event.Event, power machiavelli.Power) message.Message

// lessons lists what a pupil learns by playing. If several apply at once, the first is used.
var lessons = [...]lesson{aSupport, aStandOff, aGarrison}

// Learn notes what happened in a phase that ended with a position. When the next campaign begins,
// it returns a lesson about the last one that the pupil has not learnt before, or an empty
// message.
func (x *Pupil) Learn(p *position.Position, events []event.Event) message.Message {
	x.heard = append(x.heard, events...)
	if p.Phase.Step != machiavelli.Orders {
		return message.Message{}
	}
	events, x.heard = x.heard, nil
	for i, l := range lessons {
		if x.met[i] {
			continue
		}
		if text := l(report.New(p.Setting), p, events, x.Power); !text.IsZero() {
			x.met[i] = true
			return text
		}
	}
	return message.Message{}
}

// aSupport explains a support. It prefers one that helped to dislodge a unit of the power, then one
// given by the power itself, whether or not it was cut, and then another power's.
func aSupport(t report.Teller, _ *position.Position, events []event.Event, power machiavelli.Power) message.Message {
	var own, others message.Message
	for _, e := range events {
		switch e := e.(type) {
		case event.UnitDislodged:
			if e.Dislodged.Unit.Owner == power {
				return message.New("{Unit} was dislodged: {unit2} came with support. Each support adds 1, and the supporter stays where it is. Your units can do the same, for attack and for defence.", t.UnitOf(e.Dislodged.Unit), t.UnitOf(e.By))
			}
		case event.Ordered:
			mine := e.Unit.Owner == power
			switch {
			case e.Order.Kind != order.Support:
			case mine && e.Result.Verdict == event.Cut:
				own = message.New("{Unit} gave a support, which would have added 1. But it was attacked itself, and that cuts a support.", t.UnitOf(e.Unit))
			case e.Result.Verdict != event.Succeeded:
			case mine:
				own = message.New("{Unit} gave a support: it stayed where it was and added its strength to another unit's. It can do that wherever it could move.", t.UnitOf(e.Unit))
			default:
				others = message.New("{Unit} gave a support: it stayed where it was and added its strength to another unit's. Your units can do that, too, wherever they could move.", t.UnitOf(e.Unit))
			}
		}
	}
	if own.IsZero() {
		return others
	}
	return own
}

// aStandOff explains a move by or against the power that bounced because of equal strength.
func aStandOff(t report.Teller, _ *position.Position, events []event.Event, power machiavelli.Power) message.Message {
	for _, e := range events {
		e, ok := e.(event.Ordered)
		if !ok || e.Order.Kind != order.Advance || e.Result.Verdict != event.Bounced || e.Result.Strength == 0 || e.Result.Strength != e.Result.Against {
			continue
		}
		against := slices.ContainsFunc(e.Culprits, func(u position.Unit) bool { return u.Owner == power })
		if e.Unit.Owner != power && !against {
			continue
		}
		switch e.Result.Reason {
		case event.StoodOff, event.HeldOff, event.HeadToHead:
			return message.New("{Unit} bounced off {place:name}, {n} against {m}: equal strength is a stand-off, and everyone stays. One more support would have made the difference.",
				t.UnitOf(e.Unit), t.AreaOf(e.Order.To.At), message.Number(e.Result.Strength), message.Number(e.Result.Against))
		}
	}
	return message.Message{}
}

// aGarrison explains garrisons and sieges. It prefers a garrison inside a province with another
// player's unit, one of the two being the power's. Otherwise it takes a foreign garrison next to a
// unit of the power. It comes last because garrisons are still there in the next campaign.
func aGarrison(t report.Teller, p *position.Position, _ []event.Event, power machiavelli.Power) message.Message {
	var near board.Set
	for i := range p.Units {
		if u := &p.Units[i]; u.Owner == power && !u.InCity() {
			near = near.Union(p.Setting.Board.Borders[u.At])
		}
	}
	var beside *position.Unit
	for i := range p.Units {
		in := &p.Units[i]
		if !in.InCity() {
			continue
		}
		if f := p.Field(in.At); f >= 0 && (in.Owner == power) != (p.Units[f].Owner == power) {
			beside = in
			break
		}
		if in.Owner != power && near.Has(in.At) {
			beside = in
		}
	}
	if beside == nil {
		return message.Message{}
	}
	return message.New("{Garrison} is a unit inside the walls. It holds the city even when others stand outside. Attacks do not reach it, only a siege: an army outside that besieges in two campaigns running.", t.UnitOf(*beside))
}
