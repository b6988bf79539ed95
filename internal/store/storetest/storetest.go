// Package storetest tests the requirements that every store of the judge must meet, whatever
// its database.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/dice"
)

var ctx = context.Background()

// Store is a game.Store that also passes on topics to listeners.
type Store interface {
	game.Store
	Listen(ctx context.Context) <-chan string
}

// Exercise runs the tests. open opens the same store each time it is called within one test,
// like programs after a restart or several processes at the same time. The store must be empty
// at first.
func Exercise(t *testing.T, open func(t *testing.T) func() Store) {
	for _, c := range []struct {
		name string
		test func(t *testing.T, open func() Store)
	}{
		{"what is written is read back, after a restart too", roundTrip},
		{"what is not there", missing},
		{"text that a database could not hold", oddText},
		{"a transaction that fails leaves nothing", rollback},
		{"a statement that fails spoils its transaction", spoilt},
		{"a transaction that is cancelled leaves nothing", cancelled},
		{"a read sees one state and does not write", reading},
		{"writes are guarded by the revision", guarded},
		{"a phase is closed and the next one opened", advance},
		{"a game is formed before it begins", forming},
		{"a game goes back to an earlier phase", revert},
		{"a position is amended", amend},
		{"rules, opening and dice are set anew", remake},
		{"a game gets another cast", recast},
		{"of eight writers at one revision one succeeds", concurrent},
		{"writers of one game stand in line", inLine},
		{"writers that get in each other's way", crossed},
		{"stamps", stamps},
		{"lists of games", lists},
		{"lists of games, part by part", listParts},
		{"searches for games", searches},
		{"accounts and their addresses", accounts},
		{"accounts that are changed by two at once", accountsInLine},
		{"tokens", tokens},
		{"newcomers", newcomers},
		{"passkeys", passkeys},
		{"identities", identities},
		{"whom people do not want to read", mutes},
		{"invitations", invitations},
		{"friends and followed games", friends},
		{"who waits for a game", waiting},
		{"reports, sanctions and the audit log", reports},
		{"marks of sign-ins, and relations", marks},
		{"tournaments, their entrants and rounds", tournaments},
		{"ceremonies", ceremonies},
		{"awards and rankings", awards},
		{"skill and ladders", skills},
		{"members", members},
		{"votes and agreements", votes},
		{"absences", absences},
		{"orders sent in advance", deferred},
		{"diaries", diaries},
		{"webhooks", hooks},
		{"held notifications", held},
		{"items", items},
		{"the log", log},
		{"the log of a game with many writers", logTogether},
		{"letters, and how far they are read", letters},
		{"jobs", jobs},
		{"many jobs", manyJobs},
		{"jobs that were given up", givenUp},
		{"some items", someItems},
		{"jobs with a key", keyedJobs},
		{"a lease that is lost", lostLease},
		{"many workers share the jobs", manyWorkers},
		{"games take turns", inTurn},
		{"every game is processed once", exactlyOnce},
		{"listeners", listeners},
		{"listeners of another process", listenersElsewhere},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, open(t))
		})
	}
}

func words(text string) machiavelli.Phase {
	p, err := machiavelli.ParsePhase(text)
	if err != nil {
		panic(err)
	}
	return p
}

var at = time.Date(2026, 1, 2, 3, 4, 5, 678000, time.UTC)

// Sample returns a game with two seats in its first phase.
func Sample(id string) (game.GameRecord, []game.SeatRecord, game.PhaseRecord) {
	g := game.GameRecord{
		ID: id, Name: "Cosimo ' \"x\" – ü", Scenario: "B", Variant: "B-2-2", Rules: []byte(`{"preset":"x"}`), Seed: []byte{0, 1, 255},
		Solitaire: true, Showcase: true, Phase: words("spring 1454 orders"), Number: 1, Revision: 1,
		Created: at,
		Library: "scenarios: []", Opening: []byte(`[{"income":1}]`), OpeningThrows: []dice.Throw{{Name: "income milan 1", Dice: 1, Faces: 6, Value: 3}},
		Status: game.Active, Hosting: []byte(`{"pace":1}`), Plan: []byte(`{}`),
	}
	seats := []game.SeatRecord{
		{Number: 1, Player: "Ada", Powers: []string{"milan", "venice"}, State: []byte(`{"late":true}`)},
		{Number: 2, Powers: []string{"papacy"}},
	}
	return g, seats, game.PhaseRecord{Game: id, Number: 1, Phase: g.Phase, Position: []byte(`{"a":1}`)}
}

// Advanced returns the arguments of Advance for the game of Sample: the new game record, the
// resolved first phase, and the next phase.
func Advanced(id string) (game.GameRecord, game.PhaseRecord, game.PhaseRecord) {
	g, _, done := Sample(id)
	done.After, done.Events, done.Throws = []byte(`{"b":2}`), []byte(`[]`), []dice.Throw{{Name: "famine row", Dice: 2, Faces: 6, Value: 7}}
	done.Engine, done.Done = "1", at.Add(time.Minute)
	g.Number, g.Phase = 2, words("summer 1454 orders")
	return g, done, game.PhaseRecord{Game: id, Number: 2, Phase: g.Phase, Position: done.After}
}

func add(t *testing.T, s Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		g, seats, first := Sample(id)
		write(t, s, nil, func(tx *game.Tx) error { return tx.Games.AddGame(g, seats, first) })
	}
}

// Write runs f in a write transaction.
func Write(s game.Store, f func(*game.Tx) error) error {
	return s.Write(ctx, f)
}

// Read runs f in a read transaction.
func Read(s game.Store, f func(*game.Tx) error) error {
	return s.Read(ctx, f)
}

func write(t *testing.T, s Store, want error, f func(*game.Tx) error) {
	t.Helper()
	if err := Write(s, f); !errors.Is(err, want) || want == nil && err != nil {
		t.Fatalf("write: %v, want %v", err, want)
	}
}

func read(t *testing.T, s Store, f func(*game.Tx) error) {
	t.Helper()
	if err := Read(s, f); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// get returns the result of f in a read transaction. It fails the test if f returns an error.
func get[T any](t *testing.T, s Store, f func(*game.Tx) (T, error)) T {
	t.Helper()
	var out T
	read(t, s, func(tx *game.Tx) (err error) {
		out, err = f(tx)
		return err
	})
	return out
}

// each returns the names of the values in a list, joined with spaces.
func each[T any](list []T, name func(T) string) string {
	var out []string
	for _, v := range list {
		out = append(out, name(v))
	}
	return strings.Join(out, " ")
}

// together runs f for 0, 1, ... n-1 at the same time. It fails the test if any of the calls
// returns an error.
func together(t *testing.T, n int, f func(i int) error) {
	t.Helper()
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = f(i) })
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func number(n int) string { return fmt.Sprintf("n%03d", n) }
