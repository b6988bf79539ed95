package game

import "time"

// Waiting is an account's entry in the queue for games.
type Waiting struct {
	Account string
	Since   time.Time // its place in the queue: accounts that have waited longer come first
	Ends    time.Time // when the entry is removed
	Warned  bool      // whether its owner was warned that it ends soon
	// Asked is when the owner was last asked whether they are still there, and Confirmed when
	// they last confirmed it; zero if never.
	Asked, Confirmed time.Time
	Wants            Wants
}

// Wants describes the games that a player in the queue accepts. An empty list means no restriction.
type Wants struct {
	Editions    []string `json:"editions,omitempty" arg:"editions" most:"20" doc:"Presets of the rules; absent: any edition of Machiavelli" ask:"a word, or several with commas between them"`
	Scenarios   []string `json:"scenarios,omitempty" arg:"scenarios" most:"40" doc:"Their IDs; absent: any" ask:"a word, or several with commas between them"`
	Paces       []string `json:"paces,omitempty" arg:"paces" most:"10" doc:"daily, usual, weekly or evening; absent: any" ask:"a word, or several with commas between them"`
	Languages   []string `json:"languages,omitempty" arg:"languages" most:"5" doc:"In which you can write, as tags of two or three letters; absent: any" ask:"a word, or several with commas between them"`
	Least       int      `json:"least,omitempty" arg:"least,optional" most:"8" doc:"The least number of players, 3 to 8; 0: any"`
	Most        int      `json:"most,omitempty" arg:"most,optional" most:"8" doc:"The most players; 0: any"`
	Reliability int      `json:"reliability,omitempty" arg:"reliability,optional" most:"100" doc:"What the others need, in percent; those who have none yet are accepted"`
	Programs    bool     `json:"programs,omitempty" arg:"programs,optional" doc:"You also play with programs"`
}

// QueueTx reads and writes the queue.
type QueueTx interface {
	// Queue returns all entries, the oldest first.
	Queue() ([]Waiting, error)
	// QueueLength returns the number of entries, and how many of them have waited since before
	// the given time.
	QueueLength(since time.Time) (all, before int, err error)
	// Waiting reads the entry of an account. It returns ErrNoRecord if there is none.
	Waiting(account string) (Waiting, error)
	SaveWaiting(w Waiting) error // adds or replaces it
	// DropWaiting removes the entry of an account. It returns ErrNoRecord if there is none, so that
	// only one of two transactions can remove it.
	DropWaiting(account string) error
	// Blocks returns all blocks between accounts, as mutes.
	Blocks() ([]Mute, error)
}
