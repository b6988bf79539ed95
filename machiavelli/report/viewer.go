package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Viewer is for whom a report is written. The zero value is the public: those
// who only watch, and the archive.
type Viewer struct {
	Powers machiavelli.PowerSet // the powers that the reader plays
	Master bool                 // the reader is a master of the game and sees everything
}

// For is the viewer who plays the powers given.
func For(powers ...machiavelli.Power) Viewer {
	var v Viewer
	for _, p := range powers {
		v.Powers = v.Powers.With(p)
	}
	return v
}

// owns reports whether the viewer plays power p, or sees what p sees.
func (v Viewer) owns(p machiavelli.Power) bool {
	return v.Master || p != machiavelli.Nobody && v.Powers.Has(p)
}

// hidesMoney reports whether the viewer is not told what others spend.
func hidesMoney(v Viewer, r *rules.Set) bool {
	return !v.Master && r != nil && r.TreasuryVisibility != rules.TreasuriesOpen
}

// Visible reports whether the viewer may know of the event once the phase is
// over. What was spent, lent and paid is then read out to everybody (EXP-10,
// GIFT-03), but where treasuries are hidden it is told only to those whose
// money it is (BUG-01); what the money did is public in any case. Gifts of
// chits are for giver and receiver (ASSN-02); lines that were refused, and
// remarks on lines, for their writer.
func Visible(e event.Event, v Viewer, r *rules.Set) bool {
	if v.Master {
		return true
	}
	open := r.TreasuryVisibility == rules.TreasuriesOpen
	switch e := e.(type) {
	case event.ChitGiven:
		return v.owns(e.Power) || e.Verdict == event.Succeeded && v.owns(e.To)
	case event.Refused:
		return v.owns(e.Power)
	case event.Noted:
		return v.owns(e.Power)
	case event.Payment:
		return open || v.owns(e.Power) || e.Paid > 0 && v.owns(e.To)
	case event.Borrowed:
		return open || v.owns(e.Power)
	case event.Collected:
		return open || v.owns(e.Power)
	case event.Defaulted:
		return open || v.owns(e.Power)
	case event.Expense:
		return open || v.owns(e.Power)
	case event.Income:
		return open || v.owns(e.Power)
	}
	return true
}

// Seen is the part of the events that the viewer may know of, in their order.
// The list given is not changed.
func Seen(events []event.Event, v Viewer, r *rules.Set) []event.Event {
	seen := make([]event.Event, 0, len(events))
	for _, e := range events {
		if Visible(e, v, r) {
			seen = append(seen, e)
		}
	}
	return seen
}

// SeesTreasury reports whether the viewer may know how much money power p has,
// and what it owes (BUG-01).
func SeesTreasury(p machiavelli.Power, v Viewer, r *rules.Set) bool {
	return r.TreasuryVisibility == rules.TreasuriesOpen || v.owns(p)
}

// SeesChits reports whether the viewer may know which assassination chits
// power p holds (ASSN-02).
func SeesChits(p machiavelli.Power, v Viewer) bool { return v.owns(p) }

// Known is a copy of a position in which those whose treasury the viewer may
// not know have no ducats and no loans, and those whose chits it may not know
// have none.
func Known(p *position.Position, v Viewer, r *rules.Set) *position.Position {
	q := p.Clone()
	q.Loans = nil
	for _, l := range p.Loans {
		if SeesTreasury(l.Power, v, r) {
			q.Loans = append(q.Loans, l)
		}
	}
	for power := range q.Treasury {
		if !SeesTreasury(machiavelli.Power(power), v, r) {
			q.Treasury[power] = 0
		}
		if !SeesChits(machiavelli.Power(power), v) {
			clear(q.Chits[power][:])
		}
	}
	return q
}
