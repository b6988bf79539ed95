package lobby_test

import (
	"slices"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// ended returns a four-player game that has ended in a draw, with its players, the first of
// whom created it.
func ended(t *testing.T, h *judgetest.House, change func(*hosting.Hosting)) (*game.Game, []*game.Account) {
	t.Helper()
	var who []*game.Account
	for _, name := range []string{"Anna", "Bruno", "Carla", "Dario"} {
		who = append(who, h.Person(name))
	}
	g := h.HostGame(who[0], lobby.NewGame{Name: "Medici", Scenario: "A", Variant: "A-4", Plays: true, Options: map[string]string{"famine": "on"}}, change)
	h.JoinAll(g, who[1:])
	for _, a := range who {
		role := h.RoleFor(g, a)
		_, err := h.Lobby.Rematch(t.Context(), g.ID, role)
		judgetest.Code(t, err, game.Conflict) // it is not over
		h.Must(h.Judge.Clock.Vote(t.Context(), g.ID, role, role.Seat, game.Ballot{Draw: true}))
	}
	return h.Reload(g), who
}

// TestRematch checks that a rematch has the rules and settings of the old game,
// that the others are invited by name, and that there is only one.
func TestRematch(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	ctx := t.Context()
	old, who := ended(t, h, func(x *hosting.Hosting) { x.MinReliability, x.Comment = 10, "For friends" })
	if may, err := h.Lobby.MayRematch(ctx, old.ID, h.RoleFor(old, who[1])); err != nil || !may {
		t.Errorf("a player may not propose a rematch: %v", err)
	}
	_, err := h.Lobby.Rematch(ctx, old.ID, game.Role{})
	judgetest.Code(t, err, game.Forbidden)
	h.Must(h.Safety.MutePerson(ctx, who[1].ID, "Carla", true))
	next, err := h.Lobby.Rematch(ctx, old.ID, h.RoleFor(old, who[1]))
	h.Must(err)
	if next.Name != "Medici 2" || next.Status != game.Forming || next.Scenario != old.Scenario || next.Variant != old.Variant || len(next.Rules.Diff(old.Rules)) != 0 {
		t.Errorf("the rematch is %+v", next)
	}
	if changes := next.Hosting.Changes(old.Hosting); len(changes) != 0 {
		t.Errorf("its settings differ: %v", changes)
	}
	if !h.RoleFor(next, who[1]).Player {
		t.Error("who has proposed it does not play")
	}
	all, err := h.Lobby.Invites(ctx, next.ID, h.RoleFor(next, who[1]))
	h.Must(err)
	var names []string
	for _, p := range all.People {
		names = append(names, p.Name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"Anna", "Dario"}) { // Carla is blocked
		t.Errorf("invited: %v", names)
	}
	if notices := h.NoticesTo(old, h.RoleFor(old, who[0])); notices[len(notices)-1] != "rematch Bruno" {
		t.Errorf("notices: %v", notices)
	}
	_, err = h.Lobby.Rematch(ctx, old.ID, h.RoleFor(old, who[0]))
	judgetest.Code(t, err, game.Conflict)
	if found, err := h.Lobby.RematchOf(ctx, old.ID); err != nil || found == nil || found.ID != next.ID {
		t.Errorf("the rematch is %v: %v", found, err)
	}

	// When nobody plays in the rematch any more, another one can be proposed.
	h.Must(h.Lobby.Leave(ctx, next.ID, h.RoleFor(next, who[1])))
	if found, err := h.Lobby.RematchOf(ctx, old.ID); err != nil || found != nil {
		t.Errorf("an abandoned rematch is shown: %v, %v", found, err)
	}
	again, err := h.Lobby.Rematch(ctx, old.ID, h.RoleFor(old, who[0]))
	h.Must(err)
	h.Must(h.Lobby.AcceptInvitation(ctx, again.ID, who[2].ID, ""))
}

// TestRematchHidden checks that a rematch does not reveal who has played.
func TestRematchHidden(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	old, who := ended(t, h, func(x *hosting.Hosting) { x.Gunboat, x.Reveal = true, false })
	_, err := h.Lobby.Rematch(t.Context(), old.ID, h.RoleFor(old, who[1]))
	judgetest.Code(t, err, game.Conflict)
	if may, err := h.Lobby.MayRematch(t.Context(), old.ID, h.RoleFor(old, who[1])); err != nil || may {
		t.Errorf("a rematch is offered: %v", err)
	}
}
