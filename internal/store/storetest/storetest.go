// Package storetest is what every store of the judge must do, whatever database
// is behind it.
package storetest

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
)

var ctx = context.Background()

// Exercise runs the tests. open opens the same store each time it is called
// within one test, as programs after a restart, or beside each other, do; it is
// empty at first.
func Exercise(t *testing.T, open func(t *testing.T) func() judge.Store) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, open func() judge.Store)
	}{
		{"what is written is read back, after a restart too", roundTrip},
		{"what is not there", missing},
		{"a transaction that fails leaves nothing", rollback},
		{"writes are guarded by the revision", guarded},
		{"a phase is closed and the next one opened", advance},
		{"of eight writers at one revision one succeeds", concurrent},
		{"games that are due", due},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

func phase(text string) machiavelli.Phase {
	p, err := machiavelli.ParsePhase(text)
	if err != nil {
		panic(err)
	}
	return p
}

var at = time.Date(2026, 1, 2, 3, 4, 5, 678000, time.UTC)

// sample is a game with two seats in its first phase.
func sample(id string) (judge.GameRecord, []judge.SeatRecord, judge.PhaseRecord) {
	g := judge.GameRecord{
		ID: id, Name: "Cosimo ' \"x\" – ü", Scenario: "B", Variant: "B-2-2", Rules: []byte(`{"preset":"x"}`), Seed: []byte{0, 1, 255},
		Solitaire: true, Showcase: true, Pace: 36 * time.Hour, Phase: phase("spring 1454 orders"), Number: 1, Revision: 1,
		Deadline: at.Add(time.Hour), Created: at,
		Library: "scenarios: []", Opening: []byte(`[{"income":1}]`), OpeningThrows: []dice.Throw{{Name: "income milan 1", Dice: 1, Faces: 6, Value: 3}},
	}
	seats := []judge.SeatRecord{{Number: 1, Player: "Ada", Powers: []string{"milan", "venice"}}, {Number: 2, Powers: []string{"papacy"}, Ready: true}}
	return g, seats, judge.PhaseRecord{Game: id, Number: 1, Phase: g.Phase, Position: []byte(`{"a":1}`)}
}

func add(t *testing.T, s judge.Store, id string) {
	t.Helper()
	g, seats, first := sample(id)
	write(t, s, nil, func(tx judge.Tx) error { return tx.AddGame(g, seats, first) })
}

func write(t *testing.T, s judge.Store, want error, f func(judge.Tx) error) {
	t.Helper()
	if err := s.Write(ctx, f); !errors.Is(err, want) || want == nil && err != nil {
		t.Fatalf("write: %v, want %v", err, want)
	}
}

func read(t *testing.T, s judge.Store, f func(judge.Tx) error) {
	t.Helper()
	if err := s.Read(ctx, f); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

func roundTrip(t *testing.T, open func() judge.Store) {
	s := open()
	add(t, s, "first")
	add(t, s, "other")
	write(t, s, nil, func(tx judge.Tx) error { return tx.SaveOrders("first", 1, 1, 2, "A Roma H\n# ü") })
	write(t, s, nil, func(tx judge.Tx) error { return tx.NameSeat("first", 2, "Bo") })
	g, seats, first := sample("first")
	seats[1].Player = "Bo"
	for _, s := range []judge.Store{s, open()} {
		read(t, s, func(tx judge.Tx) error {
			got, err := tx.Game("first")
			same(t, got, g)
			if err != nil {
				return err
			}
			list, err := tx.Seats("first")
			same(t, list, seats)
			if err != nil {
				return err
			}
			p, err := tx.Phase("first", 1)
			same(t, p, first)
			if err != nil {
				return err
			}
			texts, err := tx.Orders("first", 1)
			same(t, texts, map[int]string{2: "A Roma H\n# ü"})
			if err != nil {
				return err
			}
			games, err := tx.Games()
			if len(games) != 2 || games[0].ID != "first" {
				t.Errorf("games: %+v", games)
			}
			return err
		})
	}
}

func missing(t *testing.T, open func() judge.Store) {
	s := open()
	read(t, s, func(tx judge.Tx) error {
		if _, err := tx.Game("x"); !errors.Is(err, judge.ErrNoRecord) {
			t.Errorf("game: %v", err)
		}
		if _, err := tx.Phase("x", 1); !errors.Is(err, judge.ErrNoRecord) {
			t.Errorf("phase: %v", err)
		}
		return nil
	})
	write(t, s, judge.ErrNoRecord, func(tx judge.Tx) error { return tx.NameSeat("x", 1, "Ada") })
	write(t, s, judge.ErrNoRecord, func(tx judge.Tx) error { return tx.SaveOrders("x", 1, 1, 1, "") })
}

func rollback(t *testing.T, open func() judge.Store) {
	s := open()
	g, seats, first := sample("first")
	broken := errors.New("broken")
	write(t, s, broken, func(tx judge.Tx) error { return errors.Join(tx.AddGame(g, seats, first), broken) })
	read(t, s, func(tx judge.Tx) error {
		games, err := tx.Games()
		if len(games) != 0 {
			t.Errorf("left behind: %+v", games)
		}
		return err
	})
}

func guarded(t *testing.T, open func() judge.Store) {
	s := open()
	add(t, s, "first")
	write(t, s, judge.ErrRevision, func(tx judge.Tx) error { return tx.SaveOrders("first", 2, 1, 1, "x") })
	write(t, s, judge.ErrRevision, func(tx judge.Tx) error { return tx.SetReady("first", 2, 1, true) })
	write(t, s, judge.ErrRevision, func(tx judge.Tx) error { return tx.SetDeadline("first", 2, at) })
	write(t, s, nil, func(tx judge.Tx) error { return tx.SetReady("first", 1, 1, true) })
	read(t, s, func(tx judge.Tx) error {
		seats, err := tx.Seats("first")
		if !seats[0].Ready {
			t.Error("seat 1 is not ready")
		}
		return err
	})
}

func advanced(id string) (judge.GameRecord, judge.PhaseRecord, judge.PhaseRecord) {
	g, _, done := sample(id)
	done.After, done.Events, done.Throws = []byte(`{"b":2}`), []byte(`[]`), []dice.Throw{{Name: "famine row", Dice: 2, Faces: 6, Value: 7}}
	done.Engine, done.Done = "1", at.Add(time.Minute)
	g.Number, g.Phase, g.Deadline = 2, phase("summer 1454 orders"), time.Time{}
	return g, done, judge.PhaseRecord{Game: id, Number: 2, Phase: g.Phase, Position: done.After}
}

func advance(t *testing.T, open func() judge.Store) {
	s := open()
	add(t, s, "first")
	g, done, next := advanced("first")
	write(t, s, nil, func(tx judge.Tx) error { return tx.Advance(g, done, &next) })
	write(t, s, judge.ErrRevision, func(tx judge.Tx) error { return tx.Advance(g, done, &next) })
	read(t, s, func(tx judge.Tx) error {
		got, err := tx.Game("first")
		g.Revision++
		same(t, got, g)
		if err != nil {
			return err
		}
		p, err := tx.Phase("first", 1)
		same(t, p, done)
		if err != nil {
			return err
		}
		list, err := tx.Phases("first")
		same(t, list, []judge.PhaseInfo{{Number: 1, Phase: done.Phase}, {Number: 2, Phase: next.Phase}})
		if err != nil {
			return err
		}
		seats, err := tx.Seats("first")
		if seats[0].Ready || seats[1].Ready {
			t.Error("a seat is still ready")
		}
		return err
	})
}

func concurrent(t *testing.T, open func() judge.Store) {
	stores := []judge.Store{open(), open()}
	add(t, stores[0], "first")
	g, done, next := advanced("first")
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			errs[i] = stores[i%2].Write(ctx, func(tx judge.Tx) error { return tx.Advance(g, done, &next) })
		})
	}
	wg.Wait()
	good := 0
	for _, err := range errs {
		switch {
		case err == nil:
			good++
		case !errors.Is(err, judge.ErrRevision):
			t.Error(err)
		}
	}
	if good != 1 {
		t.Errorf("%d of 8 succeeded", good)
	}
}

func due(t *testing.T, open func() judge.Store) {
	s := open()
	add(t, s, "first")
	add(t, s, "second")
	write(t, s, nil, func(tx judge.Tx) error { return tx.SetDeadline("second", 1, time.Time{}) })
	for after, want := range map[time.Duration]int{0: 0, time.Hour - time.Microsecond: 0, time.Hour: 1} {
		read(t, s, func(tx judge.Tx) error {
			list, err := tx.Due(at.Add(after))
			if len(list) != want {
				t.Errorf("after %v: %d due, want %d", after, len(list), want)
			}
			return err
		})
	}
}
