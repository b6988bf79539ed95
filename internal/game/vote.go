package game

import "podesta/machiavelli"

// Deferred are the orders of a seat for a later phase. They are entered when the
// phase comes, and checked then.
type Deferred struct {
	Seat  int               `json:"seat"`
	Phase machiavelli.Phase `json:"phase"`
	Text  string            `json:"text"`           // a line for each
	Wait  bool              `json:"wait,omitempty"` // the phase waits for its deadline
	// Entered reports that the phase has begun and the orders were entered: a
	// rollback brings them back.
	Entered bool `json:"-"`
}

// Motion is something that the players of a game without a master can do by
// agreement of all.
type Motion string

// The motions.
const (
	MotionBack  Motion = "back"  // take back the phase that was carried out last
	MotionLater Motion = "later" // put the deadline off
	MotionPause Motion = "pause" // pause the game
	MotionEnd   Motion = "end"   // give the game up
)

// Ballot is a vote about the end of a game.
type Ballot struct {
	Draw    bool              `json:"draw,omitempty"`
	Concede machiavelli.Power `json:"concede,omitempty"` // Nobody and not Draw: no vote
	// Among are the powers that may share a draw, in a game whose draws need not
	// include all survivors.
	Among machiavelli.PowerSet `json:"among,omitempty"`
}

// None tells that a ballot is for nothing.
func (v Ballot) None() bool { return !v.Draw && v.Concede == machiavelli.Nobody }
