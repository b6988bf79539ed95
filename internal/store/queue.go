package store

import (
	"time"

	"podesta/internal/game"
)

const queueColumns = "account, since, ends, warned, asked, confirmed, wants"

func scanWaiting(row row) (w game.Waiting, err error) {
	return w, row(&w.Account, moment{&w.Since}, moment{&w.Ends}, &w.Warned, moment{&w.Asked}, moment{&w.Confirmed}, encoded{&w.Wants})
}

// Queue returns all entries of the queue, the oldest first.
func (x *tx) Queue() ([]game.Waiting, error) {
	return all(x, scanWaiting, "SELECT "+queueColumns+" FROM queue ORDER BY since, account")
}

// QueueLength returns the number of entries, and how many of them were added before a given time.
func (x *tx) QueueLength(since time.Time) (length, before int, err error) {
	n, err := one(x, func(row row) (n [2]int, err error) { return n, row(&n[0], &n[1]) },
		"SELECT COUNT(*), COALESCE(SUM(CASE WHEN since < ? THEN 1 ELSE 0 END), 0) FROM queue", since)
	return n[0], n[1], err
}

// Waiting reads the entry of an account. It returns ErrNoRecord if there is none.
func (x *tx) Waiting(account string) (game.Waiting, error) {
	return one(x, scanWaiting, "SELECT "+queueColumns+" FROM queue WHERE account = ?", account)
}

// SaveWaiting adds or replaces an entry.
func (x *tx) SaveWaiting(w game.Waiting) error {
	return x.upsert("queue", "account", queueColumns, w.Account, w.Since, w.Ends, w.Warned, w.Asked, w.Confirmed, encoded{w.Wants})
}

// DropWaiting removes the entry of an account. It returns ErrNoRecord if there is
// none.
func (x *tx) DropWaiting(account string) error {
	return x.change("DELETE FROM queue WHERE account = ?", account)
}

// Blocks returns all blocks between accounts.
func (x *tx) Blocks() ([]game.Mute, error) {
	return all(x, scanMute, "SELECT "+muteColumns+" FROM mute WHERE block = 1 AND game = '' ORDER BY account, other")
}
