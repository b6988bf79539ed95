package inbox

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/mail/outbox"
	"podesta/machiavelli/message"
)

// progress records how far an e-mail has been processed. Each step is recorded in its own
// transaction, so that an e-mail that is delivered again, after a failure of the process or the
// database, continues where it stopped. Only the process that holds the e-mail's lease can record
// steps, and therefore do anything.
type progress struct {
	o         *Inbox
	key, kind string
	by        string // identifies this process's attempt
	tries     int    // number of attempts so far
	lasting   bool   // whether the e-mail is remembered after it has been answered

	mu    sync.Mutex
	known map[string]step // steps done in earlier attempts, keyed by name
	told  map[string]step // answers that are not stored yet, keyed by the name of the step
}

// step is a recorded step in the processing of an e-mail.
type step struct {
	Told    bool            `json:"told,omitempty"` // whether Said is the answer to the step
	Said    message.Message `json:"said,omitzero"`
	Account string          `json:"account,omitempty"` // owner of the secret that the step used up
	Number  int             `json:"number,omitempty"`  // number of the phase of the orders
	Lines   []string        `json:"lines,omitempty"`   // held orders to be submitted
}

// mostTries is the maximum number of attempts at an e-mail with a command that fails because of an
// internal error. After that the command is refused, and the others are run.
const mostTries = 5

// doneBefore answers a step that was done before the judge was interrupted and whose answer was
// lost.
var doneBefore = message.New("Done. The judge was interrupted before it could answer; it has not done this twice.")

// errLost is returned to a process that has lost the lease of an e-mail.
var errLost = errors.New("another process is reading this e-mail")

