// Package channel defines how notifications leave the judge. An event in a game
// becomes a Notice for each subscriber, and a Channel delivers it. A new way to
// deliver is a package that implements Channel. The queue, the retries, and
// what a subscriber may see are the same for all.
package channel

import (
	"context"
	"time"

	"podesta/machiavelli/message"
)

// Notice is an entry of a game's log as one subscriber may see it, several entries
// that have waited, or what another person did.
type Notice struct {
	ID string // the same for every attempt
	// kind of the entry (notice, result, press or act), "digest" for several entries, or "news"
	// for another person's action
	Event  string
	To     string    // the address that the subscriber registered
	Secret string    // secret of the subscription, used to sign
	Title  string    // for people, the game and what happened
	Text   string    // for people, the rest as plain text
	Link   string    // page of the game, or about the news; empty if the judge has no pages
	Data   []byte    // for programs, the whole entry as JSON; nil for several entries
	At     time.Time // time of this attempt
	Urgent bool      // whether a deadline depends on it
	Tag    string    // a newer notice with the same tag replaces it; empty if none does
}

// Channel delivers notices.
type Channel interface {
	// Check returns why a subscriber cannot be reached at an address, and which addresses can
	// be used, or a zero message if the address is valid.
	Check(ctx context.Context, to string) message.Message
	// Deliver delivers a notice. It returns nil once the other side has
	// accepted it. The error is a *Failure, unless ctx has ended or the notice
	// cannot be composed at all. After a Failure the notice is delivered again
	// later.
	Deliver(ctx context.Context, n *Notice) error
}

// Failure is a delivery that did not succeed. Subscribers see Why, so it must not
// contain what the other side answered.
type Failure struct {
	Why    string
	Status int           // status of the other side's answer; 0 if there was none
	After  time.Duration // when the other side wants the next attempt; 0 if not stated
	Gone   bool          // whether the address no longer exists, so that nothing is delivered to it again
}

func (f *Failure) Error() string { return f.Why }

// Shorten truncates a text to a maximum number of characters.
func Shorten(text string, most int) string {
	r := []rune(text)
	switch {
	case len(r) <= most:
		return text
	case most < 2:
		return ""
	}
	return string(r[:most-1]) + "…"
}
