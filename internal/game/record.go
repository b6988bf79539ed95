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
	Paused     Status = "paused"     // nothing runs until it is resumed
	Over       Status = "over"       // won, drawn or conceded
	Terminated Status = "terminated" // ended by its master
)

// SeatState is the state of a seat in the current phase.
type SeatState struct {
	Wait      bool      `json:"wait,omitempty"`
	Ready     bool      `json:"ready,omitempty"`    // the player is ready, in games that wait for that
	Complete  bool      `json:"complete,omitempty"` // the last message was free of errors and nothing is missing
	Covered   bool      `json:"covered,omitempty"`  // nothing is missing
	Late      bool      `json:"late,omitempty"`
	Reminded  bool      `json:"reminded,omitempty"`
	Abandoned bool      `json:"abandoned,omitempty"`
	Disorder  bool      `json:"disorder,omitempty"` // civil disorder
	LateCount int       `json:"lateCount,omitempty"`
	Passes    bool      `json:"passes,omitempty"` // is not waited for while it has money but no units
	Ordered   time.Time `json:"ordered,omitzero"` // when its last message arrived
	Written   time.Time `json:"written,omitzero"` // when that was written, if it took a while to arrive
	Bot       string    `json:"bot,omitempty"`    // the kind of computer player that plays it (package bot)
	Awaited   bool      `json:"-"`                // the phase waits for its orders; computed, not stored
	Acted     int       `json:"acted,omitempty"`  // the revision for which the computer player has given orders
}

// Entry is one entry of a game's log: a notice, press, a result, an act of the
// master. Mail, pages and the API show the log; Audience determines who may see
// an entry.
type Entry struct {
	Game     string
	Seq      int64 // from 1, without gaps, in a game's order
	At       time.Time
	Kind     EntryKind
	Phase    machiavelli.Phase
	Number   int      // of the phase
	From     int      // the seat that wrote it; 0: the judge or a master
	Audience Audience // who may see it
	Data     []byte   // JSON: the data of the kind
}

// EntryKind is the kind of a log entry.
type EntryKind string

// The kinds of entries.
const (
	NoticeEntry EntryKind = "notice" // an event in the game: topic and text
	ResultEntry EntryKind = "result" // a phase was processed
	PressEntry  EntryKind = "press"
	ActEntry    EntryKind = "act" // an act of a master, with the changes
)

// Audience determines who may see an entry. Masters always may.
type Audience struct {
	All       bool  `json:"all,omitempty"`       // players, observers, the public
	Seats     []int `json:"seats,omitempty"`     // these players
	Observers bool  `json:"observers,omitempty"` // observers too
	Members   bool  `json:"members,omitempty"`   // all players and observers, not the public
	// Account is that of a recipient without a seat to whom masters write.
	Account string `json:"account,omitempty"`
}

// Job is work that is due at a time: checking a game's clock, sending e-mail,
// calling a webhook. It is done once, by the process that claims it.
type Job struct {
	ID      int64
	Kind    string // "clock", "mail", "hook"
	Key     string // only one job of a kind has a key: the game's ID for "clock"; empty: any number
	Game    string
	Due     time.Time
	Tries   int
	Claimed time.Time // end of a worker's claim
	Data    []byte    // JSON: references, never text that can be composed at delivery
	Failed  string    // the last failure in words
	Apart   bool      // what queues it does not cause it: it begins a trace of its own; not stored
	Trace   string    // of the request or e-mail that queued it, for trace.Begin; set by the store, empty if it was not recorded
}
