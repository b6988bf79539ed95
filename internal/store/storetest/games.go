package storetest

import (
	"context"
	"errors"
	"testing"

	"podesta/internal/game"
	"podesta/machiavelli"
)

func roundTrip(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other", "a third")
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 1, 1, 2, "x") })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 1, 1, 2, "A Roma H\n# ü") })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 2, "Bo") })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SetRolls("first", 1, 1, map[string]int{"famine row": 7}) })
	g, seats, first := Sample("first")
	seats[1].Player, first.Given = "Bo", map[string]int{"famine row": 7}
	for _, s := range []Store{s, open()} {
		same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
		same(t, get(t, s, func(tx *game.Tx) ([]game.SeatRecord, error) { return tx.Games.Seats("first") }), seats)
		same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 1) }), first)
		same(t, get(t, s, func(tx *game.Tx) (map[int]string, error) { return tx.Phases.Orders("first", 1) }), map[int]string{2: "A Roma H\n# ü"})
		same(t, each(get(t, s, func(tx *game.Tx) ([]game.GameRecord, error) { return tx.Games.Games() }), func(g game.GameRecord) string { return g.ID }), "first other a third")
	}
}

func missing(t *testing.T, open func() Store) {
	s := open()
	for name, f := range map[string]func(*game.Tx) error{
		"game":    func(tx *game.Tx) error { _, err := tx.Games.Game("x"); return err },
		"phase":   func(tx *game.Tx) error { _, err := tx.Phases.Phase("x", 1); return err },
		"account": func(tx *game.Tx) error { _, err := tx.Accounts.Account("x"); return err },
		"address": func(tx *game.Tx) error { _, err := tx.Accounts.AccountByEmail("x@example.org"); return err },
		"token":   func(tx *game.Tx) error { _, err := tx.Tokens.Token("x"); return err },
		"item":    func(tx *game.Tx) error { _, err := tx.Items.Get("x", "vote", "1"); return err },
	} {
		if err := Read(s, f); !errors.Is(err, game.ErrNoRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
	g, seats, _ := Sample("x")
	for name, f := range map[string]func(*game.Tx) error{
		"name a seat": func(tx *game.Tx) error { return tx.Games.NameSeat("x", 1, "Ada") },
		"orders":      func(tx *game.Tx) error { return tx.Phases.SaveOrders("x", 1, 1, 1, "") },
		"save a seat": func(tx *game.Tx) error { return tx.Games.SaveSeat("x", seats[0]) },
		"save":        func(tx *game.Tx) error { return tx.Games.SaveGame(g) },
		"lock":        func(tx *game.Tx) error { return tx.Games.Lock("x") },
		"account":     func(tx *game.Tx) error { return tx.Accounts.LockAccount("x") },
		"a record":    func(tx *game.Tx) error { _, err := tx.Accounts.Record("x"); return err },
		"its record":  func(tx *game.Tx) error { return tx.Accounts.SaveRecord("x", nil) },
		"revert":      func(tx *game.Tx) error { return tx.Phases.Revert(g, 1) },
		"amend":       func(tx *game.Tx) error { return tx.Phases.Amend(g, nil) },
		"log":         func(tx *game.Tx) error { _, err := tx.Log.Append(game.Entry{Game: "x"}); return err },
		"touch":       func(tx *game.Tx) error { return tx.Tokens.TouchToken("x", at) },
		"token":       func(tx *game.Tx) error { return tx.Tokens.DropToken("x") },
		"finish":      func(tx *game.Tx) error { return tx.Jobs.FinishJob(1) },
		"retry":       func(tx *game.Tx) error { return tx.Jobs.RetryJob(1, at, "") },
	} {
		if err := Write(s, f); !errors.Is(err, game.ErrNoRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Accounts.DropAddress("x@example.org"), tx.Items.Drop("x", "vote", "1"), tx.Tokens.DropTokens(at))
	})
}

func oddText(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 1, 1, 1, "a\x00b\xffc") })
	same(t, get(t, s, func(tx *game.Tx) (map[int]string, error) { return tx.Phases.Orders("first", 1) }), map[int]string{1: "a\uFFFDb\uFFFDc"})
	for _, id := range []string{"\x00", "\xff", "'", "%", "?", "$1", ""} {
		if err := Read(s, func(tx *game.Tx) error { _, err := tx.Games.Game(id); return err }); !errors.Is(err, game.ErrNoRecord) {
			t.Errorf("game %q: %v", id, err)
		}
	}
}

var errBroken = errors.New("broken")

// untouched fails the test if any game exists.
func untouched(t *testing.T, s Store) {
	t.Helper()
	if games := get(t, s, func(tx *game.Tx) ([]game.GameRecord, error) { return tx.Games.Games() }); len(games) != 0 {
		t.Errorf("left behind: %+v", games)
	}
}

