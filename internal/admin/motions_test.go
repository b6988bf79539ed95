package admin_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestMotions checks that the players of a game without a master can roll back
// a phase, extend the deadline, pause, and terminate the game, each when all of
// them agree, and not before.
func TestMotions(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	who := h.People(4)
	g := h.HostGame(who[0], lobby.NewGame{Scenario: "A", Variant: "A-4", Plays: true}, nil)
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[0]), game.MotionPause, true), game.Conflict) // the game has not begun
	h.JoinAll(g, who[1:])
	g = h.Reload(g)
	agree := func(m game.Motion, accounts ...*game.Account) {
		t.Helper()
		for _, a := range accounts {
			if err := h.Admin.Agree(ctx, g.ID, h.RoleFor(g, a), m, true); err != nil {
				t.Fatal(err)
			}
		}
		g = h.Reload(g)
	}
	count := func(m game.Motion) (n int) {
		t.Helper()
		all, err := h.Admin.Motions(ctx, g.ID, h.RoleFor(g, who[0]))
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
		all, err := h.Press.Log(ctx, g.ID, game.Role{}, 0, 1000)
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
	if err := h.Lobby.Observe(ctx, g.ID, outsider.ID); err != nil {
		t.Fatal(err)
	}
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, h.RoleFor(g, outsider), game.MotionLater, true), game.Forbidden)
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[0]), game.MotionBack, true), game.Conflict) // nothing has been resolved
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[0]), "hammer", true), game.Invalid)
	if n := count(game.MotionBack); n != -1 {
		t.Errorf("the first phase can be taken back: %d agree", n)
	}

	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	agree(game.MotionLater, who[:3]...)
	if err := h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[0]), game.MotionLater, false); err != nil {
		t.Fatal(err)
	}
	if n := count(game.MotionLater); n != 2 {
		t.Errorf("%d agree after one has thought better of it", n)
	}
	agree(game.MotionLater, who[3])
	if now, _ := h.Judge.Clock.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline) {
		t.Errorf("the deadline was moved without the word of all")
	}
	agree(game.MotionLater, who[0])
	if now, _ := h.Judge.Clock.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline.Add(24 * time.Hour)) {
		t.Errorf("the deadline was %v, and is %v", plan.Deadline, now.Deadline)
	}
	if n := told("A player proposes to extend the deadline"); n != 1 {
		t.Errorf("%d notices of the proposal", n)
	}

	agree(game.MotionPause, who...)
	if g.Status != game.Paused {
		t.Errorf("the game is %s", g.Status)
	}
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[0]), game.MotionLater, true), game.Conflict)
	if err := h.Judge.Clock.Resume(ctx, g.ID, h.RoleFor(g, who[2])); err != nil { // one player is enough
		t.Fatal(err)
	}

	agree(game.MotionEnd, who[:2]...)
	if _, err := h.Judge.Clock.Process(ctx, g.ID, game.Role{Master: true}, g.Revision); err != nil {
		t.Fatal(err)
	}
	g = h.Reload(g)
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
	judgetest.Code(t, h.Judge.Clock.Resume(ctx, g.ID, h.RoleFor(g, who[2])), game.Conflict)

	lorenzo := h.Person("Lorenzo")
	ruled := h.HostGame(lorenzo, lobby.NewGame{Name: "Ruled", Scenario: "A", Variant: "A-4"}, nil)
	h.JoinAll(ruled, who)
	judgetest.Code(t, h.Admin.Agree(ctx, ruled.ID, h.RoleFor(ruled, who[0]), game.MotionPause, true), game.Forbidden)
	if all, err := h.Admin.Motions(ctx, ruled.ID, h.RoleFor(ruled, who[0])); err != nil || len(all) != 1 || all[0].Motion != game.MotionTime {
		t.Errorf("the motions of a game with a master: %v, %v", all, err)
	}
}

