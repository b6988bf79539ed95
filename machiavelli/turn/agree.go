package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// Proposal is an end of the game on which players agree (WIN-10): a draw among
// all who are left or some of them, or a concession to one power.
type Proposal struct {
	Draw  bool
	Among machiavelli.PowerSet // of a draw: who shares it; none: all who must agree to it
	To    machiavelli.Power    // of a concession
}

// Voters are the powers whose word an agreement needs: those that are in the
// game and have a unit or own a city, except, for a concession, the one that it
// is for and the other powers of its seat (BUG-15).
func Voters(p *position.Position, x Proposal) machiavelli.PowerSet {
	var voters machiavelli.PowerSet
	for i := range p.Units {
		voters = voters.With(p.Units[i].Owner)
	}
	for i := range p.Dislodged {
		voters = voters.With(p.Dislodged[i].Unit.Owner)
	}
	for _, owner := range p.City {
		voters = voters.With(owner)
	}
	voters &^= p.Eliminated | machiavelli.PowerSet(0).With(machiavelli.Nobody)
	if !x.Draw {
		voters &^= seatOf(p, x.To)
	}
	return voters
}

// seatOf is the powers of the seat to which a power belongs: itself, where it
// has none.
func seatOf(p *position.Position, power machiavelli.Power) machiavelli.PowerSet {
	for _, seat := range p.Setting.Seats {
		var all machiavelli.PowerSet
		for _, x := range seat {
			all = all.With(x)
		}
		if all.Has(power) {
			return all
		}
	}
	return machiavelli.PowerSet(0).With(power)
}

// Agree ends the game by agreement, if all voters are among those in favour; a
// seat speaks for all its powers. Otherwise ok is false, as it is in a game that
// is over and for a concession to a power that is out of the game. A draw is
// shared by the powers that it names, of those that had to agree to it, or by
// all of them; a concession is won by the whole seat (WIN-11).
func Agree(p *position.Position, x Proposal, favour machiavelli.PowerSet) (res Result, ok bool) {
	voters := Voters(p, x)
	if p.Victors != 0 || !x.Draw && (x.To == machiavelli.Nobody || p.Eliminated.Has(x.To)) ||
		x.Draw && x.Among != 0 && voters&x.Among == 0 || voters == 0 || voters&^favour != 0 {
		return Result{}, false
	}
	res.Next = p.Clone()
	how := event.ByDraw
	res.Next.Victors = voters
	if x.Among != 0 {
		res.Next.Victors &= x.Among
	}
	if !x.Draw {
		how = event.ByConcession
		res.Next.Victors = seatOf(p, x.To) &^ p.Eliminated
	}
	res.Events = []event.Event{event.Victory{Powers: res.Next.Victors, How: how}}
	return res, true
}
