package store

import (
	"database/sql"
	"maps"
	"slices"
	"time"

	"podesta/internal/game"
)

const memberColumns = "game, account, kind, seat, joined, left_at, data, since, since_joined"

func scanMember(row row) (m game.Member, err error) {
	var since sql.NullInt64
	var of time.Time
	err = row(&m.Game, &m.Account, &m.Kind, &m.Seat, moment{&m.Joined}, moment{&m.Left}, &m.Data, &since, moment{&of})
	if m.Since = since.Int64; !since.Valid || !of.Equal(m.Joined) {
		m.Since = game.SinceUnknown
	}
	return m, err
}

// Members lists everyone who takes or has taken part in a game, in the order in
// which they joined.
func (x *tx) Members(gameID string) ([]game.Member, error) {
	return all(x, scanMember, "SELECT "+memberColumns+" FROM member WHERE game = ? ORDER BY joined, account, kind", gameID)
}

// MembersOf lists the games in which an account takes or has taken part, with
// its roles.
func (x *tx) MembersOf(account string) ([]game.Member, error) {
	return all(x, scanMember, "SELECT "+memberColumns+" FROM member WHERE account = ? ORDER BY joined, game, kind", account)
}

// PartsOf lists the current memberships of an account. If running is set, it omits those in games
// that are over or were terminated.
func (x *tx) PartsOf(account string, running bool) ([]game.Part, error) {
	where, args := []string{"member.account = ?", "member.left_at IS NULL", "game.id = member.game"}, []any{account}
	if running {
		where, args = append(where, "game.status NOT IN (?, ?)"), append(args, game.Over, game.Terminated)
	}
	// CROSS JOIN makes SQLite read the account's memberships first, and then look up their games.
	return all(x, func(row row) (p game.Part, err error) { return p, row(&p.Game, &p.Kind, &p.Seat, &p.Status) },
		"SELECT member.game, member.kind, member.seat, game.status FROM member CROSS JOIN game"+x.d.by("game_title")+whereAll(where)+" ORDER BY member.joined, member.game, member.kind", args...)
}

// SaveMember adds or replaces an account's role of a kind in a game.
func (x *tx) SaveMember(m game.Member) error {
	return x.upsert("member", "game, account, kind", memberColumns, m.Game, m.Account, m.Kind, m.Seat, m.Joined, m.Left, text(m.Data),
		sql.NullInt64{Int64: m.Since, Valid: m.Since != game.SinceUnknown}, m.Joined)
}

// Put adds an item or replaces the item with the same kind and key.
func (x *tx) Put(gameID, kind, key string, data []byte) error {
	return x.PutAll(gameID, kind, map[string][]byte{key: data})
}

// PutAll adds or replaces items of a kind. items is keyed by item key.
func (x *tx) PutAll(gameID, kind string, items map[string][]byte) error {
	var rows [][]any
	// Locking items in a fixed order prevents deadlocks between two writers.
	for _, key := range slices.Sorted(maps.Keys(items)) {
		rows = append(rows, []any{gameID, kind, key, append([]byte{}, items[key]...)})
	}
	return x.several("INSERT INTO item (game, kind, name, data) VALUES ", "(?, ?, ?, ?)", ", ",
		" ON CONFLICT (game, kind, name) DO UPDATE SET data = excluded.data", rows)
}

// Get reads an item.
func (x *tx) Get(gameID, kind, key string) ([]byte, error) {
	data, err := one(x, func(row row) (b []byte, err error) { return b, row(&b) }, "SELECT data FROM item WHERE game = ? AND kind = ? AND name = ?", gameID, kind, key)
	if err == nil && data == nil {
		data = []byte{} // some drivers return nil for an empty value
	}
	return data, err
}

// Drop removes an item, if it exists.
func (x *tx) Drop(gameID, kind, key string) error {
	_, err := x.exec("DELETE FROM item WHERE game = ? AND kind = ? AND name = ?", gameID, kind, key)
	return err
}

// DropSome removes up to n items of a kind and returns their number.
func (x *tx) DropSome(gameID, kind string, n int) (int, error) {
	dropped, err := x.exec("DELETE FROM item WHERE game = ? AND kind = ? AND name IN (SELECT name FROM item WHERE game = ? AND kind = ? ORDER BY name LIMIT ?)",
		gameID, kind, gameID, kind, n)
	return int(dropped), err
}

const entryColumns = "game, seq, told, kind, phase, number, seat, audience, data"

func scanEntry(row row) (e game.Entry, err error) {
	return e, row(&e.Game, &e.Seq, moment{&e.At}, &e.Kind, phase{&e.Phase}, &e.Number, &e.From, encoded{&e.Audience}, &e.Data)
}

// Append adds an entry to the end of its game's log and returns its number. It
// locks the game.
func (x *tx) Append(e game.Entry) (int64, error) {
	if err := x.Lock(e.Game); err != nil {
		return 0, err
	}
	return one(x, func(row row) (seq int64, err error) { return seq, row(&seq) },
		"INSERT INTO entry ("+entryColumns+") VALUES (?, (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE game = ?), ?, ?, ?, ?, ?, ?, ?) RETURNING seq",
		e.Game, e.Game, e.At, e.Kind, e.Phase, e.Number, e.From, encoded{e.Audience}, text(e.Data))
}

// LogEnd returns the number of the log's last entry, or 0 if the log is empty.
func (x *tx) LogEnd(gameID string) (int64, error) {
	return one(x, func(row row) (seq int64, err error) { return seq, row(&seq) }, "SELECT coalesce(max(seq), 0) FROM entry WHERE game = ?", gameID)
}

// Reword replaces the data of an entry.
func (x *tx) Reword(gameID string, seq int64, data []byte) error {
	if err := x.Lock(gameID); err != nil {
		return err
	}
	return x.change("UPDATE entry SET data = ? WHERE game = ? AND seq = ?", text(data), gameID, seq)
}

// Entries lists the entries of a game's log that follow an entry.
func (x *tx) Entries(gameID string, after int64, limit int) ([]game.Entry, error) {
	return all(x, scanEntry, "SELECT "+entryColumns+" FROM entry WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?", gameID, after, atMost(limit))
}

// List returns the items of a kind, keyed by item key.
func (x *tx) List(gameID, kind string) (map[string][]byte, error) {
	out := map[string][]byte{}
	_, err := all(x, func(row row) (key string, err error) {
		data := []byte{}
		if err = row(&key, &data); data == nil {
			data = []byte{}
		}
		out[key] = data
		return key, err
	}, "SELECT name, data FROM item WHERE game = ? AND kind = ?", gameID, kind)
	return out, err
}
