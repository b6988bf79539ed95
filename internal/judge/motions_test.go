package judge_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestMotions checks that the players of a game without a master can roll back
// a phase, extend the deadline, pause, and terminate the game, each when all of
// them agree, and not before.
func TestMotions(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	who := h.people(4)
	g := h.host(who[0], lobby.NewGame{Scenario: "A", Variant: "A-4", Plays: true}, nil)
	judgetest.Code(t, h.Agree(ctx, g.ID, h.role(g, who[0]), game.MotionPause, true), game.Conflict) // it has not begun
	h.join(g, who[1:])
	g = h.game(g)
	agree := func(m game.Motion, accounts ...*game.Account) {
		t.Helper()
		for _, a := range accounts {
			if err := h.Agree(ctx, g.ID, h.role(g, a), m, true); err != nil {
				t.Fatal(err)
			}
		}
		g = h.game(g)
	}
	count := func(m game.Motion) (n int) {
		t.Helper()
		all, err := h.Motions(ctx, g.ID, h.role(g, who[0]))
		if err != nil {
			t.Fatal(err)
		}
		n = -1
		for _, a := range all {
			if a.Motion == m {
				n = a.Agreed
				if a.Of != 4 || !a.Asked {
					t.Errorf("%s: %+v", m, a)
				}
			}
		}
		return n
	}
	told := func(text string) (n int) {
		t.Helper()
		all, err := h.Log(ctx, g.ID, game.Role{}, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if strings.Contains(string(e.Data), text) {
				n++
			}
		}
		return n
	}
	outsider := h.Person("Watcher")
	if err := h.Observe(ctx, g.ID, outsider.ID); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Agree(ctx, g.ID, h.role(g, outsider), game.MotionLater, true), game.Forbidden)
	judgetest.Code(t, h.Agree(ctx, g.ID, h.role(g, who[0]), game.MotionBack, true), game.Conflict) // nothing has been resolved
	judgetest.Code(t, h.Agree(ctx, g.ID, h.role(g, who[0]), "hammer", true), game.Invalid)
	if n := count(game.MotionBack); n != -1 {
		t.Errorf("the first phase can be taken back: %d agree", n)
	}

	plan, err := h.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	agree(game.MotionLater, who[:3]...)
	if err := h.Agree(ctx, g.ID, h.role(g, who[0]), game.MotionLater, false); err != nil {
		t.Fatal(err)
	}
	if n := count(game.MotionLater); n != 2 {
		t.Errorf("%d agree after one has thought better of it", n)
	}
	agree(game.MotionLater, who[3])
	if now, _ := h.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline) {
		t.Errorf("the deadline was moved without the word of all")
	}
	agree(game.MotionLater, who[0])
	if now, _ := h.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline.Add(24 * time.Hour)) {
		t.Errorf("the deadline was %v, and is %v", plan.Deadline, now.Deadline)
	}
	if n := told("A player proposes to extend the deadline"); n != 1 {
		t.Errorf("%d notices of the proposal", n)
	}

	agree(game.MotionPause, who...)
	if g.Status != game.Paused {
		t.Errorf("the game is %s", g.Status)
	}
	judgetest.Code(t, h.Agree(ctx, g.ID, h.role(g, who[0]), game.MotionLater, true), game.Conflict)
	if err := h.Resume(ctx, g.ID, h.role(g, who[2])); err != nil { // one is enough
		t.Fatal(err)
	}

	agree(game.MotionEnd, who[:2]...)
	if _, err := h.Process(ctx, g.ID, game.Role{Master: true}, g.Revision); err != nil {
		t.Fatal(err)
	}
	g = h.game(g)
	if n := count(game.MotionEnd); n != 0 {
		t.Errorf("%d agree still in the next phase", n)
	}
	from := g.Number
	agree(game.MotionBack, who...)
	if g.Number >= from || told("All players have agreed to it.") == 0 {
		t.Errorf("the game is in phase %d after %d", g.Number, from)
	}
	agree(game.MotionEnd, who...)
	if g.Status != game.Terminated {
		t.Errorf("the game is %s", g.Status)
	}
	judgetest.Code(t, h.Resume(ctx, g.ID, h.role(g, who[2])), game.Conflict)

	lorenzo := h.Person("Lorenzo")
	ruled := h.host(lorenzo, lobby.NewGame{Name: "Ruled", Scenario: "A", Variant: "A-4"}, nil)
	h.join(ruled, who)
	judgetest.Code(t, h.Agree(ctx, ruled.ID, h.role(ruled, who[0]), game.MotionPause, true), game.Forbidden)
	if all, err := h.Motions(ctx, ruled.ID, h.role(ruled, who[0])); err != nil || len(all) > 0 {
		t.Errorf("a game with a master has motions: %v, %v", all, err)
	}
}
