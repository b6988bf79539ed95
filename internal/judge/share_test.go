//go:build unix

package judge_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/store/pgtest"
)

// TestTwoJudges checks that several processes on one store share the work, that each phase is
// resolved once, and that every notice is sent once.
func TestTwoJudges(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { shareWork(t, judgetest.Empty(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { shareWork(t, pgtest.Shared(t).URL(t)) })
}

// shareWork makes many games due at once. Two judges resolve them with several workers each while
// orders arrive.
func shareWork(t *testing.T, url string) {
	const games = 30
	s := &judgetest.Story{House: judgetest.NewAt(t, url)}
	s.Clock.Set(time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC))
	one, db := s.Judge, s.Store
	two := s.Beside()
	s.TheGame, _ = s.MakeGame(lobby.NewGame{Scenario: "A", Variant: "A-4"})
	s.Begin(nil)
	s.Send("Milan Venice Florence Naples")
	if err := multiply(db, s.TheGame.ID, games-1); err != nil {
		t.Fatal(err)
	}
	s.Set(s.Clock.Now().Add(48 * time.Hour))

	var done atomic.Int64
	var wg sync.WaitGroup
	for _, j := range []*judge.Judge{one, two.Judge} {
		for range 2 {
			wg.Go(func() {
				n, err := j.Clock.Work(ctx)
				if err != nil {
					t.Error(err)
				}
				done.Add(int64(n))
			})
		}
	}
	wg.Go(func() { // sends orders while the phase is being resolved; they count for it or are refused
		for n := range games - 1 {
			id := fmt.Sprintf("copy%05d", n)
			if _, err := two.Submit(ctx, id, game.Role{Seat: 1}, 1, s.TheGame.Revision, ""); err != nil && game.ErrorCode(err) != game.Stale {
				t.Error(id, err)
			}
		}
	})
	wg.Wait()
	s.WorkDue() // games whose empty message came first still wait for their deadline
	all, err := one.Base.Games(ctx)
	if err != nil || len(all) != games {
		t.Fatal(len(all), err)
	}
	processed := 0
	for _, g := range all {
		entries, err := one.Press.Log(ctx, g.ID, master, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		results := 0
		for i, e := range entries {
			if e.Seq != int64(i+1) {
				t.Errorf("%s: entry %d has number %d", g.ID, i+1, e.Seq)
			}
			if e.Kind == game.ResultEntry {
				results++
			}
		}
		if results > 1 || g.Number != 1+results {
			t.Errorf("%s: %d results, at phase %d", g.ID, results, g.Number)
		}
		processed += results
		if err := one.Archive.Replay(ctx, g.ID); err != nil {
			t.Errorf("%s: %v", g.ID, err)
		}
	}
	if processed == 0 || int64(processed) > done.Load() {
		t.Errorf("%d phases processed by %d jobs", processed, done.Load())
	}
}

// multiply makes the given number of copies of a game in its first phase.
func multiply(db game.Store, id string, times int) error {
	return db.Write(ctx, func(tx *game.Tx) error {
		g, err := tx.Games.Game(id)
		if err != nil {
			return err
		}
		seats, err := tx.Games.Seats(id)
		if err != nil {
			return err
		}
		first, err := tx.Phases.Phase(id, 1)
		if err != nil {
			return err
		}
		orders, err := tx.Phases.Orders(id, 1)
		if err != nil {
			return err
		}
		var plan struct {
			Plan struct{ Process time.Time }
		}
		if err := json.Unmarshal(g.Plan, &plan); err != nil {
			return err
		}
		for n := range times {
			g.ID = fmt.Sprintf("copy%05d", n)
			first.Game = g.ID
			if err := tx.Games.AddGame(g, seats, first); err != nil {
				return err
			}
			for seat, text := range orders {
				if err := tx.Phases.SaveOrders(g.ID, g.Revision, 1, seat, text); err != nil {
					return err
				}
			}
			if err := tx.Jobs.Enqueue(game.Job{Kind: "clock", Key: g.ID, Game: g.ID, Due: plan.Plan.Process}); err != nil {
				return err
			}
		}
		return nil
	})
}
