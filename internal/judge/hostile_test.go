package judge_test

import (
	"fmt"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli"
)

// TestPredictHidesTreasuries checks that the forecast for the winter does not
// depend on other players' ducats that the player cannot see.
func TestPredictHidesTreasuries(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Options: map[string]string{"treasury-visibility": "hidden", "unordered-unit-in-winter": "maintain"}})
	for range 8 {
		if h.Reload(g).Phase.Step == machiavelli.Adjustments {
			break
		}
		if _, err := h.Judge.Clock.Process(ctx, g.ID, master, h.Reload(g).Revision); err != nil {
			t.Fatal(err)
		}
	}
	me := game.Role{Seat: h.SeatOf(g, "milan")}
	told := map[string]string{}
	for _, ducats := range []string{"1", "90"} {
		if err := h.Correct(g, "treasury venice "+ducats, "a test"); err != nil {
			t.Fatal(err)
		}
		lines, err := h.Admin.Predict(ctx, g.ID, me, me.Seat)
		if err != nil {
			t.Fatal(err)
		}
		told[ducats] = fmt.Sprint(lines)
	}
	if told["1"] != told["90"] {
		t.Errorf("poor:\n%s\nrich:\n%s", told["1"], told["90"])
	}
}

// TestInformedPeopleCannotPlay checks that former masters of a game in play,
// and observers who have read others' messages, cannot take a seat in it.
func TestInformedPeopleCannotPlay(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, boss, people := h.Playing("Secrets", func(x *hosting.Hosting) {
		x.Press = hosting.PressRules{White: true, Partial: true, Observers: "any", WatchAll: true}
	})
	second, reader := h.Person("Second"), h.Person("Reader")
	for _, a := range []*game.Account{second, reader} {
		if err := h.Lobby.Observe(ctx, g.ID, a.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Lobby.Promote(ctx, g.ID, h.RoleFor(g, boss), second.ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, second)); err != nil {
		t.Fatal(err)
	}
	if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, people[0])); err != nil {
		t.Fatal(err)
	}
	h.Clock.Set(h.Clock.Now().AddDate(0, 0, 1))
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, second.ID, 0), game.Forbidden)

	// The player who has left observes the game, reads others' messages, and
	// wants the seat back.
	if err := h.Lobby.Observe(ctx, g.ID, people[0].ID); err != nil {
		t.Fatal(err)
	}
	for _, a := range []*game.Account{reader, people[0]} {
		if err := h.Press.SetCopies(ctx, g.ID, h.RoleFor(g, a), true); err != nil {
			t.Fatal(err)
		}
		if err := h.Press.SetCopies(ctx, g.ID, h.RoleFor(g, a), false); err != nil {
			t.Fatal(err)
		}
		if err := h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, a)); err != nil {
			t.Fatal(err)
		}
		judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, a.ID, 0), game.Forbidden)
	}
	if err := h.Lobby.TakeOver(ctx, g.ID, h.Person("Fresh").ID, 0); err != nil {
		t.Error(err)
	}
}

// TestWatchFlood checks that the number of notices about a person who joins and leaves a game
// repeatedly is limited.
func TestWatchFlood(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _, _ := h.Playing("Doors", nil)
	a := h.Person("Spammer")
	var err error
	n := 0
	for ; n < 400 && err == nil; n++ {
		if err = h.Lobby.Observe(ctx, g.ID, a.ID); err == nil {
			err = h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, a))
		}
	}
	judgetest.Code(t, err, game.TooMany)
	if n < 50 || n > 200 {
		t.Errorf("it was refused at number %d", n)
	}
	h.Clock.Set(h.Clock.Now().Add(time.Hour))
	if err := h.Lobby.Observe(ctx, g.ID, a.ID); err != nil {
		t.Error(err)
	}
}
