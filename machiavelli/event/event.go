// Package event defines what happens in a game, as typed records. The steps of a turn produce
// only events and the next position. Package report puts them into words.
package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Event is one thing that happened. Its dynamic type is one of the types of
// this package.
type Event interface{ Kind() string }

// Ordered is the result of one unit's order. It describes all units as they were at the start of
// the phase.
type Ordered struct {
	Unit     position.Unit
	Order    order.Order
	Given    string // the player's text, empty if none was given
	Result   Result
	Culprits []position.Unit
}

// Refused is an order line that had no effect, with the reason.
type Refused struct {
	Power machiavelli.Power
	Given string
	Error message.Message // a full sentence or a clause
	Code  string
}

// Noted is a note about an order line that was accepted.
type Noted struct {
	Power machiavelli.Power
	Given string
	Note  message.Message // a full sentence or a clause
	Code  string
}

// UnitDislodged is a unit that must retreat, with its options.
type UnitDislodged struct {
	Dislodged position.Dislodged
	By        position.Unit
}

// Retreated is the result of one dislodged unit's order.
type Retreated struct {
	Unit     position.Unit
	Order    order.Order
	Given    string
	To       board.Place // destination; zero if the unit left the board
	IntoCity bool
	Verdict  Verdict
	With     []position.Unit // units that retreated to the same place (RETR-07)
}

// RemovalReason says why a unit left the board.
type RemovalReason string

// The reasons why a unit leaves the board.
const (
	ByOrder        RemovalReason = "disbanded"
	NoRetreat      RemovalReason = "no retreat"
	RetreatClash   RemovalReason = "retreat clash"
	NoRetreatOrder RemovalReason = "no retreat order"
	BySiege        RemovalReason = "siege"
	InVenice       RemovalReason = "dislodged in Venice"
	ByElimination  RemovalReason = "power eliminated"
	ByAdjustment   RemovalReason = "removed in winter"
	ByDefault      RemovalReason = "removed by default"
	Unpaid         RemovalReason = "unpaid"
	ByFamine       RemovalReason = "famine"
	ByPlague       RemovalReason = "plague"
	ByStorm        RemovalReason = "storm"
	ByBribe        RemovalReason = "bribe"
	ByMurder       RemovalReason = "assassination"
)

// Removed is a unit that left the board.
type Removed struct {
	Unit   position.Unit
	Reason RemovalReason
}

// SiegeBegun is a unit that begins to besiege a city.
type SiegeBegun struct {
	By position.Unit
}

// SiegeCompleted is a siege that has succeeded.
type SiegeCompleted struct {
	By   position.Unit
	Lost *position.Unit // the garrison that was eliminated; nil if rebels were put down
}

// SiegeLifted is a siege that has ended without success.
type SiegeLifted struct {
	Province board.ID
}

// Control is a province or a city that changed hands.
type Control struct {
	Province board.ID
	City     bool
	From, To machiavelli.Power
}

// RebellionEnded records how a rebellion ended.
type RebellionEnded struct {
	Province board.ID
	InCity   bool
	InLand   bool
	Against  machiavelli.Power
	How      string // "quelled", "put down", "liberated", "pacified", "owner gone"
	By       machiavelli.Power
}

// Conquest is a home country gained (HOME-03).
type Conquest struct {
	Country int
	By      machiavelli.Power
	From    machiavelli.Power
}

// Loss is a home country lost (HOME-05).
type Loss struct {
	Country int
	By      machiavelli.Power // the power that lost it
}

// Elimination is a power's elimination. Homes lists the cities of its home
// countries, none of which it owns. The list is empty if the power was
// eliminated because it had nothing left. Fall says whether the rules decide
// eliminations only after fall (ELIM-10).
type Elimination struct {
	Power machiavelli.Power
	Homes []HomeCity
	Fall  bool
}

// HomeCity is a city of a home country with its owner.
type HomeCity struct {
	City  board.ID
	Owner machiavelli.Power
}

// Ending is the way in which a game ended without a victory on the board.
type Ending string

// A game can end by agreement (WIN-10), after the last year, or by a call from outside, when the
// time of a tournament round is up.
const (
	ByDraw       Ending = "draw"
	ByConcession Ending = "concession"
	ByTime       Ending = "last-year"
	ByCall       Ending = "called"
)

// Instead reports whether the game ended before the phase was resolved, so that its orders had no
// effect.
func (e Ending) Instead() bool { return e == ByDraw || e == ByConcession || e == ByCall }

// Victory ends the game. How is empty for a victory on the board. Cities is set
// for such a victory and for an end after the last year.
type Victory struct {
	Powers machiavelli.PowerSet
	Cities int
	How    Ending
}

// VictoryTied says that several powers qualified for a victory with the same
// number of cities (WIN-08).
type VictoryTied struct {
	Powers   machiavelli.PowerSet
	Cities   int
	RaisedTo int
}

// Allowance holds the numbers of a power's cities and units before the
// adjustments in a game in which cities limit the number of units (BUILD-17).
type Allowance struct {
	Power  machiavelli.Power
	Cities int
	Units  int
}

// Adjusted is the result of one winter order: The order built, removed or maintained a unit, or
// waived a build.
type Adjusted struct {
	Power   machiavelli.Power
	Order   order.Order
	Given   string
	Unit    position.Unit
	Cost    machiavelli.Ducats // price paid for it (BUILD-01); 0 in games without money
	Verdict Verdict
	Failure Failure         // CannotBePaid, or empty
	Error   message.Message // why it failed, as a clause
}

// Attrition says that famine killed a unit in spring (FAM-06).
type Attrition struct {
	Province board.ID
}

// Kind implements Event. It returns the name of this kind of event in the
// interchange format.
func (Ordered) Kind() string        { return "order" }
func (Refused) Kind() string        { return "refused" }
func (Noted) Kind() string          { return "note" }
func (UnitDislodged) Kind() string  { return "dislodged" }
func (Retreated) Kind() string      { return "retreat" }
func (Removed) Kind() string        { return "removed" }
func (SiegeBegun) Kind() string     { return "siege-begun" }
func (SiegeCompleted) Kind() string { return "siege-completed" }
func (SiegeLifted) Kind() string    { return "siege-lifted" }
func (Control) Kind() string        { return "control" }
func (RebellionEnded) Kind() string { return "rebellion-ended" }
func (Conquest) Kind() string       { return "conquest" }
func (Loss) Kind() string           { return "loss" }
func (Elimination) Kind() string    { return "elimination" }
func (Victory) Kind() string        { return "victory" }
func (VictoryTied) Kind() string    { return "victory-tied" }
func (Allowance) Kind() string      { return "allowance" }
func (Adjusted) Kind() string       { return "adjustment" }
func (Attrition) Kind() string      { return "starvation" }
