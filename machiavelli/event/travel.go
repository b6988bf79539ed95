package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// Failures of strategic movements (OPT-15).
const (
	NoWay     Failure = "no way"     // no way of free spaces leads there
	TwoTravel Failure = "two only"   // a power moves two units so in a campaign
	InSiege   Failure = "in a siege" // a besieger does not travel
	DrivenOut Failure = "dislodged"  // it lost its place in the campaign
)

// FellBack is cavalry that was not let in after a ride and fell back to To, the
// province in the middle of its way (OPT-01).
type FellBack struct {
	Unit position.Unit
	To   board.ID
}

// Transferred is what came of a strategic movement (OPT-15). Unit is the unit
// before it; To is where it went, or should have gone.
type Transferred struct {
	Unit    position.Unit
	To      board.Place
	Verdict Verdict // Succeeded, or Void
	Failure Failure
}

// Excommunicated is a use of the Pope's ban (OPT-14): until the orders of the
// next campaign are carried out Silenced says nothing to anybody. That is Victim, or the Pope himself
// where all others overruled him; Against lists those who voted so.
type Excommunicated struct {
	Pope     machiavelli.Power
	Victim   machiavelli.Power
	Silenced machiavelli.Power
	Against  machiavelli.PowerSet
}

// Kind implements Event with the record's name in the interchange.
func (FellBack) Kind() string       { return "fell-back" }
func (Transferred) Kind() string    { return "transfer" }
func (Excommunicated) Kind() string { return "excommunication" }
