package game

import "time"

// Waiting is an account's entry in the queue for any game that fits.
type Waiting struct {
	Account string
	Since   time.Time // its place: who has waited longer comes first
	Ends    time.Time // then the entry is removed
	Warned  bool      // its owner knows that it ends soon
	// Asked is when the owner was last asked whether they are still there, and
	// Confirmed when they last said so; zero: not yet.
	Asked, Confirmed time.Time
	Wants            Wants
}

// Wants is what someone accepts who waits in the queue. Lists that are empty mean
// everything that the queue offers.
type Wants struct {
	Editions    []string `json:"editions,omitempty"`  // presets of the rules
	Scenarios   []string `json:"scenarios,omitempty"` // their IDs
	Paces       []string `json:"paces,omitempty"`     // names of hosting.Paces
	Languages   []string `json:"languages,omitempty"` // tags of those in which the person can write
	Least       int      `json:"least,omitempty"`     // players of a game; 0: any number
	Most        int      `json:"most,omitempty"`
	Reliability int      `json:"reliability,omitempty"` // percent that the others need; those without a score are accepted
	Programs    bool     `json:"programs,omitempty"`    // programs are accepted
}

// QueueTx reads and writes the queue.
type QueueTx interface {
	// Queue returns all entries, who has waited longest first.
	Queue() ([]Waiting, error)
	// QueueLength returns the number of entries, and how many of them have waited
	// longer than since the given time.
	QueueLength(since time.Time) (all, before int, err error)
	// Waiting reads the entry of an account. ErrNoRecord: it has none.
	Waiting(account string) (Waiting, error)
	SaveWaiting(w Waiting) error // adds or replaces it
	// DropWaiting removes the entry of an account. ErrNoRecord: it has none, so
	// that of two transactions that remove it only one succeeds.
	DropWaiting(account string) error
	// Blocks returns all blocks between accounts, as mutes.
	Blocks() ([]Mute, error)
}
