package botgames

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// Reason explains in a sentence the purpose of line i of a hint. It uses facts of the position
// and of the other lines, and does not guess what other players will do. p is the position of the
// phase. The result is empty for lines that need no explanation, such as payments.
func Reason(p *position.Position, lines []turn.Line, i int) message.Message {
	l := &lines[i]
	x := reasons{p: p, t: report.New(p.Setting), power: l.Power, lines: lines}
	o := &l.Order
	switch o.Kind {
	case order.Besiege:
		return x.siege(o.Unit.At)
	case order.Lift:
		return message.New("Lifts the siege, to be free for something else.")
	case order.Advance:
		return x.advance(o)
	case order.Support:
		return x.support(o)
	case order.Convoy:
		return message.New("Carries an army to {place:name}.", x.t.AreaOf(o.To.At))
	case order.Convert:
		if o.ConvertTo == machiavelli.Garrison {
			return message.New("In the city it can only be starved out, by two campaigns of siege.")
		}
		return message.New("Comes out of the city and holds the land.")
	case order.Hold:
		return x.hold(o.Unit.At)
	case order.Retreat:
		return message.New("Saves the unit.")
	case order.Build:
		return x.build(o.Unit.At)
	case order.Remove:
		return message.New("Of your units, this one is needed least.")
	}
	return message.Message{}
}

// reasons finds the reasons for lines of a power.
type reasons struct {
	p     *position.Position
	t     report.Teller
	power machiavelli.Power
	lines []turn.Line
}

func (x *reasons) mine(owner machiavelli.Power) bool {
	return owner != machiavelli.Nobody && x.p.Setting.Same(owner, x.power)
}

// siege returns the reason to besiege a city.
func (x *reasons) siege(at board.ID) message.Message {
	if x.p.Besieged(at) {
		return message.New("Ends the siege of {place:name}, if the unit is not dislodged.", x.t.AreaOf(at))
	}
	return message.New("Begins the siege of {place:name}. The next campaign can end it.", x.t.AreaOf(at))
}

// advance returns the reason to go to a place.
func (x *reasons) advance(o *order.Order) message.Message {
	at, to := x.t.AreaOf(o.To.At), o.To.At
	b := x.p.Setting.Board
	if f := x.p.Field(to); f >= 0 {
		u := x.p.Units[f]
		switch n := x.supporters(o); {
		case x.mine(u.Owner):
			return message.New("Follows {unit}, if that moves on.", x.t.UnitOf(u))
		case n > 0:
			return message.Plural(n, "Attacks {unit} with {n} support.", "Attacks {unit} with {n} supports.", x.t.UnitOf(u))
		default:
			return message.New("Attacks {unit}: if that moves on, the place is yours.", x.t.UnitOf(u))
		}
	}
	if g := x.p.Garrison(to); g >= 0 && !x.mine(x.p.Units[g].Owner) {
		return message.New("Takes the land of {place:name}. The city has a garrison, to be besieged from there.", at)
	}
	switch {
	case b.Areas[to].Sea:
		if near := x.coast(to); !near.IsZero() {
			return near
		}
	case b.Cities.Has(to) && !x.mine(x.p.City[to]):
		return message.New("Takes the city of {place:name}: nobody stands there.", at)
	case !x.mine(x.p.Province[to]):
		return message.New("Takes the land of {place:name}: nobody stands there.", at)
	}
	if u := x.threat(to); u != nil {
		return message.New("Covers {place:name} against {unit}.", at, x.t.UnitOf(*u))
	}
	return message.New("The computer player found no better order for it.")
}

// coast names a city that can be reached from a sea.
func (x *reasons) coast(sea board.ID) message.Message {
	b := x.p.Setting.Board
	for at := b.Borders[sea].Next(board.None); at != board.None; at = b.Borders[sea].Next(at) {
		if b.Cities.Has(at) && !x.p.Setting.OffBoard.Has(at) && !x.mine(x.p.City[at]) {
			return message.New("From there it can go on to {place:name}.", x.t.AreaOf(at))
		}
	}
	return message.Message{}
}

// supporters counts the lines that support an advance of the power's own.
func (x *reasons) supporters(o *order.Order) int {
	n := 0
	for i := range x.lines {
		if s := &x.lines[i].Order; s.Kind == order.Support && s.To.At == o.To.At && (s.Action == order.ToAdvance && s.Target.At == o.Unit.At || s.Action == order.PowerThere && x.mine(s.Power)) {
			n++
		}
	}
	return n
}

// support returns the reason to support another order.
func (x *reasons) support(o *order.Order) message.Message {
	for i := range x.lines {
		m := &x.lines[i].Order
		if m.Kind != order.Advance || m.To.At != o.To.At || o.Action == order.ToHold {
			continue
		}
		if o.Action == order.PowerThere && x.mine(o.Power) || o.Target.At == m.Unit.At {
			if u, ok := x.unit(m.Unit); ok {
				return message.New("Supports {unit} on its way to {place:name}.", x.t.UnitOf(u), x.t.AreaOf(o.To.At))
			}
		}
	}
	at := o.Target.At
	if o.Action == order.PowerThere {
		at = o.To.At
	}
	if u := x.threat(at); u != nil {
		return message.New("Supports the defence of {place:name} against {unit}.", x.t.AreaOf(at), x.t.UnitOf(*u))
	}
	return message.New("Adds its strength in {place:name}.", x.t.AreaOf(at))
}

// unit returns the player's own unit that an order names, or false if there is none.
func (x *reasons) unit(of order.Unit) (position.Unit, bool) {
	for _, u := range x.p.Units {
		if u.At == of.At && u.Type == of.Type && x.mine(u.Owner) {
			return u, true
		}
	}
	return position.Unit{}, false
}

// hold returns the reason to hold at a place.
func (x *reasons) hold(at board.ID) message.Message {
	if u := x.threat(at); u != nil {
		return message.New("Holds {place:name} against {unit}, which could go there.", x.t.AreaOf(at), x.t.UnitOf(*u))
	}
	return message.New("The computer player found no better order for it.")
}

// build returns the reason to build in a place.
func (x *reasons) build(at board.ID) message.Message {
	if u := x.threat(at); u != nil {
		return message.New("Guards {place:name} against {unit}.", x.t.AreaOf(at), x.t.UnitOf(*u))
	}
	return message.New("A new unit makes you stronger.")
}

// threat returns a unit of another player that could go to a place now, or nil.
func (x *reasons) threat(at board.ID) *position.Unit {
	b := x.p.Setting.Board
	for i := range x.p.Units {
		u := &x.p.Units[i]
		if u.Owner == machiavelli.Nobody || x.mine(u.Owner) || u.InCity() {
			continue
		}
		if u.Type != machiavelli.Fleet && b.ArmyEdges[u.At].Has(at) || u.Type == machiavelli.Fleet && b.FleetEdges[u.At][u.Coast].Has(at) {
			return u
		}
	}
	return nil
}
