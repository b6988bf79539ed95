package game

import "time"

// Hook is a way out that an account has registered, other than its e-mail: a URL
// that is called, a browser, a chat. It is used for entries of games: of one
// game, or of all in which its account takes part.
type Hook struct {
	ID      string      `json:"id"`
	Account string      `json:"account"`
	Game    string      `json:"game,omitempty"` // empty: all games of the account
	URL     string      `json:"url"`
	Format  HookFormat  `json:"format"`
	Kinds   []EntryKind `json:"kinds,omitempty"` // of entries for which it is called; empty: all
	Secret  string      `json:"secret"`          // key of the signatures; shown when the hook is created
	Created time.Time   `json:"created"`
	Failed  string      `json:"failed,omitempty"` // the last failure in words, until a call succeeds
	Fails   int         `json:"fails,omitempty"`  // failures in a row
	Since   time.Time   `json:"since,omitzero"`   // of the first failure in a row
	Next    time.Time   `json:"next,omitzero"`    // no call is made earlier
	Off     bool        `json:"off,omitempty"`    // disabled after failing for days

	Label string `json:"label,omitempty"` // the name that its owner recognizes
	// Events are those for which it is used. nil means all, including what the
	// owner did themselves.
	Events  []Event `json:"events,omitempty"`
	Daily   bool    `json:"daily,omitempty"`   // everything that can wait is one message a day
	Session string  `json:"session,omitempty"` // hash of the session with which it ends; empty: none
}

// HookFormat names the channel that delivers to a hook.
type HookFormat string

// The formats of hooks that every judge has.
const (
	HookJSON    HookFormat = "json"    // the entry as in the API, signed
	HookDiscord HookFormat = "discord" // a message for a channel of Discord
	HookPush    HookFormat = "webpush" // a notification of a browser
)

// Event is a kind of event about which a person chooses how to be notified.
type Event string

// The kinds of events.
const (
	EventDue      Event = "due"      // a phase is due soon
	EventLate     Event = "late"     // the person is late, or is no longer waited for
	EventResolved Event = "resolved" // a phase was resolved, rolled back or corrected, or the game is over
	EventWaiting  Event = "waiting"  // a game waits for someone
	EventMessage  Event = "message"  // a message between players
	EventVote     Event = "vote"     // a vote or a motion
	EventBegins   Event = "begins"   // a game begins
	EventComment  Event = "comment"  // comments on the phases of a finished game
	EventOther    Event = "other"    // everything else
)

// Events lists the kinds of events in the order in which people choose.
var Events = []Event{EventDue, EventLate, EventResolved, EventWaiting, EventMessage, EventVote, EventBegins, EventComment, EventOther}

// MailWay is the way out of e-mail, in Held.
const MailWay = "mail"

// Held is a notification that waits.
type Held struct {
	Account string
	Way     string // the ID of a hook, or MailWay
	Game    string
	Seq     int64 // the entry of the game's log
	Due     time.Time
}
