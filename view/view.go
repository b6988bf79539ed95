package view

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// View is a reader's view of one game. The zero Viewer is the public.
type View struct {
	report.Viewer
	Rules *rules.Set
	Over  bool // the game is over: its final state is no longer secret
}

// Of returns the view of a player of the given powers; master is true for the
// game's masters, who see everything.
func Of(r *rules.Set, over, master bool, powers ...machiavelli.Power) View {
	v := View{Viewer: report.For(powers...), Rules: r, Over: over}
	v.Master = master
	return v
}

// Hidden returns the parts of a position that the reader must not see. last
// marks the current or final position, which is public once the game is over;
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

// Position returns a copy of a position without what is hidden: ducats and
// loans of hidden treasuries, and hidden chits. Readers' own predictions start
// from it.
func (v View) Position(p *position.Position, last bool) *position.Position {
	if v.Over && last {
		return p.Clone()
	}
	return report.Known(p, v.Viewer, v.Rules)
}

// Events returns those of a phase's events that the reader may know of.
func (v View) Events(events []event.Event) []event.Event {
	return report.Seen(events, v.Viewer, v.Rules)
}

// PowerIDs returns the identifiers of a set of powers in roster order.
func PowerIDs(s *position.Setting, set machiavelli.PowerSet) []string {
	ids := []string{}
	for power := machiavelli.Power(1); int(power) < len(s.Powers); power++ {
		if set.Has(power) {
			ids = append(ids, s.Powers[power].ID)
		}
	}
	return ids
}