// did reports whether a step was done in an earlier attempt.
func (p *progress) did(name string) (step, bool) {
	if p == nil {
		return step{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.known[name]
	return s, ok
}

// noting returns a context in which each write also records the given step.
func (p *progress) noting(ctx context.Context, name string, s step) context.Context {
	if p == nil {
		return ctx
	}
	return gamestate.Noting(ctx, p.o.judge.Base, func(tx *game.Tx) error { return p.note(tx, name, s) })
}

// note records a step.
func (p *progress) note(tx *game.Tx, name string, s step) error {
	if p == nil {
		return nil
	}
	return p.change(tx, func(m *seenMark) {
		if _, ok := m.Steps[name]; !ok {
			m.Steps[name] = s
		}
	})
}

// answered keeps the answer to a step, to be stored with the next step.
func (p *progress) answered(name string, said message.Message) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told[name] = step{Told: true, Said: said}
}

// change changes the stored state of the e-mail, and renews the lease. Transactions about the
// same e-mail wait for each other.
func (p *progress) change(tx *game.Tx, f func(*seenMark)) error {
	if err := lockLetter(tx, p.key); err != nil {
		return err
	}
	m, err := readMark(tx, p.kind, p.key)
	if errors.Is(err, game.ErrNoRecord) || err == nil && (m.State != seenBusy || m.By != p.by) {
		return errLost
	}
	if err != nil {
		return err
	}
	if m.Steps == nil {
		m.Steps = map[string]step{}
	}
	p.mu.Lock()
	for name, s := range p.told {
		if was, ok := m.Steps[name]; ok {
			was.Told, was.Said = true, s.Said
			m.Steps[name] = was
		}
	}
	p.mu.Unlock()
	m.At = p.o.clock.Now().UTC()
	f(&m)
	return putMark(tx, p.kind, p.key, m)
}

// keep renews the lease repeatedly, until the function that it returns is called.
func (p *progress) keep() (end func()) {
	done := make(chan struct{})
	var under sync.WaitGroup
	under.Go(func() {
		outbox.Every(outbox.HoldEvery, done, func() {
			err := p.o.store.Write(context.Background(), func(tx *game.Tx) error {
				return p.change(tx, func(*seenMark) {})
			})
			if err != nil {
				p.o.log.Warn("cannot keep the claim on an e-mail", "error", err)
			}
		})
	})
	return func() {
		close(done)
		under.Wait()
	}
}

// release gives up the lease, so that another attempt is possible immediately.
func (p *progress) release(ctx context.Context) error {
	err := p.o.store.Write(ctx, func(tx *game.Tx) error {
		return p.change(tx, func(m *seenMark) { m.At = time.Time{} })
	})
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

// finish records that the e-mail has been answered and queues the answers, in one transaction. It
// also sends the news for members of games, so that the sender receives news and the answer in the
// same e-mail. The function also is called in the transaction, unless it is nil.
func (p *progress) finish(ctx context.Context, replies []*outbox.Letter, told *journal.Collection, also func(*game.Tx) error) error {
	return told.Handing(func() error { return p.answer(ctx, replies, told, also) })
}

// answer implements finish. No news can be added while it runs.
func (p *progress) answer(ctx context.Context, replies []*outbox.Letter, told *journal.Collection, also func(*game.Tx) error) error {
	now := p.o.out.Now()
	alone, along, err := share(replies, told.Games(now))
	if err != nil {
		return err
	}
	return p.o.store.Write(ctx, func(tx *game.Tx) error {
		for _, m := range alone {
			if err := outbox.Enqueue(tx, m, now); err != nil {
				return err
			}
		}
		err := told.Release(tx, now, func(game string) map[string]json.RawMessage { return along[game] })
		if err != nil {
			return err
		}
		if also != nil {
			if err := also(tx); err != nil {
				return err
			}
		}
		err = p.change(tx, func(m *seenMark) { *m = seenMark{State: seenDone, At: now} })
		if err == nil && !p.lasting {
			err = tx.Items.Drop("", p.kind, p.key)
		}
		if err == nil {
			err = tx.Items.Drop("", turnKind, p.key)
		}
		return err
	})
}

// share divides answers into those that are sent separately (alone) and those that are sent with
// news for members of a game (along, keyed by game and account).
func share(replies []*outbox.Letter, games []string) (alone []*outbox.Letter, along map[string]map[string]json.RawMessage, err error) {
	along = map[string]map[string]json.RawMessage{}
	for _, m := range replies {
		if !slices.Contains(games, m.Game) || m.Account == "" || along[m.Game][m.Account] != nil {
			alone = append(alone, m)
			continue
		}
		one := *m
		one.To = m.To[:1]
		text, err := json.Marshal(&one)
		if err != nil {
			return nil, nil, err
		}
		if along[m.Game] == nil {
			along[m.Game] = map[string]json.RawMessage{}
		}
		along[m.Game][m.Account] = text
		if rest := m.To[1:]; len(rest) > 0 {
			copied := *m
			copied.To = rest
			alone = append(alone, &copied)
		}
	}
	return alone, along, nil
}

// begin takes the lease of an e-mail, unless it was answered or another process has the lease.
// signed is the key of its signed content, if any.
func (o *Inbox) begin(ctx context.Context, key, signed string, lasting bool) (*progress, seenState, error) {
	var p *progress
	state := seenNever
	now := o.clock.Now().UTC()
	err := o.store.Write(ctx, func(tx *game.Tx) error {
		p = &progress{o: o, key: key, kind: weekKind(now), by: outbox.Nonce(), lasting: lasting, known: map[string]step{}, told: map[string]step{}}
		state = seenNever
		if err := lockLetter(tx, key); err != nil {
			return err
		}
		m := seenMark{State: seenBusy}
		for back := 0; back <= o.weeks; back++ {
			kind := weekKind(now.AddDate(0, 0, -7*back))
			was, err := readMark(tx, kind, key)
			if errors.Is(err, game.ErrNoRecord) {
				continue
			}
			if err != nil {
				return err
			}
			if was.State == seenDone || now.Sub(was.At) < outbox.LeaseTime {
				state = was.State
				if state == seenDone {
					return tx.Items.Drop("", turnKind, key)
				}
				return nil
			}
			p.kind, m = kind, was
			break
		}
		if signed != "" {
			was, err := o.copied(tx, p, signed, now)
			if state = was; err != nil || was == seenDone {
				return err
			}
		}
		m.By, m.At = p.by, now
		m.Tries++
		p.tries = m.Tries
		maps.Copy(p.known, m.Steps)
		return putMark(tx, p.kind, key, m)
	})
	return p, state, err
}

// copied checks whether a signed e-mail was accepted earlier in a modified form. If not, it records
// the e-mail.
func (o *Inbox) copied(tx *game.Tx, p *progress, signed string, now time.Time) (seenState, error) {
	if err := lockLetter(tx, signed); err != nil {
		return seenNever, err
	}
	for back := 0; back <= o.weeks; back++ {
		switch was, err := readMark(tx, weekKind(now.AddDate(0, 0, -7*back)), signed); {
		case err == nil && was.Of != p.key:
			return seenDone, cmp.Or(tx.Items.Drop("", turnKind, p.key), tx.Items.Drop("", turnKind, signed))
		case err == nil:
			return seenNever, tx.Items.Drop("", turnKind, signed)
		case !errors.Is(err, game.ErrNoRecord):
			return seenNever, err
		}
	}
	return seenNever, cmp.Or(putMark(tx, p.kind, signed, seenMark{State: seenDone, At: now, Of: p.key}), tx.Items.Drop("", turnKind, signed))
}

// turnKind is the kind of the items with which transactions about the same e-mail wait for each
// other.
const turnKind = "letter turn"

// lockLetter makes other transactions about an e-mail wait until the transaction ends.
func lockLetter(tx *game.Tx, key string) error { return tx.Items.Put("", turnKind, key, nil) }

func readMark(tx *game.Tx, kind, key string) (seenMark, error) {
	var m seenMark
	text, err := tx.Items.Get("", kind, key)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err
}

func putMark(tx *game.Tx, kind, key string, m seenMark) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return tx.Items.Put("", kind, key, text)
}

// nameStep returns the name of a step: a digest of its content.
func nameStep(parts ...any) string {
	h := sha256.New()
	for _, part := range parts {
		text := fmt.Sprint(part)
		fmt.Fprintf(h, "%d %s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// later reports whether an e-mail must be delivered again because of an error. An error that
// occurs too often is permanent, and is reported to the sender.
func (w *sender) later(err error) bool {
	return outbox.Temporary(err) && (game.ErrorCode(err) == game.Unavailable || errors.Is(err, errLost) || w.progress == nil || w.progress.tries < mostTries)
}
