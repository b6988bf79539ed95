package judge_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/store"
)

// meddler is a store that calls meddle before one of its writes.
type meddler struct {
	game.Store
	writes int // the write that meddle precedes, counted from 1: the pulse, the claim, the phase
	meddle func()
}

func (m *meddler) Write(ctx context.Context, f func(*game.Tx) error) error {
	if m.writes--; m.writes == 0 {
		m.meddle()
	}
	return m.Store.Write(ctx, f)
}

// TestOrdersDuringComputation checks that orders count even if they arrive between the computation
// of a phase's result and its storage.
func TestOrdersDuringComputation(t *testing.T) {
	t.Parallel()
	for writes, what := range map[int]string{2: "before the job is claimed", 3: "behind the reckoning", 9: "never"} {
		t.Run(what, func(t *testing.T) {
			s := judgetest.Begin(t, nil)
			s.Send("Milan Venice Florence Naples")
			db, err := store.Open(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			seat := s.Seat("Milan")
			m := &meddler{Store: db, writes: writes, meddle: func() {
				err := db.Write(ctx, func(tx *game.Tx) error {
					return tx.Phases.SaveOrders(s.TheGame.ID, s.TheGame.Revision, 1, seat, "A Milan - Pavia\n")
				})
				if err != nil {
					t.Error(err)
				}
			}}
			s.Until("Thu 1 Jan 10:00")
			due, err := s.Judge.Clock.NextDue(ctx)
			if err != nil {
				t.Fatal(err)
			}
			s.Set(due.Add(time.Second))
			if n, err := judge.New(m, s.Clock, []byte("secret")).Clock.Work(ctx); n != 1 || err != nil {
				t.Fatalf("%d, %v", n, err)
			}
			past, err := s.Base.Phase(ctx, s.TheGame.ID, 1)
			if err != nil || past.After == nil {
				t.Fatalf("%+v, %v", past, err)
			}
			if got := strings.Contains(past.Orders[seat], "Milan - Pavia"); got != (writes < 9) {
				t.Errorf("the orders: %q", past.Orders[seat])
			}
			if err := s.Archive.Replay(ctx, s.TheGame.ID); err != nil {
				t.Errorf("the result is not what was ordered: %v", err)
			}
		})
	}
}
