package press_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/press"
)

// TestOwnLetters checks that someone without a seat sees their own message to
// the master, and no other player does, and that only masters see the account
// of the sender.
func TestOwnLetters(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lorenzo, who := h.Person("Lorenzo"), h.People(9)
	g := h.HostGame(lorenzo, lobby.NewGame{}, func(x *hosting.Hosting) { x.Gunboat = true })
	h.JoinAll(g, who[:2])
	if err := h.Lobby.Observe(ctx, g.ID, who[2].ID); err != nil {
		t.Fatal(err)
	}
	if err := h.Press.Say(ctx, g.ID, h.RoleFor(g, who[0]), 0, press.NewMessage{ToMaster: true, Text: "When do we begin?"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		role game.Role
		sees bool
	}{
		{h.RoleFor(g, who[0]), true}, {h.RoleFor(g, lorenzo), true}, {h.RoleFor(g, who[1]), false}, {h.RoleFor(g, who[2]), false}, {game.Role{}, false},
	} {
		entries, err := h.Press.Log(ctx, g.ID, c.role, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		sees := false
		for _, e := range entries {
			sees = sees || strings.Contains(string(e.Data), "When do we begin?")
			if !c.sees && strings.Contains(string(e.Data), who[0].ID) {
				t.Errorf("%+v sees the account: %s", c.role, e.Data)
			}
		}
		if sees != c.sees {
			t.Errorf("%+v: %t", c.role, sees)
		}
	}

	// An observer's broadcast is visible to all, but the account is not.
	h.JoinAll(g, who[3:])
	if h.Reload(g).Status != game.Active {
		t.Fatal("the game has not begun")
	}
	if err := h.Press.Say(ctx, g.ID, h.RoleFor(g, who[2]), 0, press.NewMessage{To: journal.Everybody, Text: "Long live Italy!"}); err != nil {
		t.Fatal(err)
	}
	for _, r := range []game.Role{{}, h.RoleFor(g, who[0]), h.RoleFor(g, who[1])} {
		entries, err := h.Press.Log(ctx, g.ID, r, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		sees := false
		for _, e := range entries {
			sees = sees || strings.Contains(string(e.Data), "Long live Italy!")
			if strings.Contains(string(e.Data), who[2].ID) {
				t.Errorf("%+v sees the account: %s", r, e.Data)
			}
		}
		if !sees {
			t.Errorf("%+v does not see the broadcast", r)
		}
	}
}
