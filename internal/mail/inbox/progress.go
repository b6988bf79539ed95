package inbox

import (
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
	"podesta/internal/journal"
	"podesta/internal/judge"
	"podesta/internal/mail/outbox"
)

// progress is how far a letter has been carried out. Each step is noted in the
// transaction that does it, so that a letter which is brought again, after the
// process or the database failed, goes on where it stopped. Only who has the lease
// of the letter can note, and thereby do, anything.
type progress struct {
	o         *Inbox
	key, kind string
	by        string // this reading of the letter
	tries     int    // how often the letter has been begun
	lasting   bool   // the letter is remembered when it is done

	mu    sync.Mutex
	known map[string]step // what earlier readings did
	told  map[string]step // answers that are not kept yet
}

// step is something that was done for a letter.
type step struct {
	Told    bool     `json:"told,omitempty"` // Text is the answer to it
	Text    string   `json:"text,omitempty"`
	Account string   `json:"account,omitempty"` // whose secret was used up
	Number  int      `json:"number,omitempty"`  // of the phase for which orders were
	Lines   []string `json:"lines,omitempty"`   // orders that were held, and are to be given
}

// mostTries is how often a letter is read at most of which a command fails by a
// fault of the judge; after that the command is refused, and the rest is done.
const mostTries = 5

// doneBefore answers a step that was done before the judge was interrupted.
const doneBefore = "Done. The judge was interrupted before it could answer; it has not done this twice."

// errLost stops who has lost the lease of a letter.
var errLost = errors.New("somebody else reads this letter now")

// did reports whether a step was done by an earlier reading.
func (p *progress) did(name string) (step, bool) {
	if p == nil {
		return step{}, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.known[name]
	return s, ok
}

// noting returns a context in which whatever is written is noted as that step.
func (p *progress) noting(ctx context.Context, name string, s step) context.Context {
	if p == nil {
		return ctx
	}
	return judge.Noting(ctx, func(tx game.Tx) error {
		return p.change(tx, func(m *seenMark) {
			if _, ok := m.Steps[name]; !ok {
				m.Steps[name] = s
			}
		})
	})
}

// answered keeps the answer to a step, to be written with what is done next.
func (p *progress) answered(name, text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.told[name] = step{Told: true, Text: text}
}

// change changes what is kept of the letter, and renews the lease. Transactions
// that do so stand in line.
func (p *progress) change(tx game.Tx, f func(*seenMark)) error {
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
			was.Told, was.Text = true, s.Text
			m.Steps[name] = was
		}
	}
	p.mu.Unlock()
	m.At = p.o.clock.Now().UTC()
	f(&m)
	return putMark(tx, p.kind, p.key, m)
}

// keep renews the lease until the function that it returns is called.
func (p *progress) keep() (end func()) {
	done := make(chan struct{})
	var under sync.WaitGroup
	under.Go(func() {
		outbox.Every(outbox.HoldEvery, done, func() {
			err := p.o.store.Write(context.Background(), func(tx game.Tx) error {
				return p.change(tx, func(*seenMark) {})
			})
			if err != nil {
				p.o.log.Warn("a letter could not be held", "error", err)
			}
		})
	})
	return func() {
		close(done)
		under.Wait()
	}
}

// release lets the letter be brought again at once.
func (p *progress) release(ctx context.Context) error {
	err := p.o.store.Write(ctx, func(tx game.Tx) error {
		return p.change(tx, func(m *seenMark) { m.At = time.Time{} })
	})
	if errors.Is(err, errLost) {
		return nil
	}
	return err
}

// finish notes that the letter has been answered and queues the answers, in one.
// What the letter told the members of games goes out with them: to its writer in
// the same letter as the answer.
func (p *progress) finish(ctx context.Context, replies []*outbox.Letter, told *journal.Collection) error {
	return told.Handing(func() error { return p.answer(ctx, replies, told) })
}

// answer does what finish does, while nothing is added to what was told.
func (p *progress) answer(ctx context.Context, replies []*outbox.Letter, told *journal.Collection) error {
	now := p.o.out.Now()
	alone, along, err := share(replies, told.Games(now))
	if err != nil {
		return err
	}
	return p.o.store.Write(ctx, func(tx game.Tx) error {
		for _, m := range alone {
			if err := outbox.Enqueue(tx, m, now); err != nil {
				return err
			}
		}
		err := told.Release(tx, now, func(game string) map[string]json.RawMessage { return along[game] })
		if err != nil {
			return err
		}
		err = p.change(tx, func(m *seenMark) { *m = seenMark{State: seenDone, At: now} })
		if err == nil && !p.lasting {
			err = tx.Drop("", p.kind, p.key)
		}
		if err == nil {
			err = tx.Drop("", turnKind, p.key)
		}
		return err
	})
}

// share divides answers into those that go out by themselves and those that go
// along with what the members of a game are told, by game and account.
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

// begin takes the lease of a letter, unless it was answered or another process has it.
func (o *Inbox) begin(ctx context.Context, key string, lasting bool) (*progress, seenState, error) {
	var p *progress
	state := seenNever
	now := o.clock.Now().UTC()
	err := o.store.Write(ctx, func(tx game.Tx) error {
		p = &progress{o: o, key: key, kind: weekKind(now), by: outbox.Nonce(), lasting: lasting, known: map[string]step{}, told: map[string]step{}}
		state = seenNever
		if err := lockLetter(tx, key); err != nil {
			return err
		}
		m := seenMark{State: seenBusy}
		for back := 0; back <= seenWeeks; back++ {
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
					return tx.Drop("", turnKind, key)
				}
				return nil
			}
			p.kind, m = kind, was
			break
		}
		m.By, m.At = p.by, now
		m.Tries++
		p.tries = m.Tries
		maps.Copy(p.known, m.Steps)
		return putMark(tx, p.kind, key, m)
	})
	return p, state, err
}

// turnKind is the kind of items at which transactions about one letter wait for
// each other.
const turnKind = "letter turn"

// lockLetter keeps others off what is known of a letter until the transaction
// ends.
func lockLetter(tx game.Tx, key string) error { return tx.Put("", turnKind, key, nil) }

func readMark(tx game.Tx, kind, key string) (seenMark, error) {
	var m seenMark
	text, err := tx.Get("", kind, key)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err
}

func putMark(tx game.Tx, kind, key string, m seenMark) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return tx.Put("", kind, key, text)
}

// noted runs f in a transaction in which the step of the context is noted.
func (o *Inbox) noted(ctx context.Context, f func(game.Tx) error) error {
	return o.store.Write(ctx, judge.Noted(ctx, f))
}

// nameStep makes the name of a step of what it consists of.
func nameStep(parts ...any) string {
	h := sha256.New()
	for _, part := range parts {
		text := fmt.Sprint(part)
		fmt.Fprintf(h, "%d %s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// later reports whether a letter must be brought again because of an error. What
// fails again and again is a fault that will not pass by itself: it is told.
func (w *sender) later(err error) bool {
	return outbox.Temporary(err) && (game.ErrorCode(err) == game.Unavailable || errors.Is(err, errLost) || w.progress == nil || w.progress.tries < mostTries)
}