// TestMoreTime checks that when a player asks for more time in a game with a master, everyone
// sees who asks and who agrees, and the deadline moves when all players agree.
func TestMoreTime(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	who := h.People(5)
	g := h.HostGame(who[4], lobby.NewGame{Scenario: "A", Variant: "A-4"}, nil)
	h.JoinAll(g, who[:4])
	g = h.Reload(g)
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	agree := func(i int, agree bool) {
		t.Helper()
		if err := h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[i]), game.MotionTime, agree); err != nil {
			t.Fatal(err)
		}
	}
	// state returns what a role sees of the only motion.
	state := func(role game.Role) admin.Agreement {
		t.Helper()
		all, err := h.Admin.Motions(ctx, g.ID, role)
		if err != nil || len(all) != 1 || all[0].Motion != game.MotionTime {
			t.Fatalf("%+v, %v", all, err)
		}
		return all[0]
	}
	role := h.RoleFor(g, who[0])
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, role, game.MotionLater, true), game.Forbidden)
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, role, "hammer", true), game.Invalid)
	judgetest.Code(t, h.Admin.Agree(ctx, g.ID, h.RoleFor(g, who[4]), game.MotionTime, true), game.Forbidden)
	if a := state(role); a.Of != 4 || a.Agreed != 0 || a.Who != nil || !a.Asked || a.Mine {
		t.Errorf("before anyone asks: %+v", a)
	}
	agree(0, true)
	agree(1, true)
	agree(0, false)
	agree(0, true)
	for name, r := range map[string]game.Role{"a stranger": {}, "the master": h.RoleFor(g, who[4]), "a player": h.RoleFor(g, who[2])} {
		a := state(r)
		if a.Agreed != 2 || !slices.Equal(a.Who, slices.Concat(g.Setting.Seats[role.Seat-1], g.Setting.Seats[h.RoleFor(g, who[1]).Seat-1])) &&
			!slices.Equal(a.Who, slices.Concat(g.Setting.Seats[h.RoleFor(g, who[1]).Seat-1], g.Setting.Seats[role.Seat-1])) {
			t.Errorf("%s sees %+v", name, a)
		}
		if a.Mine || a.Asked != (name == "a player") {
			t.Errorf("%s: %+v", name, a)
		}
	}
	entries, err := h.Press.Log(ctx, g.ID, game.Role{}, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	notices := 0
	for _, e := range entries {
		if strings.Contains(string(e.Data), " for more time") {
			notices++
			if power := g.Setting.Powers[g.Setting.Seats[role.Seat-1][0]].Name; !strings.Contains(string(e.Data), power) {
				t.Errorf("the notice does not name %s: %s", power, e.Data)
			}
		}
	}
	if notices != 1 {
		t.Errorf("%d notices", notices)
	}
	agree(2, true)
	if now, _ := h.Judge.Clock.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline) {
		t.Error("the deadline has moved though one player has not agreed")
	}
	agree(3, true)
	if now, _ := h.Judge.Clock.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline.Add(24 * time.Hour)) {
		t.Errorf("the deadline was %v and is %v", plan.Deadline, now.Deadline)
	}
	if a := state(role); a.Agreed != 0 {
		t.Errorf("after it was granted: %+v", a)
	}
}

// TestMoreTimeByLinks checks that players can ask for more time where seats are held by links.
func TestMoreTimeByLinks(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, _ := h.MakeGame(lobby.NewGame{Scenario: "A", Variant: "A-2"})
	if err := h.Judge.Clock.SetDeadline(ctx, g.ID, game.Role{Master: true}, h.Clock.Now().Add(48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for seat := 1; seat <= 2; seat++ {
		if err := h.Admin.Agree(ctx, g.ID, game.Role{Seat: seat, Player: true}, game.MotionTime, true); err != nil {
			t.Fatal(err)
		}
		moved := 24 * time.Hour * time.Duration(seat-1)
		if now, _ := h.Judge.Clock.Plan(ctx, g.ID); !now.Deadline.Equal(plan.Deadline.Add(moved)) {
			t.Errorf("after %d of 2 the deadline is %v, and was %v", seat, now.Deadline, plan.Deadline)
		}
	}
}
