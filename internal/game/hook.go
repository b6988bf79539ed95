package game

import "time"

// Hook is an address that is called when something is told about games: for one
// game, or for all in which its account takes part.
type Hook struct {
	ID      string      `json:"id"`
	Account string      `json:"account"`
	Game    string      `json:"game,omitempty"` // empty: all games of the account
	URL     string      `json:"url"`
	Format  HookFormat  `json:"format"`
	Kinds   []EntryKind `json:"kinds,omitempty"` // of entries that it is called for; empty: all
	Secret  string      `json:"secret"`          // key of the signatures; shown when the hook is made
	Created time.Time   `json:"created"`
	Failed  string      `json:"failed,omitempty"` // the last failure in words, until a call succeeds
	Fails   int         `json:"fails,omitempty"`  // failures in a row
	Since   time.Time   `json:"since,omitzero"`   // of the first of them
	Next    time.Time   `json:"next,omitzero"`    // no call is tried before
	Off     bool        `json:"off,omitempty"`    // given up after failing for days
}

// HookFormat is what a hook is sent.
type HookFormat string

// The formats of hooks.
const (
	HookJSON    HookFormat = "json"    // the entry as the API has it, signed
	HookDiscord HookFormat = "discord" // a message for a channel of Discord
)
