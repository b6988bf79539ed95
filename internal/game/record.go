package game

import (
	"time"

	"podesta/machiavelli"
)

// Status is the state of a game.
type Status string

// The states of a game.
const (
	Forming    Status = "forming"    // seats are open, powers not yet assigned
	Active     Status = "active"     // being played
	Paused     Status = "paused"     // deadlines are stopped until the game is resumed
	Over       Status = "over"       // won, drawn or conceded
	Terminated Status = "terminated" // ended by its master
)

// SeatState is the state of a seat in the current phase.
type SeatState struct {
	Wait      bool      `json:"wait,omitempty"`
	Ready     bool      `json:"ready,omitempty"`    // whether the player is ready, in games with OnReady
	Complete  bool      `json:"complete,omitempty"` // whether the last message had no errors and nothing is missing
	Covered   bool      `json:"covered,omitempty"`  // whether the orders received so far cover every unit
	Late      bool      `json:"late,omitempty"`
	Reminded  bool      `json:"reminded,omitempty"`
	Abandoned bool      `json:"abandoned,omitempty"`
	Disorder  bool      `json:"disorder,omitempty"` // whether the seat is in civil disorder
	LateCount int       `json:"lateCount,omitempty"`
	Passes    bool      `json:"passes,omitempty"` // whether the seat is not awaited while it has money but no units
	Ordered   time.Time `json:"ordered,omitzero"` // when its last message with orders arrived
	Written   time.Time `json:"written,omitzero"` // when that message was written, if it took a while to arrive
	Bot       string    `json:"bot,omitempty"`    // the kind of computer player that plays it (package bot)
	Awaited   bool      `json:"-"`                // whether the phase waits for its orders; computed, not stored
	Acted     int       `json:"acted,omitempty"`  // the revision for which the computer player has given orders
}

// Entry is one entry of a game's log: a notice, a message, a result, or a master's act. E-mail,
// pages and the API show the log; Audience determines who may see an entry.
type Entry struct {
	Game     string
	Seq      int64 // position in the game's log: 1, 2, 3 and so on without gaps
	At       time.Time
	Kind     EntryKind
	Phase    machiavelli.Phase
	Number   int      // number of the phase
	From     int      // the seat that wrote it; 0 for the judge or a master
	Audience Audience // who may see it
	Data     []byte   // JSON of the data, which depend on the kind
}

// EntryKind is the kind of a log entry.
type EntryKind string

// The kinds of entries.
const (
	NoticeEntry EntryKind = "notice" // an event in the game, with topic and text
	ResultEntry EntryKind = "result" // a phase was resolved
	PressEntry  EntryKind = "press"
	ActEntry    EntryKind = "act" // an act of a master, with the changes
)

// Audience determines who may see an entry. Masters always may.
type Audience struct {
	All       bool  `json:"all,omitempty"`       // players, observers and the public
	Seats     []int `json:"seats,omitempty"`     // these players
	Observers bool  `json:"observers,omitempty"` // all observers
	Members   bool  `json:"members,omitempty"`   // all players and observers, but not the public
	// Account is the recipient, if masters write to someone without a seat.
	Account string `json:"account,omitempty"`
}

// Job is scheduled work: checking a game's clock, sending e-mail, calling a webhook. It is done
// once, by the process that claims it.
type Job struct {
	ID   int64
	Kind string // "clock", "mail", "hook"
	// only one job of a kind can have the same key, such as the game's ID for "clock"; any number
	// of jobs can have an empty key
	Key     string
	Game    string
	Due     time.Time
	Tries   int
	Claimed time.Time // end of a worker's claim on the job
	Data    []byte    // JSON of references; text is composed at delivery
	Failed  string    // the last failure in words
	Apart   bool      // whether it starts a new trace, because it is unrelated to what queues it; not stored
	// trace of the request or e-mail that queued it, for trace.Begin; set by the store, empty
	// if it was not recorded
	Trace string
}
