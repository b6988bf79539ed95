package lobby_test

import (
	"slices"
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestProgramsAtTables checks that a program can join, take over and watch only games whose
// host admits programs, and cannot run a game.
func TestProgramsAtTables(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	program := func(name string) *game.Account {
		a := h.Person(name)
		h.Must(h.Users.SetProgram(ctx, a.ID, true, ""))
		return a
	}
	motor, watcher := program("Motor"), program("Watcher")
	_, err := h.Lobby.Host(ctx, motor.ID, small("By a program"), hosting.Default())
	judgetest.Code(t, err, game.Forbidden)

	lord := h.Person("Lorenzo")
	closed := h.HostGame(lord, small("Closed"), nil)
	judgetest.Code(t, h.Lobby.Join(ctx, closed.ID, motor.ID, ""), game.Forbidden)
	judgetest.Code(t, h.Lobby.Observe(ctx, closed.ID, watcher.ID), game.Forbidden)
	role := h.RoleFor(closed, lord)
	set := func(on bool) {
		t.Helper()
		x := *h.At(closed.ID).Hosting
		x.Programs = on
		_, err := h.Lobby.SetHosting(ctx, closed.ID, role, x)
		h.Must(err)
	}
	set(true)
	h.Must(h.Lobby.Join(ctx, closed.ID, motor.ID, ""))
	h.Must(h.Lobby.SetPreferences(ctx, closed.ID, h.RoleFor(closed, motor), "V"))
	h.Must(h.Lobby.Observe(ctx, closed.ID, watcher.ID))
	judgetest.Code(t, h.Lobby.Promote(ctx, closed.ID, role, watcher.ID), game.Forbidden)
	set(false) // programs that are already in the game stay
	all, err := h.Lobby.Roster(ctx, closed.ID, role)
	h.Must(err)
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	if !slices.Equal(names, []string{"Lorenzo", game.ProgramName("Motor"), game.ProgramName("Watcher")}) {
		t.Errorf("the roster: %q", names)
	}

	g, _, players := h.Playing("Running", nil)
	h.Must(h.Lobby.Leave(ctx, g.ID, h.RoleFor(g, players[0])))
	judgetest.Code(t, h.Lobby.TakeOver(ctx, g.ID, motor.ID, 0), game.Forbidden)
}

// TestProgramGames checks the limit on the games of a program.
func TestProgramGames(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	h.With(func(o *judgetest.Options) { o.ProgramGames = 1 })
	a := h.Person("Motor")
	h.Must(h.Users.SetProgram(ctx, a.ID, true, ""))
	lord := h.Person("Lorenzo")
	admits := func(x *hosting.Hosting) { x.Programs = true }
	one, two := h.HostGame(lord, small("One"), admits), h.HostGame(lord, small("Two"), admits)
	h.Must(h.Lobby.Join(ctx, one.ID, a.ID, ""))
	judgetest.Code(t, h.Lobby.Join(ctx, two.ID, a.ID, ""), game.Conflict)
	h.Must(h.Lobby.Observe(ctx, two.ID, a.ID))
	h.Must(h.Lobby.Leave(ctx, one.ID, h.RoleFor(one, a)))
	h.Must(h.Lobby.Join(ctx, two.ID, a.ID, ""))
}

// TestProgramFaults checks that the person who answers for a program gets e-mail about its faults.
func TestProgramFaults(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	owner, motor, lord := h.Person("Ada"), h.Person("Motor"), h.Person("Lorenzo")
	_, err := h.Users.AdoptProgram(ctx, owner.ID, h.Token(motor.ID))
	h.Must(err)
	g := h.HostGame(lord, small("Strict"), func(x *hosting.Hosting) { x.Programs = true })
	h.Must(h.Lobby.Join(ctx, g.ID, motor.ID, ""))
	var said []string
	h.Users.TellOwners(func(_ *game.Tx, n account.OwnerNews) error {
		if n.Account == owner.ID && slices.Equal(n.To, []string{owner.Email}) {
			said = append(said, n.Program+": "+n.What.String())
		}
		return nil
	})
	h.Must(h.Lobby.Eject(ctx, g.ID, h.RoleFor(g, lord), 0, motor.ID))
	for range 2 { // at most one e-mail a day
		h.Must(h.Users.TooFast(ctx, motor.ID))
	}
	h.Must(h.Users.Block(ctx, motor.ID, true))
	want := []string{"removed it from the game Strict", "more requests than programs may", "closed its account"}
	if len(said) != len(want) {
		t.Fatalf("%q", said)
	}
	for i := range want {
		if !strings.HasPrefix(said[i], game.ProgramName("Motor")) || !strings.Contains(said[i], want[i]) {
			t.Errorf("%q, want %q", said[i], want[i])
		}
	}
}

// small returns a game of four players.
func small(name string) lobby.NewGame {
	return lobby.NewGame{Name: name, Scenario: "A", Variant: "A-4"}
}
