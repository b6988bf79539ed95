package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"podesta/internal/mail/letter"
	"podesta/internal/mail/outbox"
)

// seenKind is the prefix of the kinds of items that record answered e-mail. Answered e-mail is
// remembered for some weeks, so that an e-mail that is delivered twice is processed and answered
// once. The items belong to no game, and each week has its own kind.
const seenKind = "letter "

// The states of an e-mail.
type seenState string

const (
	seenNever seenState = ""
	seenBusy  seenState = "busy" // a process is working on it, or was interrupted
	seenDone  seenState = "done"
)

// seenMark is the content of the item for an e-mail.
type seenMark struct {
	State seenState       `json:"state"`
	At    time.Time       `json:"at"` // when it was answered, or when its process last renewed the lease
	By    string          `json:"by,omitempty"`
	Tries int             `json:"tries,omitempty"`
	Steps map[string]step `json:"steps,omitempty"`
	Of    string          `json:"of,omitempty"` // the key of the e-mail, in the item for its signed content
}

// seenKey identifies an e-mail by sender, Message-ID and text, so that no one can block another's
// e-mail by using its Message-ID. If the Message-ID is missing, date and subject are used instead.
// An e-mail with neither is not remembered: once it has been answered, an identical e-mail counts
// as another one.
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

// signedKey identifies a signed e-mail by the parts that its signature protects, so that modified
// copies have the same key. The text is not part of the key, because spaces may be added to signed
// text, and its interpretation can depend on unsigned fields.
func signedKey(l *letter.Letter) string {
	h := sha256.New()
	for _, part := range []string{"signed", letter.Lower(l.From.Address), strings.Join(strings.Fields(l.MessageID), ""), l.Date.UTC().Format(time.RFC3339)} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// weekKind returns the kind of the items for a week.
func weekKind(t time.Time) string {
	year, week := t.UTC().ISOWeek()
	return fmt.Sprintf("%s%04d-%02d", seenKind, year, week)
}

// Clean deletes the records of incoming e-mail from weeks that are past the retention time. It
// should be called a few times a day.
func (o *Inbox) Clean(ctx context.Context) error {
	now := o.clock.Now().UTC()
	keep := map[string]bool{}
	for back := 0; back <= o.weeks; back++ {
		keep[weekKind(now.AddDate(0, 0, -7*back))] = true
	}
	return outbox.DropWeeks(ctx, o.store, seenKind, keep)
}
