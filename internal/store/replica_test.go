package store_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/store"
	"podesta/internal/store/pgtest"
	"podesta/internal/store/storetest"
)

// TestReplica reads from a standby that is seconds behind: only reads that may lag
// are served by it, and never before it has what their reader has written.
func TestReplica(t *testing.T) {
	t.Parallel()
	primary := pgtest.Start(t)
	u := primary.URL(t)
	first := open(t, u)
	add(t, first, "first")
	const delay = 2 * time.Second
	standby := primary.Standby(t, "recovery_min_apply_delay=2s")
	s, err := store.OpenWith(u, store.Options{Replica: standby.At(t, u), Lag: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	wait(t, "the standby serves", func() bool { return s.Replica().Problem == nil })

	player := func(since string, lags bool) string {
		t.Helper()
		at := ctx
		if lags {
			at = game.MayLag(ctx, since)
		}
		var name string
		if err := s.Read(at, func(tx game.Tx) error {
			seats, err := tx.Seats("first")
			if err == nil {
				name = seats[0].Player
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return name
	}
	before := player("", false)
	begun := time.Now()
	if err := storetest.Write(s, func(tx game.Tx) error { return tx.NameSeat("first", 1, "Fiammetta") }); err != nil {
		t.Fatal(err)
	}
	wrote, err := s.Position(ctx)
	if err != nil || !strings.Contains(wrote, "/") {
		t.Fatalf("position %q, %v", wrote, err)
	}
	if got := player("", true); got != before {
		t.Errorf("a read that may lag sees %q: it was not served by the standby", got)
	}
	// The doctor sees how far the standby is behind.
	have, err := store.Inspect(ctx, u)
	if err != nil || have.Place == 0 {
		t.Fatalf("%+v, %v", have, err)
	}
	late, err := store.Inspect(ctx, standby.At(t, u))
	if !errors.Is(err, store.ErrReadOnly) || late.Place == 0 || late.Place >= have.Place || late.Replayed.After(begun) {
		t.Errorf("%+v, %v; the database is at %d", late, err, have.Place)
	}
	for time.Since(begun) < delay-200*time.Millisecond {
		if got := player("", false); got != "Fiammetta" {
			t.Fatalf("a read that may not lag sees %q", got)
		}
		if got := player(wrote, true); got != "Fiammetta" {
			t.Fatalf("the writer sees %q", got)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := player("nonsense", true); got != "Fiammetta" {
		t.Errorf("an invalid position sees %q", got)
	}
	wait(t, "the standby has it", func() bool { return player("", true) == "Fiammetta" })
	if behind := s.Replica().Behind; behind > time.Minute {
		t.Errorf("%s behind", behind)
	}

	// While a standby is down, the primary serves; later the standby serves again.
	standby.Crash(t)
	if got := player("", true); got != "Fiammetta" {
		t.Errorf("without the standby: %q", got)
	}
	wait(t, "the loss is known", func() bool { return s.Replica().Problem != nil })
	standby.Up(t)
	wait(t, "the standby is back", func() bool { return s.Replica().Problem == nil })

	for name, url := range map[string]string{"a file": t.TempDir(), "another program": "mysql://there"} {
		if s, err := store.OpenWith(u, store.Options{Replica: url}); err == nil {
			t.Errorf("%s is accepted as a replica", name)
			_ = s.Close()
		}
	}
	itself, err := store.OpenWith(u, store.Options{Replica: u})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = itself.Close() })
	wait(t, "a server that is no standby is recognized", func() bool {
		problem := itself.Replica().Problem
		return problem != nil && strings.Contains(problem.Error(), "not a standby")
	})
}

// TestReplicaTooFarBehind checks that a standby that is too far behind is not used.
func TestReplicaTooFarBehind(t *testing.T) {
	t.Parallel()
	primary := pgtest.Start(t)
	u := primary.URL(t)
	first := open(t, u)
	add(t, first, "first")
	standby := primary.Standby(t, "recovery_min_apply_delay=1h")
	s, err := store.OpenWith(u, store.Options{Replica: standby.At(t, u), Lag: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	wait(t, "the standby serves", func() bool { return s.Replica().Problem == nil })
	if err := storetest.Write(s, func(tx game.Tx) error { return tx.NameSeat("first", 1, "Fiammetta") }); err != nil {
		t.Fatal(err)
	}
	wait(t, "the standby is too far behind", func() bool {
		problem := s.Replica().Problem
		return problem != nil && strings.Contains(problem.Error(), "more than 1s behind")
	})
}

// wait waits until something holds.
func wait(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for range 10_000 {
		if holds() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s: never", what)
}
