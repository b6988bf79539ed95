package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"podesta/internal/game"
	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
)

// Letters that have been answered are remembered for some weeks, so that one
// that is brought twice is obeyed and answered once. They are items that belong
// to no game, of one kind for each week.
const (
	seenKind  = "letter "
	seenWeeks = 2 // besides the current one
)

// What is remembered of a letter.
type seenState string

const (
	seenNever seenState = ""
	seenBusy  seenState = "busy" // a process is reading it, or was interrupted
	seenDone  seenState = "done"
)

// seenMark is an item.
type seenMark struct {
	State seenState       `json:"state"`
	At    time.Time       `json:"at"` // when it was answered, or its reader last renewed the lease
	By    string          `json:"by,omitempty"`
	Tries int             `json:"tries,omitempty"`
	Steps map[string]step `json:"steps,omitempty"`
}

// seenKey tells letters apart: by sender, Message-ID and text, so that nobody
// can keep another's letter out with its Message-ID. Instead of a Message-ID that
// is missing the time counts at which the letter says that it was written, with
// its subject. One that has neither is not lasting: a second one like it is
// another letter, once the first has been answered.
func seenKey(l *letter.Letter) (key string, lasting bool) {
	id := l.MessageID
	lasting = id != "" || !l.Date.IsZero()
	if id == "" {
		id = "dated " + l.Date.UTC().Format(time.RFC3339) + " " + l.Subject
	}
	h := sha256.New()
	for _, part := range []string{letter.Lower(l.From.Address), id, l.Full} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil)), lasting
}

// weekKind is the kind of the items of a week.
func weekKind(t time.Time) string {
	year, week := t.UTC().ISOWeek()
	return fmt.Sprintf("%s%04d-%02d", seenKind, year, week)
}

// Clean forgets incoming letters of past weeks. Call it a few times a day.
func (o *Inbox) Clean(ctx context.Context) error {
	now := o.clock.Now().UTC()
	keep := map[string]bool{}
	for back := 0; back <= seenWeeks; back++ {
		keep[weekKind(now.AddDate(0, 0, -7*back))] = true
	}
	return o.store.Write(ctx, func(tx game.Tx) error { return outbox.DropWeeks(tx, seenKind, keep) })
}
