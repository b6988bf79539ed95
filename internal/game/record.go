package game

import (
	"time"

	"podesta/machiavelli"
)

// Status is where a game stands.
type Status string

// The states of a game.
const (
	Forming    Status = "forming"    // seats are open, powers not yet assigned
	Active     Status = "active"     // being played
	Paused     Status = "paused"     // nothing runs until it is resumed
	Over       Status = "over"       // won, drawn or conceded
	Terminated Status = "terminated" // given up by its master
)

// SeatState is how it stands with a seat in the current phase.
type SeatState struct {
	Wait      bool      `json:"wait,omitempty"`
	Ready     bool      `json:"ready,omitempty"`    // the player has said so, where the game waits for that
	Complete  bool      `json:"complete,omitempty"` // the last message was free of errors and nothing is missing
	Covered   bool      `json:"covered,omitempty"`  // nothing is missing
	Late      bool      `json:"late,omitempty"`
	Reminded  bool      `json:"reminded,omitempty"`
	Abandoned bool      `json:"abandoned,omitempty"`
	Disorder  bool      `json:"disorder,omitempty"` // civil disorder
	LateCount int       `json:"lateCount,omitempty"`
	Passes    bool      `json:"passes,omitempty"` // need not be waited for while it has money but no units
	Ordered   time.Time `json:"ordered,omitzero"` // when its last message came
	Bot       string    `json:"bot,omitempty"`    // the kind of computer player that holds it (package bot)
	Awaited   bool      `json:"-"`                // the phase waits for its orders; found out anew each time
	Acted     int       `json:"acted,omitempty"`  // the revision for which the computer player has ordered
}

// Entry is one line of a game's log: a notice, press, a result, an act of the
// master. The log is what everybody is told, by mail, on pages and by the API;
// Audience says who may see an entry.
type Entry struct {
	Game     string
	Seq      int64 // from 1, without gaps, in a game's order
	At       time.Time
	Kind     EntryKind
	Phase    machiavelli.Phase
	Number   int      // of the phase
	From     int      // seat that it comes from; 0: the judge or a master
	Audience Audience // who may see it
	Data     []byte   // JSON: what the kind needs
}

// EntryKind is what an entry of the log tells.
type EntryKind string

// The kinds of entries.
const (
	NoticeEntry EntryKind = "notice" // something about the game's course: topic and text
	ResultEntry EntryKind = "result" // a phase was processed
	PressEntry  EntryKind = "press"
	ActEntry    EntryKind = "act" // something that a master did, with what changed
)

// Audience is who may see something. Masters always may.
type Audience struct {
	All       bool  `json:"all,omitempty"`       // players, observers, the public
	Seats     []int `json:"seats,omitempty"`     // these players
	Observers bool  `json:"observers,omitempty"` // observers too
	Members   bool  `json:"members,omitempty"`   // all players and observers, not the public
	// Account is that of somebody without a seat to whom masters write.
	Account string `json:"account,omitempty"`
}

// Job is work that is due at a time: looking at a game's clock, sending a mail,
// calling a webhook. It is done once, by whichever process claims it.
type Job struct {
	ID      int64
	Kind    string // "clock", "mail", "hook"
	Key     string // one job of a kind has a key: the game's ID for "clock"; empty: any number
	Game    string
	Due     time.Time
	Tries   int
	Claimed time.Time // until when a worker has it
	Data    []byte    // JSON: references, never text that can be made at delivery
	Failed  string    // the last failure in words
}
