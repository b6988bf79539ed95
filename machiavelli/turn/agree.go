package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// Proposal is a way to end the game on which players can agree (WIN-10). It is
// a draw among some or all of those left, or a concession to one power.
type Proposal struct {
	Draw  bool
	Among machiavelli.PowerSet // for a draw, the powers that share it; empty for all that must agree to it
	To    machiavelli.Power    // for a concession, the winner
	// Called is set for a draw that ends a game because its time is up, whatever
	// its players want.
	Called bool
}

// Voters returns the powers that must agree. These are the powers that are in
// the game and have a unit or own a city. For a concession, its winner and the
// other powers of that seat are left out (BUG-15).
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
		voters &^= p.Setting.Seat(x.To)
	}
	return voters
}

// Agree ends the game by agreement if favour includes all voters, or if x is called because time
// is up; a seat votes for all its powers. The result ok is false if neither is the case, if the
// game is over, if no power must agree, or if x names no possible winner. A draw is shared by the
// powers that it names, among those that had to agree, or by all of these; a concession is won by
// the whole seat (WIN-11).
func Agree(p *position.Position, x Proposal, favour machiavelli.PowerSet) (res Result, ok bool) {
	voters := Voters(p, x)
	if p.Victors != 0 || !x.Draw && (x.To == machiavelli.Nobody || p.Eliminated.Has(x.To)) ||
		x.Draw && x.Among != 0 && voters&x.Among == 0 || voters == 0 || !x.Called && voters&^favour != 0 {
		return Result{}, false
	}
	res.Next = p.Clone()
	how := event.ByDraw
	res.Next.Victors = voters
	if x.Among != 0 {
		res.Next.Victors &= x.Among
	}
	if x.Called {
		how = event.ByCall
	}
	if !x.Draw {
		how = event.ByConcession
		res.Next.Victors = p.Setting.Seat(x.To) &^ p.Eliminated
	}
	res.Events = []event.Event{event.Victory{Powers: res.Next.Victors, How: how}}
	return res, true
}
