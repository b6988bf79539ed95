package journal

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"podesta/internal/game"
)

// All entries that one incoming e-mail or request causes in a game reach each member in one e-mail.
// The entries are written to the log at once, and a single job lists those to be e-mailed. The job
// is updated with every entry and is due after holdTime, so that nothing is lost if the process
// dies. Release makes it due as soon as all entries are written.
const (
	holdTime = 5 * time.Minute
	// holdMost is how long entries are added to the same job. It is well below holdTime, so that no
	// worker can have claimed the job.
	holdMost = 3 * time.Minute
)

// MailJob is the data of a job of the kind "mail": the entries of a game's log
// that are to be sent. The e-mail is composed at delivery.
type MailJob struct {
	Game string  `json:"game"`
	Seq  int64   `json:"seq,omitempty"` // number of a single entry, in jobs of earlier versions
	Seqs []int64 `json:"seqs,omitempty"`
	// Along holds additions to the e-mail, keyed by account: answers to the message that caused it,
	// encoded by the package that composes e-mail.
	Along map[string]json.RawMessage `json:"along,omitempty"`
}

// Entries returns the numbers of the job's entries.
func (m *MailJob) Entries() []int64 {
	if m.Seq > 0 {
		return append([]int64{m.Seq}, m.Seqs...)
	}
	return m.Seqs
}

// Collection holds log entries, of one or several games, that are to be sent together when it is
// released.
type Collection struct {
	writing sync.Mutex // only one transaction at a time adds to the collection
	mu      sync.Mutex
	held    map[string]heldEntries // entries keyed by game ID
}

// heldEntries are the collected entries of a game.
type heldEntries struct {
	key   string // key of their job
	since time.Time
	seqs  []int64
}

// NewCollection returns an empty collection.
func NewCollection() *Collection { return &Collection{held: map[string]heldEntries{}} }

// Handing runs write, a transaction that releases the collection, while nothing
// can be added to it: entries that another goroutine adds would be missing in
// the job that Release writes. Afterwards the collection is empty, whatever the
// result. Entries that a failed transaction did not release are sent when their
// jobs are due.
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

// Release makes the jobs of the collected entries due now, except those that have been held for
// holdMost, whose jobs are due soon anyway. It is called within Handing. along returns the
// MailJob.Along of a game; it may be nil.
func (c *Collection) Release(tx *game.Tx, now time.Time, along func(game string) map[string]json.RawMessage) error {
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

// Games lists the games with entries that wait to be released, sorted by ID. It omits entries that
// have been held for holdMost, because a worker may soon claim their job.
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

// EnqueueMail queues e-mail about entries of the log. It replaces a job with
// the same key.
func EnqueueMail(tx *game.Tx, key string, m MailJob, due time.Time) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return tx.Jobs.Enqueue(game.Job{Kind: "mail", Key: key, Game: m.Game, Due: due, Data: data})
}

// collected wraps the JobTx of a transaction and collects the log entries that it writes.
type collected struct {
	game.JobTx
	hold bool // whether the entries wait to be released
	held map[string]heldEntries
}

// Write runs f in a transaction of the store. The entries that it writes in a game are sent
// together: when the collection c is released, or after the transaction if c is nil.
func Write(ctx context.Context, store game.Store, c *Collection, f func(*game.Tx) error) error {
	if c != nil {
		c.writing.Lock()
		defer c.writing.Unlock()
	}
	var held map[string]heldEntries
	whole := false // whether f has finished
	err := store.Write(ctx, func(tx *game.Tx) error {
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
		collecting := *tx
		collecting.Jobs = &collected{JobTx: tx.Jobs, hold: c != nil, held: held}
		err := f(&collecting)
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
		// The transaction may have been committed nevertheless. The entries in its jobs must
		// not be overwritten: they are sent when the jobs are due.
		c.held = map[string]heldEntries{}
	}
	return err
}

// Append adds an entry with its data, encoded as JSON, to the log of its game.
// If mail is set, the entry is also sent by e-mail.
func Append(tx *game.Tx, e game.Entry, data any, mail bool) error {
	var err error
	if e.Data, err = json.Marshal(data); err != nil {
		return err
	}
	seq, err := tx.Log.Append(e)
	if err != nil || !mail {
		return err
	}
	return enqueueEntry(tx, e.Game, e.At, seq)
}

// enqueueEntry queues e-mail about an entry of the log, together with the other
// entries of the transaction or its collection.
func enqueueEntry(tx *game.Tx, gameID string, at time.Time, seq int64) error {
	x, ok := tx.Jobs.(*collected)
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
	return EnqueueMail(tx, held.key, MailJob{Game: gameID, Seqs: held.seqs}, due)
}
