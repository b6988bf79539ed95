package storetest

import (
	"errors"
	"slices"
	"testing"

	"podesta/internal/game"
)

func letters(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	var want []game.Entry
	for i, kind := range []game.EntryKind{game.PressEntry, game.NoticeEntry, game.PressEntry, game.PressEntry, game.ActEntry, game.PressEntry} {
		e := entry("first")
		e.Kind = kind
		write(t, s, nil, func(tx *game.Tx) (err error) {
			e.Seq, err = tx.Log.Append(e)
			return err
		})
		if kind == game.PressEntry {
			want = append(want, e)
		}
		if i == 2 {
			write(t, s, nil, func(tx *game.Tx) error {
				other := e
				other.Game = "other"
				_, err := tx.Log.Append(other)
				return err
			})
		}
	}
	for _, c := range []struct {
		before int64
		limit  int
		want   []game.Entry
	}{
		{0, 0, want},
		{0, 2, want[2:]},
		{6, 2, want[1:3]},
		{3, 5, want[:1]},
		{1, 5, nil},
	} {
		got := get(t, s, func(tx *game.Tx) ([]game.Entry, error) { return tx.Log.Letters("first", c.before, c.limit) })
		if len(got) != 0 || len(c.want) != 0 {
			same(t, got, c.want)
		}
	}

	seen := func(gameID, account string, seat int) (string, error) {
		var out []byte
		err := Read(s, func(tx *game.Tx) (err error) {
			out, err = tx.Log.Seen(gameID, account, seat)
			return err
		})
		return string(out), err
	}
	if _, err := seen("first", "a1", 2); !errors.Is(err, game.ErrNoRecord) {
		t.Errorf("before anything is read: %v", err)
	}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Log.SaveSeen("first", "a1", 2, []byte(`{"floor":1}`)), tx.Log.SaveSeen("first", "a1", 0, []byte(`{"floor":7}`)), tx.Log.SaveSeen("other", "a1", 2, []byte(`{}`)))
	})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Log.SaveSeen("first", "a1", 2, []byte(`{"floor":3}`)) })
	all := get(t, s, func(tx *game.Tx) ([]game.SeenRecord, error) { return tx.Log.SeenIn("a1", []string{"first", "none"}) })
	slices.SortFunc(all, func(a, b game.SeenRecord) int { return a.Seat - b.Seat })
	same(t, all, []game.SeenRecord{{Game: "first", Data: []byte(`{"floor":7}`)}, {Game: "first", Seat: 2, Data: []byte(`{"floor":3}`)}})
	for _, c := range []struct {
		game, account string
		seat          int
		want          string
	}{
		{"first", "a1", 2, `{"floor":3}`},
		{"first", "a1", 0, `{"floor":7}`},
		{"other", "a1", 2, `{}`},
	} {
		if got, err := seen(c.game, c.account, c.seat); err != nil || got != c.want {
			t.Errorf("%s of %s in seat %d: %s, %v, want %s", c.game, c.account, c.seat, got, err, c.want)
		}
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame("first") })
	if _, err := seen("first", "a1", 2); !errors.Is(err, game.ErrNoRecord) {
		t.Errorf("of a game that was dropped: %v", err)
	}
}
