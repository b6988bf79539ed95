package post

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/post/letter"
)

// Letters that have been answered are remembered for some weeks, so that one
// that is brought twice is obeyed and answered once. They are items that belong
// to no game, of one kind for each week.
const (
	seenKind  = "letter "
	seenWeeks = 2 // besides the current one
	busyFor   = 10 * time.Minute
)

// What is remembered of a letter.
type seenState string

const (
	seenNever  seenState = ""
	seenBusy   seenState = "busy"   // somebody is at it
	seenBroken seenState = "broken" // somebody was at it and broke off; it is never stored
	seenDone   seenState = "done"
)

// seenMark is an item.
type seenMark struct {
	State seenState `json:"state"`
	At    time.Time `json:"at"`
}

// seenKey tells letters apart: by sender, Message-ID and text, so that nobody
// can keep another's letter out with its Message-ID. Instead of a Message-ID that
// is missing the time counts at which the letter says that it was written, with
// its subject; one that has neither has no key.
func seenKey(l *letter.Letter) string {
	id := l.MessageID
	if id == "" {
		if l.Date.IsZero() {
			return ""
		}
		id = "dated " + l.Date.UTC().Format(time.RFC3339) + " " + l.Subject
	}
	h := sha256.New()
	for _, part := range []string{letter.Lower(l.From.Address), id, l.Full} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// weekKind is the kind of the items of a week.
func weekKind(t time.Time) string {
	year, week := t.UTC().ISOWeek()
	return fmt.Sprintf("%s%04d-%02d", seenKind, year, week)
}

// begin notes that a letter is being read, and tells what was known of it.
func (o *Office) begin(ctx context.Context, key string) (seenState, error) {
	if key == "" {
		return seenNever, nil
	}
	state := seenNever
	now := o.clock.Now().UTC()
	err := o.store.Write(ctx, func(tx judge.Tx) error {
		h := tx.(judge.HostTx)
		state = seenNever
		for back := 0; back <= seenWeeks; back++ {
			text, err := h.Get("", weekKind(now.AddDate(0, 0, -7*back)), key)
			if errors.Is(err, judge.ErrNoRecord) {
				continue
			}
			if err != nil {
				return err
			}
			var m seenMark
			if err := json.Unmarshal(text, &m); err != nil {
				return err
			}
			if m.State == seenBusy && now.Sub(m.At) >= busyFor {
				state = seenBroken
				continue
			}
			state = m.State
			return nil
		}
		return mark(h, key, seenBusy, now)
	})
	return state, err
}

func mark(h judge.HostTx, key string, state seenState, now time.Time) error {
	text, err := json.Marshal(seenMark{state, now})
	if err != nil {
		return err
	}
	return h.Put("", weekKind(now), key, text)
}

// forget takes back that a letter is being read.
func (o *Office) forget(ctx context.Context, key string) error {
	if key == "" {
		return nil
	}
	return o.store.Write(ctx, func(tx judge.Tx) error {
		return tx.(judge.HostTx).Drop("", weekKind(o.clock.Now()), key)
	})
}

// finish notes that a letter has been answered and queues the answers, in one.
func (o *Office) finish(ctx context.Context, key string, replies []*mailing) error {
	now := o.clock.Now().UTC()
	return o.store.Write(ctx, func(tx judge.Tx) error {
		h := tx.(judge.HostTx)
		for _, m := range replies {
			if err := enqueue(h, m, now); err != nil {
				return err
			}
		}
		if key == "" {
			return nil
		}
		return mark(h, key, seenDone, now)
	})
}

// Clean forgets letters of weeks gone by, both ways; it is to be called a few times a day.
func (o *Office) Clean(ctx context.Context) error {
	now := o.clock.Now().UTC()
	keep := map[string]bool{}
	for back := 0; back <= seenWeeks; back++ {
		keep[weekKind(now.AddDate(0, 0, -7*back))] = true
	}
	for back := 0; back <= sentWeeks; back++ {
		keep[sentIn(now.AddDate(0, 0, -7*back))] = true
	}
	return o.store.Write(ctx, func(tx judge.Tx) error {
		h := tx.(judge.HostTx)
		kinds, err := h.Kinds("")
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			if !strings.HasPrefix(kind, seenKind) && !strings.HasPrefix(kind, sentKind) || keep[kind] {
				continue
			}
			items, err := h.List("", kind)
			if err != nil {
				return err
			}
			for key := range items {
				if err := h.Drop("", kind, key); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
