package storetest

import (
	"errors"
	"testing"

	"podesta/internal/judge"
)

func letters(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	var want []judge.Entry
	for i, kind := range []judge.EntryKind{judge.PressEntry, judge.NoticeEntry, judge.PressEntry, judge.PressEntry, judge.ActEntry, judge.PressEntry} {
		e := entry("first")
		e.Kind = kind
		write(t, s, nil, func(tx judge.Tx) (err error) {
			e.Seq, err = tx.Append(e)
			return err
		})
		if kind == judge.PressEntry {
			want = append(want, e)
		}
		if i == 2 {
			write(t, s, nil, func(tx judge.Tx) error {
				other := e
				other.Game = "other"
				_, err := tx.Append(other)
				return err
			})
		}
	}
	for _, c := range []struct {
		before int64
		limit  int
		want   []judge.Entry
	}{
		{0, 0, want},
		{0, 2, want[2:]},
		{6, 2, want[1:3]},
		{3, 5, want[:1]},
		{1, 5, nil},
	} {
		got := get(t, s, func(tx judge.Tx) ([]judge.Entry, error) { return tx.Letters("first", c.before, c.limit) })
		if len(got) != 0 || len(c.want) != 0 {
			same(t, got, c.want)
		}
	}

	seen := func(game, account string, seat int) (string, error) {
		var out []byte
		err := Read(s, func(tx judge.Tx) (err error) {
			out, err = tx.Seen(game, account, seat)
			return err
		})
		return string(out), err
	}
	if _, err := seen("first", "a1", 2); !errors.Is(err, judge.ErrNoRecord) {
		t.Errorf("before anything is read: %v", err)
	}
	write(t, s, nil, func(tx judge.Tx) error {
		return errors.Join(tx.SaveSeen("first", "a1", 2, []byte(`{"floor":1}`)), tx.SaveSeen("first", "a1", 0, []byte(`{"floor":7}`)), tx.SaveSeen("other", "a1", 2, []byte(`{}`)))
	})
	write(t, s, nil, func(tx judge.Tx) error { return tx.SaveSeen("first", "a1", 2, []byte(`{"floor":3}`)) })
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
	write(t, s, nil, func(tx judge.Tx) error { return tx.DropGame("first") })
	if _, err := seen("first", "a1", 2); !errors.Is(err, judge.ErrNoRecord) {
		t.Errorf("of a game that was dropped: %v", err)
	}
}
