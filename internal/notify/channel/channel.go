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
	ID     string    // the same for every attempt
	Event  string    // kind of the entry: notice, result, press or act; of several: digest; of another person: news
	To     string    // the address that the subscriber registered
	Secret string    // of the subscription, to sign with
	Title  string    // for people: the game and what happened
	Text   string    // for people: the rest, in plain text
	Link   string    // page of the game, or about the news; empty: the judge has no pages
	Data   []byte    // for programs: the whole entry as JSON; none of several
	At     time.Time // of this try
	Urgent bool      // a deadline depends on it
	Tag    string    // a newer notice with the same tag replaces it; empty: none does
}

// Channel delivers notices.
type Channel interface {
	// Check returns why a subscriber cannot be reached at an address, and which
	// addresses can be used; a zero message if the address is good.
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
	Status int           // of the other side's answer; 0: there was none
	After  time.Duration // when the other side wants the next attempt; 0: not stated
	Gone   bool          // the address no longer exists: nothing is delivered to it again
}

func (f *Failure) Error() string { return f.Why }

// Shorten cuts a text to so many characters.
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
