package storetest

import (
	"errors"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
)

// stamps checks that a write that concerns a game changes the game's stamp, and no other stamp,
// when it is committed.
func stamps(t *testing.T, open func() Store) {
	s, elsewhere := open(), open()
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.SaveAccount(account("a1", "Anna")), tx.Accounts.SaveAccount(account("a2", "Bice")), tx.Accounts.SaveAccount(account("a3", "Carla")))
	})
	add(t, s, "first", "other")
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(
			tx.Members.SaveMember(game.Member{Game: "first", Account: "a1", Kind: game.Player, Seat: 1, Joined: at}),
			tx.Members.SaveMember(game.Member{Game: "other", Account: "a2", Kind: game.Player, Seat: 1, Joined: at}))
	})
	stamp := func(id string) string {
		t.Helper()
		return get(t, elsewhere, func(tx *game.Tx) (map[string]string, error) { return tx.Games.Stamps([]string{id}) })[id]
	}
	first, other := stamp("first"), stamp("other")
	if first == "" || first == other {
		t.Fatalf("stamps %q and %q", first, other)
	}
	same(t, stamp("first"), first)
	same(t, stamp("none"), "")

	seat := func(name string) func(*game.Tx) error {
		return func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, name) }
	}
	reword := func(tx *game.Tx) error { return tx.Log.Reword("first", 1, []byte(`"other words"`)) }
	for _, c := range []struct {
		name string
		do   func(*game.Tx) error
	}{
		{"a seat", seat("Anna")},
		{"the same again", seat("Anna")},
		{"orders", func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 1, 1, 1, "A Milan H") }},
		{"rolls", func(tx *game.Tx) error { return tx.Phases.SetRolls("first", 1, 1, map[string]int{"famine row": 2}) }},
		{"an entry", func(tx *game.Tx) error { _, err := tx.Log.Append(entry("first")); return err }},
		{"an entry in other words", reword},
		{"a ballot", func(tx *game.Tx) error { return tx.Votes.SaveBallot("first", 1, game.Ballot{Draw: true}) }},
		{"no ballot", func(tx *game.Tx) error { return tx.Votes.DropBallots("first") }},
		{"an agreement", func(tx *game.Tx) error { return tx.Votes.SaveAgreement("first", game.MotionPause, "a1") }},
		{"an absence", func(tx *game.Tx) error {
			return tx.Absences.SetAbsences("first", 1, []schedule.Absence{{Seat: 1, Start: at, End: at.Add(time.Hour)}})
		}},
		{"a note", func(tx *game.Tx) error { return tx.Diaries.AddNote("first", 1, "beware") }},
		{"an item", func(tx *game.Tx) error { return tx.Items.Put("first", "kind", "key", []byte("x")) }},
		{"no item", func(tx *game.Tx) error { return tx.Items.Drop("first", "kind", "key") }},
		{"a member", func(tx *game.Tx) error {
			return tx.Members.SaveMember(game.Member{Game: "first", Account: "a3", Kind: game.Observer, Joined: at})
		}},
		{"the name of a member", func(tx *game.Tx) error { return tx.Accounts.SaveAccount(account("a3", "Clara")) }},
		{"the record of a member", func(tx *game.Tx) error { return tx.Accounts.SaveRecord("a1", []byte(`{}`)) }},
		{"a game", func(tx *game.Tx) error {
			g, _, _ := Sample("first")
			g.Name = "Renamed"
			return tx.Games.SaveGame(g)
		}},
		{"a phase", func(tx *game.Tx) error {
			g, done, next := Advanced("first")
			return tx.Phases.Advance(g, done, &next)
		}},
		{"an earlier phase", func(tx *game.Tx) error {
			g, err := tx.Games.Game("first")
			if err == nil {
				err = tx.Phases.Revert(g, 1)
			}
			return err
		}},
	} {
		write(t, s, nil, c.do)
		now := stamp("first")
		if now == first {
			t.Errorf("%s leaves the stamp unchanged", c.name)
		}
		first = now
		same(t, stamp("other"), other)
	}
	failed := errors.New("undone")
	write(t, s, failed, func(tx *game.Tx) error { return errors.Join(seat("Nobody")(tx), failed) })
	same(t, stamp("first"), first)

	// Changes to data that no page of the game shows do not change the stamp.
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(
			tx.Log.SaveSeen("first", "a1", 1, []byte(`{"floor":1}`)),
			tx.Jobs.Enqueue(game.Job{Kind: "mail", Game: "first", Due: at}),
			tx.Tokens.AddToken(game.Token{Hash: "h", Kind: game.ReplyToken, Account: "a1", Game: "first"}),
			tx.Hooks.SaveHookSeen("first", "h1", 1),
			tx.Accounts.SaveAccount(account("a2", "Beatrice")))
	})
	same(t, stamp("first"), first)
	if stamp("other") == other {
		t.Error("a member's new name leaves the stamp unchanged")
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.DropGame("first") })
	same(t, stamp("first"), "")
}
