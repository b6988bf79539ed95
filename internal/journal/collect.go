package journal

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"podesta/internal/game"
)

// What one incoming letter or one request tells the members of a game reaches
// each of them as one letter. The entries are in the log at once; the job that
// makes letters of them names them all. It is stored with every entry and due
// after holdTime, so that nothing is lost if the process dies; Release makes it
// due as soon as everything has been told.
const (
	holdTime = 5 * time.Minute
	// holdMost is how long entries are added to a job. Those that come later get
	// another one, long before a worker can have the first.
	holdMost = 3 * time.Minute
)

// MailJob is the data of a job of the kind "mail": the entries of a game's log
// of which letters are to be made. They are written at delivery.
type MailJob struct {
	Game string  `json:"game"`
	Seq  int64   `json:"seq,omitempty"` // of a single entry, in jobs of earlier versions
	Seqs []int64 `json:"seqs,omitempty"`
	// Along is what goes with the letters, by account: answers to the letter that
	// caused them, in the form of the package that writes letters.
	Along map[string]json.RawMessage `json:"along,omitempty"`
}

// Entries returns the numbers of the entries that the job is about.
func (m *MailJob) Entries() []int64 {
	if m.Seq > 0 {
		return append([]int64{m.Seq}, m.Seqs...)
	}
	return m.Seqs
}

// Collection is what has been told of games since it was begun and has not
// been released.
type Collection struct {
	writing sync.Mutex // one transaction at a time adds to it
	mu      sync.Mutex
	held    map[string]heldEntries // by game
}

// heldEntries are the entries of a game that go out together.
type heldEntries struct {
	key   string // of their job
	since time.Time
	seqs  []int64
}

type collectionKey struct{}

// Collecting returns a context in which all that games are told goes out
// together, once the collection is released. If ctx has a collection already,
// that one stays, and the second result is nil.
func Collecting(ctx context.Context) (context.Context, *Collection) {
	if _, ok := ctx.Value(collectionKey{}).(*Collection); ok {
		return ctx, nil
	}
	c := &Collection{held: map[string]heldEntries{}}
	return context.WithValue(ctx, collectionKey{}, c), c
}

// Handing runs write, a transaction that releases the collection, while nothing
// can be added to it: what another goroutine told meanwhile would be missing in
// the job that Release writes. Whatever comes of it, the collection is empty then;
// what a transaction that failed did not release goes out when its jobs are due.
func (c *Collection) Handing(write func() error) error {
	if c == nil {
		return write()
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	err := write()
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.held)
	return err
}

// Release has everything collected go out now; it is called within Handing. Along
// is asked, for each game, what goes with its letters; it may be nil.
func (c *Collection) Release(tx game.Tx, now time.Time, along func(game string) map[string]json.RawMessage) error {
	if c == nil {
		return nil
	}
	for _, game := range c.Games(now) {
		c.mu.Lock()
		held := c.held[game]
		c.mu.Unlock()
		m := MailJob{Game: game, Seqs: held.seqs}
		if along != nil {
			m.Along = along(game)
		}
		if err := EnqueueMail(tx, held.key, m, now); err != nil {
			return err
		}
	}
	return nil
}

// Games lists the games of which something waits to be released, in order.
func (c *Collection) Games(now time.Time) []string {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []string
	for game, held := range c.held {
		if now.Sub(held.since) < holdMost {
			out = append(out, game)
		}
	}
	slices.Sort(out)
	return out
}

// EnqueueMail queues the writing of letters about entries of the log. A job of the
// same key is replaced.
func EnqueueMail(tx game.Tx, key string, m MailJob, due time.Time) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return tx.Enqueue(game.Job{Kind: "mail", Key: key, Game: m.Game, Due: due, Data: data})
}

// collectTx is a transaction that collects what is told in it.
type collectTx struct {
	game.Tx
	hold bool // the entries wait to be released
	held map[string]heldEntries
}

// Write runs f in a transaction of the store that collects what is told.
func Write(ctx context.Context, store game.Store, f func(game.Tx) error) error {
	c, _ := ctx.Value(collectionKey{}).(*Collection)
	if c != nil {
		c.writing.Lock()
		defer c.writing.Unlock()
	}
	var held map[string]heldEntries
	whole := false // f has done all it does
	err := store.Write(ctx, func(tx game.Tx) error {
		whole = false
		held = map[string]heldEntries{} // the transaction may run again
		if c != nil {
			c.mu.Lock()
			for game, x := range c.held {
				x.seqs = slices.Clone(x.seqs)
				held[game] = x
			}
			c.mu.Unlock()
		}
		err := f(&collectTx{Tx: tx, hold: c != nil, held: held})
		whole = err == nil
		return err
	})
	if c == nil || err != nil && !whole {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = held
	if err != nil {
		// It may have been kept all the same. What the jobs name then must not be
		// written over: they go out when they are due.
		c.held = map[string]heldEntries{}
	}
	return err
}

// Append writes an entry with its data, encoded as JSON, to the log of its
// game. With mail, letters are made of it.
func Append(tx game.Tx, e game.Entry, data any, mail bool) error {
	var err error
	if e.Data, err = json.Marshal(data); err != nil {
		return err
	}
	seq, err := tx.Append(e)
	if err != nil || !mail {
		return err
	}
	return enqueueEntry(tx, e.Game, e.At, seq)
}

// enqueueEntry has letters made of an entry of the log, together with those of the
// others that the transaction, or its collection, tells.
func enqueueEntry(tx game.Tx, gameID string, at time.Time, seq int64) error {
	x, ok := tx.(*collectTx)
	if !ok {
		return EnqueueMail(tx, "", MailJob{Game: gameID, Seqs: []int64{seq}}, at)
	}
	held := x.held[gameID]
	if held.key == "" || at.Sub(held.since) >= holdMost {
		held = heldEntries{key: game.NewID(), since: at}
	}
	held.seqs = append(held.seqs, seq)
	x.held[gameID] = held
	due := at
	if x.hold {
		due = held.since.Add(holdTime)
	}
	return EnqueueMail(x.Tx, held.key, MailJob{Game: gameID, Seqs: held.seqs}, due)
}
