package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// Failures of strategic movements (OPT-15).
const (
	NoWay     Failure = "no way"     // no route of free spaces leads to the destination
	TwoTravel Failure = "two only"   // a power has moved two units in this campaign
	InSiege   Failure = "in a siege" // a unit that besieges a city cannot travel
	DrivenOut Failure = "dislodged"  // the unit was dislodged in the campaign
)

// FellBack is cavalry that could not enter after a ride and fell back to To,
// the province in the middle of its route (OPT-01).
type FellBack struct {
	Unit position.Unit
	To   board.ID
}

// Transferred is the result of a strategic movement (OPT-15). Unit is the unit before the
// movement, and To is the destination that it reached or intended to reach.
type Transferred struct {
	Unit    position.Unit
	To      board.Place
	Verdict Verdict // Succeeded, or Void
	Failure Failure
}

// Excommunicated is a use of the Pope's excommunication (OPT-14): until the orders of the next
// campaign are resolved, Silenced cannot write to anyone. Silenced is Victim, or the Pope if all
// others voted against the use. Against lists the powers that voted against it.
type Excommunicated struct {
	Pope     machiavelli.Power
	Victim   machiavelli.Power
	Silenced machiavelli.Power
	Against  machiavelli.PowerSet
}

// Kind implements Event. It returns the name of this kind of event in the
// interchange format.
func (FellBack) Kind() string       { return "fell-back" }
func (Transferred) Kind() string    { return "transfer" }
func (Excommunicated) Kind() string { return "excommunication" }
