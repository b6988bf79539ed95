package game

import "time"

// Hook is a URL that is called about entries of games: of one game, or of all
// in which its account takes part.
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
}

// HookFormat names the channel that delivers to a hook.
type HookFormat string

// The formats of hooks that every judge has.
const (
	HookJSON    HookFormat = "json"    // the entry as in the API, signed
	HookDiscord HookFormat = "discord" // a message for a channel of Discord
)
