package view

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Secrets are the settings of a game that determine what is kept secret, and from whom.
type Secrets struct {
	Rules   *rules.Set
	Forming bool // whether the game has not begun
	Over    bool // whether the game is over, so that its final state is no longer secret

	Gunboat   bool // whether players are hidden from each other
	Reveal    bool // whether Gunboat ends when the game is over
	Quiet     bool // whether late players and players who have left are not announced
	Joining   bool // whether the players of a forming game, and their number, are hidden
	LateCount bool // whether everyone sees how often players have been late
	Ready     bool // whether everyone sees which players are ready
	HideVotes bool // whether only masters see how many have voted for what
}

// Reader is someone who looks at a game. The zero value is a stranger, who does
// not take part in the game, or no longer does.
type Reader struct {
	Master   bool
	Observer bool
	Seat     int                 // seat of a player, from 1
	Powers   []machiavelli.Power // powers of the seat
	Account  string
}

// View determines what a reader may see of one game. The zero View is that of the public.
type View struct {
	report.Viewer
	Secrets
	reader Reader
	copies bool
}

// New returns the view of a reader.
func New(s Secrets, r Reader) View {
	v := View{Viewer: report.For(r.Powers...), Secrets: s, reader: r}
	v.Master = r.Master
	return v
}

// WithCopies returns the view of an observer. The parameter on says whether the observer receives
// copies of the messages between players.
func (v View) WithCopies(on bool) View {
	v.copies = on
	return v
}

// Of returns the view of a player of the given powers in a game whose players are not secret. The
// parameter master is true for the game's masters, who see everything.
func Of(r *rules.Set, over, master bool, powers ...machiavelli.Power) View {
	return New(Secrets{Rules: r, Over: over}, Reader{Master: master, Powers: powers})
}

// SeesTreasury reports whether the reader may know what a power has and owes in
// a position (BUG-01). The parameter last says whether the position is the
// current or final one, which is public when the game is over. Positions of
// earlier phases stay as each reader saw them.
func (v View) SeesTreasury(power machiavelli.Power, last bool) bool {
	return v.Over && last || report.SeesTreasury(power, v.Viewer, v.Rules)
}

// SeesMeans reports whether the reader may know that at least one of the given
// powers has money left to spend.
func (v View) SeesMeans(powers ...machiavelli.Power) bool {
	for _, p := range powers {
		if !v.SeesTreasury(p, true) {
			return false
		}
	}
	return true
}

// Hidden returns the parts of a position that the reader must not see. The
// parameter last has the meaning that it has in SeesTreasury.
func (v View) Hidden(p *position.Position, last bool) interchange.Hidden {
	var h interchange.Hidden
	if v.Over && last {
		return h
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if !v.SeesTreasury(power, last) {
			h.Treasuries = h.Treasuries.With(power)
		}
		if !report.SeesChits(power, v.Viewer) {
			h.Chits = h.Chits.With(power)
		}
	}
	return h
}

// Position returns a copy of a position without the ducats and loans of hidden
// treasuries, and without hidden chits. Readers' own predictions start from
// this copy.
func (v View) Position(p *position.Position, last bool) *position.Position {
	if v.Over && last {
		return p.Clone()
	}
	return report.Known(p, v.Viewer, v.Rules)
}

// Events returns the events that the reader may know.
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
