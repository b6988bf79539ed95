package game_test

import (
	"errors"
	"testing"
	"time"

	"podesta/internal/game"
)

// TestListMark writes places in lists and reads them again, and refuses other
// texts.
func TestListMark(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 678000, time.UTC)
	for _, m := range []game.ListMark{{}, {Created: at, Place: 1, ID: "abc"}, {Created: time.UnixMicro(-5).UTC(), Place: -7, ID: "a.b.c é"}} {
		got, err := game.ParseListMark(m.String())
		if err != nil || got != m || got.IsZero() != (m.ID == "") {
			t.Errorf("%+v became %q, %+v, %v", m, m.String(), got, err)
		}
	}
	for _, text := range []string{".", "..", "a.b", "a.b.", "1.!.x", "-.1.x", "99999999999999999.1.x"} {
		if m, err := game.ParseListMark(text); !errors.Is(err, game.ErrListMark) || !m.IsZero() {
			t.Errorf("%q: %+v, %v", text, m, err)
		}
	}
	older, newer := game.ListMark{Created: at, Place: 9, ID: "z"}, game.ListMark{Created: at.Add(1000), Place: 1, ID: "a"}
	if older.Compare(newer) <= 0 || newer.Compare(older) >= 0 || older.Compare(older) != 0 {
		t.Error("the newer game is not the first")
	}
}
