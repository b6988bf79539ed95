package store

import (
	"podesta/internal/judge"
)

const memberColumns = "game, account, kind, seat, joined, left_at, data"

func scanMember(row row) (m judge.Member, err error) {
	return m, row(&m.Game, &m.Account, &m.Kind, &m.Seat, moment{&m.Joined}, moment{&m.Left}, &m.Data)
}

// Members lists all who take or have taken part in a game, in the order in
// which they came.
func (x *tx) Members(game string) ([]judge.Member, error) {
	return all(x, scanMember, "SELECT "+memberColumns+" FROM member WHERE game = ? ORDER BY joined, account, kind", game)
}

// MembersOf lists the parts that an account takes or has taken in games.
func (x *tx) MembersOf(account string) ([]judge.Member, error) {
	return all(x, scanMember, "SELECT "+memberColumns+" FROM member WHERE account = ? ORDER BY joined, game, kind", account)
}

// SaveMember makes or replaces an account's part of a kind in a game.
func (x *tx) SaveMember(m judge.Member) error {
	return x.upsert("member", "game, account, kind", memberColumns, m.Game, m.Account, m.Kind, m.Seat, m.Joined, m.Left, text(m.Data))
}

// Put writes an item in the place of the one with its kind and key.
func (x *tx) Put(game, kind, key string, data []byte) error {
	if data == nil {
		data = []byte{}
	}
	return x.upsert("item", "game, kind, name", "game, kind, name, data", game, kind, key, data)
}

// Get reads an item.
func (x *tx) Get(game, kind, key string) ([]byte, error) {
	data, err := one(x, func(row row) (b []byte, err error) { return b, row(&b) }, "SELECT data FROM item WHERE game = ? AND kind = ? AND name = ?", game, kind, key)
	if err == nil && data == nil {
		data = []byte{} // as some drivers read what is empty
	}
	return data, err
}

// Drop removes an item, if it is there.
func (x *tx) Drop(game, kind, key string) error {
	_, err := x.exec("DELETE FROM item WHERE game = ? AND kind = ? AND name = ?", game, kind, key)
	return err
}

const entryColumns = "game, seq, told, kind, phase, number, seat, audience, data"

func scanEntry(row row) (e judge.Entry, err error) {
	return e, row(&e.Game, &e.Seq, moment{&e.At}, &e.Kind, phase{&e.Phase}, &e.Number, &e.From, encoded{&e.Audience}, &e.Data)
}

// Append writes an entry behind the last one of its game's log and gives its
// number. It locks the game.
func (x *tx) Append(e judge.Entry) (int64, error) {
	if err := x.Lock(e.Game); err != nil {
		return 0, err
	}
	return one(x, func(row row) (seq int64, err error) { return seq, row(&seq) },
		"INSERT INTO entry ("+entryColumns+") VALUES (?, (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE game = ?), ?, ?, ?, ?, ?, ?, ?) RETURNING seq",
		e.Game, e.Game, e.At, e.Kind, e.Phase, e.Number, e.From, encoded{e.Audience}, text(e.Data))
}

// Reword replaces the data of an entry.
func (x *tx) Reword(game string, seq int64, data []byte) error {
	return x.change("UPDATE entry SET data = ? WHERE game = ? AND seq = ?", text(data), game, seq)
}

// Entries lists the log of a game behind an entry.
func (x *tx) Entries(game string, after int64, limit int) ([]judge.Entry, error) {
	return all(x, scanEntry, "SELECT "+entryColumns+" FROM entry WHERE game = ? AND seq > ? ORDER BY seq LIMIT ?", game, after, atMost(limit))
}

// List gives the items of a kind by key.
func (x *tx) List(game, kind string) (map[string][]byte, error) {
	out := map[string][]byte{}
	_, err := all(x, func(row row) (key string, err error) {
		data := []byte{}
		if err = row(&key, &data); data == nil {
			data = []byte{}
		}
		out[key] = data
		return key, err
	}, "SELECT name, data FROM item WHERE game = ? AND kind = ?", game, kind)
	return out, err
}
