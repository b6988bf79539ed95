package store

import "podesta/internal/game"

// Seen returns how far a reader has read the messages of a game. It returns
// ErrNoRecord if nothing is stored.
func (x *tx) Seen(gameID, account string, seat int) ([]byte, error) {
	return one(x, func(row row) (b []byte, err error) { return b, row(&b) }, "SELECT data FROM seen WHERE game = ? AND account = ? AND seat = ?", gameID, account, seat)
}

// SeenIn returns how far a reader has read the messages of several games, in any order.
func (x *tx) SeenIn(account string, games []string) (out []game.SeenRecord, err error) {
	err = inChunks("game", games, func(where string, args []any) error {
		part, err := all(x, func(row row) (s game.SeenRecord, err error) { return s, row(&s.Game, &s.Seat, &s.Data) }, "SELECT game, seat, data FROM seen"+where+" AND account = ?", append(args, account)...)
		out = append(out, part...)
		return err
	})
	return out, err
}

// SaveSeen records how far a reader has read the messages of a game.
func (x *tx) SaveSeen(gameID, account string, seat int, data []byte) error {
	return x.upsert("seen", "game, account, seat", "game, account, seat, data", gameID, account, seat, text(data))
}

// Letters lists the last press entries before the entry with the number before, oldest first. If
// before is 0, it lists the last entries of the log.
func (x *tx) Letters(gameID string, before int64, limit int) ([]game.Entry, error) {
	if before <= 0 {
		before = 1 << 62
	}
	return all(x, scanEntry, "SELECT "+entryColumns+" FROM (SELECT "+entryColumns+" FROM entry WHERE game = ? AND kind = 'press' AND seq < ? ORDER BY seq DESC LIMIT ?) AS late ORDER BY seq",
		gameID, before, atMost(limit))
}
