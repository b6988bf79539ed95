package game

import "time"

// Hook is a notification channel that an account has registered in addition to its e-mail: a
// URL that is called, a browser, a chat. It is used for entries of one game, or of all games in
// which the account takes part.
type Hook struct {
	ID      string      `json:"id"`
	Account string      `json:"account"`
	Game    string      `json:"game,omitempty"` // the game that it is for; empty for all games of the account
	URL     string      `json:"url"`
	Format  HookFormat  `json:"format"`
	Kinds   []EntryKind `json:"kinds,omitempty"` // the kinds of entries for which it is called; empty for all
	Secret  string      `json:"secret"`          // key of the signatures; shown when the hook is created
	Created time.Time   `json:"created"`
	Failed  string      `json:"failed,omitempty"` // the last failure in words; empty after a successful call
	Fails   int         `json:"fails,omitempty"`  // number of failures in a row
	Since   time.Time   `json:"since,omitzero"`   // time of the first failure in a row
	Next    time.Time   `json:"next,omitzero"`    // no call is made before this time
	Off     bool        `json:"off,omitempty"`    // whether it is disabled because it failed for days

	Label string `json:"label,omitempty"` // the name that its owner gave it
	// Events are the events for which it is used. nil means all, including the owner's own actions.
	Events  []Event `json:"events,omitempty"`
	Daily   bool    `json:"daily,omitempty"`   // whether everything that can wait is sent as one message a day
	Session string  `json:"session,omitempty"` // hash of the session with which the hook ends; empty if none
}

// HookFormat names the channel that delivers to a hook.
type HookFormat string

// The formats of hooks that every judge has.
const (
	HookJSON    HookFormat = "json"    // calls a URL with the entry as in the API, signed
	HookDiscord HookFormat = "discord" // writes a message into a channel of Discord
	HookPush    HookFormat = "webpush" // sends a notification to a browser
)

// Event is a kind of event about which a person chooses how to be notified.
type Event string

// The kinds of events.
const (
	EventDue      Event = "due"      // a phase is due soon
	EventLate     Event = "late"     // the person is late, or is no longer awaited
	EventResolved Event = "resolved" // a phase was resolved, rolled back or corrected, or the game is over
	EventWaiting  Event = "waiting"  // a game waits for someone
	EventMessage  Event = "message"  // a message between players
	EventVote     Event = "vote"     // a vote or a motion
	EventBegins   Event = "begins"   // a game begins
	EventComment  Event = "comment"  // comments on the phases of a finished game
	EventOther    Event = "other"    // everything else
)

// Events lists the kinds of events in the order of the settings.
var Events = []Event{EventDue, EventLate, EventResolved, EventWaiting, EventMessage, EventVote, EventBegins, EventComment, EventOther}

// MailWay is the value of Held.Way for e-mail.
const MailWay = "mail"

// Held is a notification that waits to be sent.
type Held struct {
	Account string
	Way     string // the ID of a hook, or MailWay
	Game    string
	Seq     int64 // number of the entry in the game's log
	Due     time.Time
}
