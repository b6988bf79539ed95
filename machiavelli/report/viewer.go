package report

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Viewer is the reader of a report. The zero value is the public, which
// includes observers and the archive.
type Viewer struct {
	Powers machiavelli.PowerSet // the powers that the reader plays
	Master bool                 // whether the reader is a master of the game, who sees everything
}

// For returns the viewer who plays the given powers.
func For(powers ...machiavelli.Power) Viewer {
	var v Viewer
	for _, p := range powers {
		v.Powers = v.Powers.With(p)
	}
	return v
}

// owns reports whether the viewer plays power p, or may see everything that p sees.
func (v Viewer) owns(p machiavelli.Power) bool {
	return v.Master || p != machiavelli.Nobody && v.Powers.Has(p)
}

// hidesMoney reports whether the viewer must not see what others spend.
func hidesMoney(v Viewer, r *rules.Set) bool {
	return !v.Master && r != nil && r.TreasuryVisibility != rules.TreasuriesOpen
}

// Visible reports whether the viewer may know of the event once the phase is
// over. Expenses, loans and payments are then public (EXP-10, GIFT-03), but
// with hidden treasuries only the powers concerned see them and their income
// (BUG-01); the effects of money are always public. Gifts of chits are known to
// giver and receiver (ASSN-02), and exchanges to the parties that lodged them
// (OPT-22). Refused lines and remarks on lines are known only to their writer.
func Visible(e event.Event, v Viewer, r *rules.Set) bool {
	if v.Master {
		return true
	}
	open := r.TreasuryVisibility == rules.TreasuriesOpen
	switch e := e.(type) {
	case event.ChitGiven:
		return v.owns(e.Power) || e.Verdict == event.Succeeded && v.owns(e.To)
	case event.Exchanged:
		return v.owns(e.Power) || e.Both && v.owns(e.With)
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

// Seen returns the events that the viewer may know of, in their order. It does
// not change the given list.
func Seen(events []event.Event, v Viewer, r *rules.Set) []event.Event {
	seen := make([]event.Event, 0, len(events))
	for _, e := range events {
		if Visible(e, v, r) {
			seen = append(seen, e)
		}
	}
	return seen
}

// SeesTreasury reports whether the viewer may know how much money power p has
// and owes (BUG-01).
func SeesTreasury(p machiavelli.Power, v Viewer, r *rules.Set) bool {
	return r.TreasuryVisibility == rules.TreasuriesOpen || v.owns(p)
}

// SeesChits reports whether the viewer may know which assassination chits
// power p holds (ASSN-02).
func SeesChits(p machiavelli.Power, v Viewer) bool { return v.owns(p) }

// Known returns a copy of a position without what the viewer must not know,
// which is the ducats and loans in hidden treasuries, and other powers' chits.
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
