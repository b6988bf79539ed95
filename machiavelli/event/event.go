// Package event is what happened, as typed records: the only thing that the
// steps of a turn produce beside the next position. Wording is elsewhere.
package event

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Event is one thing that happened. Its dynamic type is one of the types of
// this package.
type Event interface{ Kind() string }

// Ordered is what came of one unit's order. Units are named as they stood at the
// start of the phase; culprits likewise.
type Ordered struct {
	Unit     position.Unit
	Order    order.Order
	Given    string // the player's text, empty where none was given
	Result   Result
	Culprits []position.Unit
}

// Refused is an order line that changed nothing, with the reason.
type Refused struct {
	Power machiavelli.Power
	Given string
	Error string
	Code  string
}

// Noted is a remark on a line that was accepted.
type Noted struct {
	Power machiavelli.Power
	Given string
	Note  string
	Code  string
}

// UnitDislodged is a unit that must retreat, with its options.
type UnitDislodged struct {
	Dislodged position.Dislodged
	By        position.Unit
}

// Retreated is what came of one dislodged unit.
type Retreated struct {
	Unit     position.Unit
	Order    order.Order
	Given    string
	To       board.Place // where it went; zero where it is gone
	IntoCity bool
	Verdict  Verdict
	With     []position.Unit // units that retreated to the same place (RETR-07)
}

// RemovalReason says why a unit left the board.
type RemovalReason string

// The reasons for which a unit leaves the board.
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

// SiegeBegun, SiegeCompleted and SiegeLifted tell of sieges (section 11).
type (
	SiegeBegun struct {
		By position.Unit
	}
	SiegeCompleted struct {
		By   position.Unit
		Lost *position.Unit // the garrison eliminated; nil where rebels were put down
	}
	SiegeLifted struct {
		Province board.ID
	}
)

// Control is a province or a city that changed hands.
type Control struct {
	Province board.ID
	City     bool
	From, To machiavelli.Power
}

// RebellionEnded tells how a rebellion ended.
type RebellionEnded struct {
	Province board.ID
	InCity   bool
	InLand   bool
	Against  machiavelli.Power
	How      string // "quelled", "put down", "liberated", "pacified", "owner gone"
	By       machiavelli.Power
}

// Conquest is a home country gained, Loss one lost (HOME-03, HOME-05).
type (
	Conquest struct {
		Country int
		By      machiavelli.Power
		From    machiavelli.Power
	}
	Loss struct {
		Country int
		By      machiavelli.Power // who lost it
	}
)

// Elimination is a power out of the game (section 17). Homes are the cities of
// its home countries, none of which it owns; they are empty where it is out
// because nothing at all is left to it. Fall tells that this is counted after
// fall only (ELIM-10).
type Elimination struct {
	Power machiavelli.Power
	Homes []HomeCity
	Fall  bool
}

// HomeCity is a city of a home country, and whose it is.
type HomeCity struct {
	City  board.ID
	Owner machiavelli.Power
}

// Ending tells how a game ended that nobody won on the board.
type Ending string

// The ends by agreement (WIN-10), and that after the last year.
const (
	ByDraw       Ending = "draw"
	ByConcession Ending = "concession"
	ByTime       Ending = "last-year"
)

// Agreed reports whether the players have agreed on the end.
func (e Ending) Agreed() bool { return e == ByDraw || e == ByConcession }

// Victory ends the game (section 18). How is empty for a victory on the board;
// Cities tells of one, and of the end after the last year.
type Victory struct {
	Powers machiavelli.PowerSet
	Cities int
	How    Ending
}

// VictoryTied is several powers qualified with equal cities (WIN-08).
type VictoryTied struct {
	Powers   machiavelli.PowerSet
	Cities   int
	RaisedTo int
}

// Allowance is how many cities and how many units a power has, before the adjustments of a
// game counted in cities (BUILD-17).
type Allowance struct {
	Power  machiavelli.Power
	Cities int
	Units  int
}

// Adjusted is what came of one winter order: a build, a removal, a waived
// build, a unit maintained.
type Adjusted struct {
	Power   machiavelli.Power
	Order   order.Order
	Given   string
	Unit    position.Unit
	Cost    machiavelli.Ducats // paid for it (BUILD-01); 0 without money
	Verdict Verdict
	Error   string // why it failed
}

// Attrition is a unit killed by famine in spring (FAM-06).
type Attrition struct {
	Province board.ID
}

// Kind implements Event with the record's name in the interchange.
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