func rollback(t *testing.T, open func() Store) {
	s := open()
	g, seats, first := Sample("first")
	write(t, s, errBroken, func(tx *game.Tx) error { return errors.Join(tx.Games.AddGame(g, seats, first), errBroken) })
	untouched(t, s)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a panic was swallowed")
			}
		}()
		write(t, s, nil, func(tx *game.Tx) error {
			if err := tx.Games.AddGame(g, seats, first); err != nil {
				return err
			}
			panic("the judge has a fault")
		})
	}()
	untouched(t, s)
}

func spoilt(t *testing.T, open func() Store) {
	s := open()
	g, seats, first := Sample("first")
	err := Write(s, func(tx *game.Tx) error {
		if err := tx.Games.AddGame(g, seats, first); err != nil {
			return err
		}
		if tx.Games.AddGame(g, seats, first) == nil {
			t.Error("two games with one ID")
		}
		return nil // the transaction must fail although f hides the error
	})
	if err == nil {
		t.Error("a transaction with a failed statement was committed")
	}
	untouched(t, s)
}

func cancelled(t *testing.T, open func() Store) {
	s := open()
	g, seats, first := Sample("first")
	ctx, cancel := context.WithCancel(ctx)
	err := s.Write(ctx, func(tx *game.Tx) error {
		err := tx.Games.AddGame(g, seats, first)
		cancel()
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after its context had ended: %v", err)
	}
	if err := s.Write(ctx, func(*game.Tx) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
	untouched(t, s)
	add(t, s, "first")
}

func reading(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	read(t, s, func(tx *game.Tx) error {
		before, err := tx.Games.Seats("first")
		if err != nil {
			return err
		}
		write(t, s, nil, func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Zoë") })
		after, err := tx.Games.Seats("first")
		same(t, after, before)
		return err
	})
	for name, f := range map[string]func(*game.Tx) error{
		"write": func(tx *game.Tx) error { return tx.Games.NameSeat("first", 1, "Ada") },
		"lock":  func(tx *game.Tx) error { return tx.Games.Lock("first") },
	} {
		if err := Read(s, f); err == nil {
			t.Errorf("%s in a read", name)
		}
	}
}

func guarded(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	g, _, _ := Sample("first")
	g.Revision = 2
	for _, f := range []func(*game.Tx) error{
		func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 2, 1, 1, "x") },
		func(tx *game.Tx) error { return tx.Phases.SetRolls("first", 2, 1, nil) },
		func(tx *game.Tx) error { return tx.Phases.SetSalt("first", 2, 1, "x") },
		func(tx *game.Tx) error { return tx.Games.SaveGame(g) },
		func(tx *game.Tx) error { return tx.Games.Remake(g) },
		func(tx *game.Tx) error { return tx.Games.Recast(g, nil) },
		func(tx *game.Tx) error { return tx.Phases.Revert(g, 1) },
		func(tx *game.Tx) error { return tx.Phases.Amend(g, nil) },
	} {
		write(t, s, game.ErrRevision, f)
	}
}

func advance(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	g, done, next := Advanced("first")
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Advance(g, done, &next) })
	write(t, s, game.ErrRevision, func(tx *game.Tx) error { return tx.Phases.Advance(g, done, &next) })
	g.Revision++
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 1) }), done)
	same(t, get(t, s, func(tx *game.Tx) ([]game.PhaseInfo, error) { return tx.Phases.Phases("first") }),
		[]game.PhaseInfo{{Number: 1, Phase: done.Phase}, {Number: 2, Phase: next.Phase}})
	// The last phase has no next phase.
	last := next
	last.After, last.Done = []byte(`{}`), at
	g.Finished = true
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Advance(g, last, nil) })
	if g := get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }); !g.Finished || g.Revision != 3 {
		t.Errorf("the end: %+v", g)
	}
}

func forming(t *testing.T, open func() Store) {
	s := open()
	g, seats, first := Sample("first")
	formed := g
	g.Number, g.Phase, g.Status, g.Hosting, g.Plan, g.Opening, g.OpeningThrows = 0, machiavelli.Phase{}, game.Forming, nil, nil, nil, nil
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.AddGame(g, nil, game.PhaseRecord{}) })
	write(t, s, nil, func(tx *game.Tx) error {
		return errors.Join(tx.Games.AddSeat("first", seats[0]), tx.Games.AddSeat("first", seats[1]))
	})
	g.Name, g.Opening = "Another name", []byte{}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.SaveGame(g) })
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	seats[1].Powers, seats[1].State = []string{"naples"}, []byte(`{"wait":true}`)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.SaveSeat("first", seats[1]) })
	same(t, get(t, s, func(tx *game.Tx) ([]game.SeatRecord, error) { return tx.Games.Seats("first") }), seats)

	formed.Name = g.Name
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Advance(formed, game.PhaseRecord{}, &first) })
	formed.Revision, formed.Opening, formed.OpeningThrows = 2, g.Opening, g.OpeningThrows
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), formed)
	same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 1) }), first)
}

