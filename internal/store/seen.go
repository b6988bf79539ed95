package store

import "podesta/internal/game"

// Seen is how far somebody has read the letters of a game. ErrNoRecord where
// nothing is kept of it.
func (x *tx) Seen(gameID, account string, seat int) ([]byte, error) {
	return one(x, func(row row) (b []byte, err error) { return b, row(&b) }, "SELECT data FROM seen WHERE game = ? AND account = ? AND seat = ?", gameID, account, seat)
}

// SaveSeen keeps how far somebody has read the letters of a game.
func (x *tx) SaveSeen(gameID, account string, seat int, data []byte) error {
	return x.upsert("seen", "game, account, seat", "game, account, seat, data", gameID, account, seat, text(data))
}

// Letters lists the last press entries of a game before a number (0: of all),
// oldest first.
func (x *tx) Letters(gameID string, before int64, limit int) ([]game.Entry, error) {
	if before <= 0 {
		before = 1 << 62
	}
	return all(x, scanEntry, "SELECT "+entryColumns+" FROM (SELECT "+entryColumns+" FROM entry WHERE game = ? AND kind = 'press' AND seq < ? ORDER BY seq DESC LIMIT ?) AS late ORDER BY seq",
		gameID, before, atMost(limit))
}
