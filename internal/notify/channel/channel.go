// Package channel defines how notifications leave the judge. An event in a game becomes a Notice
// for each subscriber, and a Channel delivers it. Each delivery method is a package that implements
// Channel. The queue, the retries and the permissions of subscribers are the same for all.
package channel

import (
	"context"
	"time"

	"podesta/machiavelli/message"
)

// Notice is an entry of a game's log as one subscriber may see it, several entries that were held
// back, or news that is not an entry.
type Notice struct {
	ID string // the same for every attempt
	// kind of the entry (notice, result, press or act), "digest" for several entries, or "news" for
	// news that is not an entry
	Event  string
	To     string    // the address that the subscriber registered
	Secret string    // secret of the subscription, used to sign
	Title  string    // for people: the game and the event
	Text   string    // for people: the details, as plain text
	Link   string    // URL of the page about the game or the news; empty if the judge has no pages
	Data   []byte    // for programs: the whole entry as JSON; nil for several entries
	At     time.Time // time of this attempt
	Urgent bool      // whether a deadline depends on it
	Tag    string    // a newer notice with the same tag replaces it; empty if none does
}

// Channel delivers notices.
type Channel interface {
	// Check returns a zero message if a subscriber can be reached at an address. Otherwise the
	// message says why not, and which addresses can be used.
	Check(ctx context.Context, to string) message.Message
	// Deliver delivers a notice. It returns nil once the other side has
	// accepted it. The error is a *Failure, unless ctx has ended or the notice
	// cannot be composed at all. After a Failure the notice is delivered again
	// later.
	Deliver(ctx context.Context, n *Notice) error
}

// Failure is the error of a delivery. Subscribers see Why, so it must not contain the other side's
// answer.
type Failure struct {
	Why    string
	Status int           // status of the other side's answer; 0 if there was none
	After  time.Duration // requested delay before the next attempt; 0 if not stated
	Gone   bool          // whether the address no longer exists, so that deliveries to it end
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
