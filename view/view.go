package view

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// View is a reader's look at one game. The zero Viewer is the public.
type View struct {
	report.Viewer
	Rules *rules.Set
	Over  bool // the game is over: what it ended with is no secret any more
}

// Of is the view of who plays the powers given; master is for the game's
// masters, who see everything.
func Of(r *rules.Set, over, master bool, powers ...machiavelli.Power) View {
	v := View{Viewer: report.For(powers...), Rules: r, Over: over}
	v.Master = master
	return v
}

// Hidden is what the reader does not get to see of a position. last marks the
// position with which the game stands or ended, which is open once it is over;
// those of earlier phases stay as each reader saw them.
func (v View) Hidden(p *position.Position, last bool) interchange.Hidden {
	var h interchange.Hidden
	if v.Over && last {
		return h
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !report.SeesTreasury(power, v.Viewer, v.Rules) {
			h.Treasuries = h.Treasuries.With(power)
		}
		if !report.SeesChits(power, v.Viewer) {
			h.Chits = h.Chits.With(power)
		}
	}
	return h
}

// Position is a copy of a position in which those whose treasury is hidden have
// no ducats and no loans, and those whose chits are hidden none. It is what a
// reader's own reckoning starts from.
func (v View) Position(p *position.Position, last bool) *position.Position {
	if v.Over && last {
		return p.Clone()
	}
	return report.Known(p, v.Viewer, v.Rules)
}

// Events is the part of a phase's events that the reader may know of.
func (v View) Events(events []event.Event) []event.Event {
	return report.Seen(events, v.Viewer, v.Rules)
}

// PowerIDs lists the identifiers of a set of powers in roster order.
func PowerIDs(s *position.Setting, set machiavelli.PowerSet) []string {
	ids := []string{}
	for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
		if set.Has(power) {
			ids = append(ids, s.Powers[power].ID)
		}
	}
	return ids
}
