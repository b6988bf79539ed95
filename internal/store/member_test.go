package store_test

import (
	"context"
	"math"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
)

// TestMemberOfOlderVersion checks that Member.Since is ignored if an older version, which runs at
// the same time, has replaced only the time of joining.
func TestMemberOfOlderVersion(t *testing.T) {
	t.Parallel()
	databases(t, func(t *testing.T, newURL func(t *testing.T) string) {
		url := newURL(t)
		since := func(change string) int64 {
			t.Helper()
			if change != "" {
				store.RawAt(t, url, math.MaxInt, change)
			}
			s, err := store.Open(url)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var out []game.Member
			err = s.Write(context.Background(), func(tx *game.Tx) error {
				if change == "" {
					at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
					if err := tx.Games.AddGame(game.GameRecord{ID: "first", Seed: []byte("seed"), Rules: []byte("{}"), Created: at, Status: game.Active}, nil, game.PhaseRecord{}); err != nil {
						return err
					}
					if err := tx.Members.SaveMember(game.Member{Game: "first", Account: "a", Kind: game.Player, Joined: at, Since: 5}); err != nil {
						return err
					}
				}
				var err error
				out, err = tx.Members.Members("first")
				return err
			})
			if err != nil || len(out) != 1 {
				t.Fatal(out, err)
			}
			return out[0].Since
		}
		if n := since(""); n != 5 {
			t.Errorf("since %d, want 5", n)
		}
		if n := since("UPDATE member SET joined = joined + 1"); n != game.SinceUnknown {
			t.Errorf("since %d, want it unknown", n)
		}
	})
}
