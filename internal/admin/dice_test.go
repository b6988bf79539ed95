package admin_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/dice"
)

// TestDiceBook plays a game to its end and checks all its dice (SEQ-02,
// SEQ-05).
func TestDiceBook(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{
		Scenario: "B", Variant: "B-2-2", Preset: "njudge-classic", Options: map[string]string{"victory-cities": "8", "victory-homes": "none", "unordered-unit-in-winter": "maintain"},
	})
	committed := g.Commitment
	for range 40 {
		if g.Finished {
			break
		}
		if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
			t.Fatal(err)
		}
		var err error
		if g, err = h.Base.Game(ctx, g.ID); err != nil {
			t.Fatal(err)
		}
	}
	book, err := h.Archive.DiceBook(ctx, g.ID)
	if err != nil || !g.Finished {
		t.Fatalf("finished: %t; %v", g.Finished, err)
	}
	found, err := book.Verify()
	if err != nil || found.Throws < 6 || len(found.Wrong)+len(found.Set) > 0 || book.Commitment != committed {
		t.Errorf("%+v, %v; commitment %s, at first %s", found, err, book.Commitment, committed)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
}

// TestSetRoll checks that a master's roll counts and is recorded, and that the
// error for an impossible roll or value lists what is possible.
func TestSetRoll(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Solitaire: true})
	for g.Phase.String() != "fall 1454 orders" {
		if _, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
			t.Fatal(err)
		}
		g, _ = h.Base.Game(ctx, g.ID)
	}
	set := func(role game.Role, name string, value int) error {
		return h.Admin.SetRoll(ctx, g.ID, role, g.Revision, name, value)
	}
	judgetest.Code(t, set(game.Role{Seat: 1}, "famine severity", 4), game.Forbidden)
	judgetest.Code(t, set(master, "", 4), game.Invalid)
	judgetest.Code(t, set(master, "famine severity", -1), game.Invalid)
	judgetest.Code(t, h.Admin.SetRoll(ctx, g.ID, master, g.Revision-1, "famine severity", 4), game.Stale)
	for _, x := range []struct {
		name  string
		value int
		says  string
	}{
		{"nonsense", 5, "has no roll \"nonsense\""},
		{"famine", 7, "famine severity, famine row, famine column"},
		{"income milan", 3, "income milan 1"},
		{"plague severity", 4, "has no roll \"plague severity\""}, // this roll belongs to spring
		{"income milan 1", 7, "shows 1 to 6"},
		{"famine row", 13, "comes to 2 to 12"},
		{"famine row", 1, "comes to 2 to 12"},
		{"assassination milan 5", 1, "assassination milan 4"},
	} {
		err := set(master, x.name, x.value)
		if judgetest.Code(t, err, game.Invalid); err != nil && !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s %d: %v", x.name, x.value, err)
		}
	}
	for name, v := range map[string]int{"Famine Severity": 4, "famine  row": 12, "income milan 1": 6} {
		if err := set(master, name, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := set(master, "income milan 1", 0); err != nil {
		t.Fatal(err)
	}
	ph, err := h.Judge.Clock.Process(ctx, g.ID, master, g.Revision)
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]int{}
	for _, x := range ph.Throws {
		if x.Given {
			given[x.Name] = x.Value
		}
	}
	if len(given) != 2 || given["famine row"] != 12 {
		t.Errorf("rolls set by hand: %v", given)
	}
	if err := h.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	var b *dice.Book
	if b, err = h.Archive.DiceBook(ctx, g.ID); err != nil || b.Seed != "" {
		t.Errorf("the seed is public while the game is not over: %v", err)
	}
}