// later advances the game of Sample to its third phase.
func later(t *testing.T, s Store, id string) {
	t.Helper()
	g, done, next := Advanced(id)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SaveOrders(id, 1, 1, 1, "of one") })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Advance(g, done, &next) })
	g.Revision, g.Number, g.Phase = 2, 3, words("fall 1454 orders")
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SaveOrders(id, 2, 2, 1, "of two") })
	next.After, next.Done = []byte(`{}`), at
	write(t, s, nil, func(tx *game.Tx) error {
		return tx.Phases.Advance(g, next, &game.PhaseRecord{Game: id, Number: 3, Phase: g.Phase, Position: []byte(`{}`)})
	})
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SaveOrders(id, 3, 3, 1, "of three") })
}

func revert(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "other")
	later(t, s, "first")
	later(t, s, "other")
	g := get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") })
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Phases.Revert(g, 4) })
	g.Plan, g.Finished = []byte(`{"later":true}`), true
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Revert(g, 2) })

	g.Number, g.Phase, g.Revision = 2, words("summer 1454 orders"), 4
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	_, done, next := Advanced("first")
	same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 1) }), done)
	same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 2) }), next)
	for number, want := range map[int]map[int]string{1: {1: "of one"}, 2: {1: "of two"}, 3: {}} {
		same(t, get(t, s, func(tx *game.Tx) (map[int]string, error) { return tx.Phases.Orders("first", number) }), want)
	}
	// Before the first phase there are neither phases nor orders.
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Revert(g, 0) })
	g.Number, g.Phase, g.Revision = 0, machiavelli.Phase{}, 5
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	if list := get(t, s, func(tx *game.Tx) ([]game.PhaseInfo, error) { return tx.Phases.Phases("first") }); len(list) != 0 {
		t.Errorf("before the first phase: %+v", list)
	}
	same(t, get(t, s, func(tx *game.Tx) (map[int]string, error) { return tx.Phases.Orders("first", 1) }), map[int]string{})
	if list := get(t, s, func(tx *game.Tx) ([]game.PhaseInfo, error) { return tx.Phases.Phases("other") }); len(list) != 3 {
		t.Errorf("the other game: %+v", list)
	}
}

func amend(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	g, _, first := Sample("first")
	first.Position = []byte(`{"amended":true}`)
	g.Plan = []byte(`{"amended":true}`)
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.Amend(g, first.Position) })
	g.Revision = 2
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 1) }), first)
	write(t, s, game.ErrRevision, func(tx *game.Tx) error { return tx.Phases.SaveOrders("first", 1, 1, 1, "of before") })
}

func remake(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first")
	g, _, first := Sample("first")
	g.Rules, g.Opening, g.OpeningThrows = []byte(`{"preset":"y"}`), []byte(`[]`), nil
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.Remake(g) })
	write(t, s, nil, func(tx *game.Tx) error { return tx.Phases.SetSalt("first", 1, 1, "fresh") })
	first.Salt = "fresh"
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	same(t, get(t, s, func(tx *game.Tx) (game.PhaseRecord, error) { return tx.Phases.Phase("first", 1) }), first)
	write(t, s, game.ErrNoRecord, func(tx *game.Tx) error { return tx.Phases.SetSalt("first", 1, 2, "x") })
}

// recast replaces the cast of a game, with a different number of seats.
func recast(t *testing.T, open func() Store) {
	s := open()
	add(t, s, "first", "second")
	g, seats, _ := Sample("first")
	g.Scenario, g.Variant, g.Rules = "A", "A-4", []byte(`{"preset":"z"}`)
	var fresh []game.SeatRecord
	for n := range 4 {
		fresh = append(fresh, game.SeatRecord{Number: n + 1, Powers: []string{}, State: []byte{}})
	}
	write(t, s, nil, func(tx *game.Tx) error { return tx.Games.Recast(g, fresh) })
	same(t, get(t, s, func(tx *game.Tx) (game.GameRecord, error) { return tx.Games.Game("first") }), g)
	same(t, get(t, s, func(tx *game.Tx) ([]game.SeatRecord, error) { return tx.Games.Seats("first") }), fresh)
	if others := get(t, s, func(tx *game.Tx) ([]game.SeatRecord, error) { return tx.Games.Seats("second") }); len(others) != len(seats) {
		t.Errorf("the other game has %d seats", len(others))
	}
}
