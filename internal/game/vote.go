package game

import (
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Deferred holds the orders of a seat for a later phase. They are entered and
// checked when the phase begins.
type Deferred struct {
	Seat  int               `json:"seat"`
	Phase machiavelli.Phase `json:"phase"`
	Text  string            `json:"text"`           // one order per line
	Wait  bool              `json:"wait,omitempty"` // whether the phase waits for its deadline
	// Entered reports whether the phase has begun and the orders were entered.
	// A rollback restores them.
	Entered bool `json:"-"`
}

// Motion is an action that the players of a game can take if all agree.
type Motion string

// The motions.
const (
	MotionBack  Motion = "back"  // roll back the last phase
	MotionLater Motion = "later" // extend the deadline
	MotionPause Motion = "pause" // pause the game
	MotionEnd   Motion = "end"   // end the game
	MotionTime  Motion = "time"  // extend the deadline, openly
)

// MotionKind describes a motion. Pages, e-mail, the API and the terminal are generated from it.
type MotionKind struct {
	Motion
	Title    message.Message // title on pages
	Does     string          // in references: completes a sentence that begins with "Votes to"
	Proposal message.Message // announces that a player proposes it; unused if Ask is set
	// Ask makes a motion open: it names the powers that ask for it, and everyone sees who
	// agrees. In games with a master, players can agree to it as well.
	Ask func(powers message.List) message.Message
}

// Motions lists all motions in the order in which pages show them.
var Motions = []MotionKind{
	{
		Motion: MotionBack, Title: message.New("Roll back the last phase"), Does: "roll back the last resolved phase.",
		Proposal: message.New("A player proposes to roll back the last phase. It happens if all players agree during this phase, on the page of their seat or with {command}.", message.Order("SET AGREE BACK")),
	},
	{
		Motion: MotionLater, Title: message.New("Extend the deadline by a day, or by a whole phase if phases are shorter"),
		Does:     "extend the deadline by a day, or by a whole phase if phases are shorter.",
		Proposal: message.New("A player proposes to extend the deadline by a day, or by a whole phase if phases are shorter. It happens if all players agree during this phase, on the page of their seat or with {command}.", message.Order("SET AGREE LATER")),
	},
	{
		Motion: MotionPause, Title: message.New("Pause the game, until one of its players resumes it"), Does: "pause the game until one of its players resumes it.",
		Proposal: message.New("A player proposes to pause the game until one of its players resumes it. It happens if all players agree during this phase, on the page of their seat or with {command}.", message.Order("SET AGREE PAUSE")),
	},
	{
		Motion: MotionEnd, Title: message.New("Abandon the game, without a winner"), Does: "abandon the game, without a winner. This cannot be undone.",
		Proposal: message.New("A player proposes to abandon the game, without a winner. It happens if all players agree during this phase, on the page of their seat or with {command}.", message.Order("SET AGREE END")),
	},
	{
		Motion: MotionTime, Title: message.New("Ask for more time: a day, or a whole phase if phases are shorter. Everyone sees who asks and who agrees."),
		Does: "ask for more time, a day or a whole phase if phases are shorter. Everyone sees who asks and who agrees, and games with a master have it, too.", Ask: asks,
	},
}

// asks returns the notice that players ask for more time.
func asks(powers message.List) message.Message {
	return message.New("{Powers:name} {powers?pl:ask|asks} for more time: a day, or a whole phase if phases are shorter. The deadline is extended if all players agree during this phase, on the page of their seat or with {command}.", powers, message.Order("SET AGREE TIME"))
}

// MotionOf returns the description of a motion, or nil if there is no such motion.
func MotionOf(m Motion) *MotionKind {
	for i := range Motions {
		if Motions[i].Motion == m {
			return &Motions[i]
		}
	}
	return nil
}

// Ballot is a vote to end a game.
type Ballot struct {
	Draw    bool              `json:"draw,omitempty"`
	Concede machiavelli.Power `json:"concede,omitempty"` // Nobody if not conceding; without Draw, that means no vote
	// Among holds the powers that share the draw, in a game whose draws need
	// not include all survivors.
	Among machiavelli.PowerSet `json:"among,omitempty"`
}

// None reports whether the ballot supports no ending.
func (v Ballot) None() bool { return !v.Draw && v.Concede == machiavelli.Nobody }
