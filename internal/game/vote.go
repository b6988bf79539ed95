package game

import "podesta/machiavelli"

// Deferred holds the orders of a seat for a later phase. They are entered and
// checked when the phase begins.
type Deferred struct {
	Seat  int               `json:"seat"`
	Phase machiavelli.Phase `json:"phase"`
	Text  string            `json:"text"`           // one order per line
	Wait  bool              `json:"wait,omitempty"` // the phase waits for its deadline
	// Entered reports whether the phase has begun and the orders were entered.
	// A rollback restores them.
	Entered bool `json:"-"`
}

// Motion is an action that the players of a game without a master can take if
// all agree.
type Motion string

// The motions.
const (
	MotionBack  Motion = "back"  // roll back the last phase
	MotionLater Motion = "later" // extend the deadline
	MotionPause Motion = "pause" // pause the game
	MotionEnd   Motion = "end"   // end the game
)

// Ballot is a vote to end a game.
type Ballot struct {
	Draw    bool              `json:"draw,omitempty"`
	Concede machiavelli.Power `json:"concede,omitempty"` // Nobody and not Draw: no vote
	// Among holds the powers that share the draw, in a game whose draws need
	// not include all survivors.
	Among machiavelli.PowerSet `json:"among,omitempty"`
}

// None reports whether the ballot supports no ending.
func (v Ballot) None() bool { return !v.Draw && v.Concede == machiavelli.Nobody }
