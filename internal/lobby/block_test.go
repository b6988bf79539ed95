package lobby_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestBlockedPeopleDoNotMeet checks that two people, one of whom has blocked the other, do not meet
// in a new game, in either order and in every role, and what each of them learns from the refusal.
func TestBlockedPeopleDoNotMeet(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	host, anna, bruno := h.Person("Cosimo"), h.Person("Anna"), h.Person("Bruno")
	n := 0
	forming := func(change func(*hosting.Hosting)) *game.Game {
		n++
		return h.HostGame(host, lobby.NewGame{Name: "Game " + string(rune('A'+n)), Scenario: "A", Variant: "A-4"}, change)
	}
	refused := func(err error, says string) {
		t.Helper()
		judgetest.Code(t, err, game.Forbidden)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
	}
	const neutral, plain = "not open to you", "You have blocked"
	h.Must(h.Safety.MutePerson(t.Context(), anna.ID, bruno.Name, true))

	g := forming(nil)
	h.Must(h.Lobby.Join(t.Context(), g.ID, anna.ID, ""))
	refused(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""), neutral)
	refused(h.Lobby.Observe(t.Context(), g.ID, bruno.ID), neutral)
	g = forming(nil)
	h.Must(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""))
	refused(h.Lobby.Join(t.Context(), g.ID, anna.ID, ""), plain+" Bruno")

	// While the game hides who has joined, the refusal gives no reason. Where players stay
	// hidden nobody is refused, because a refusal would reveal who plays.
	g = forming(func(x *hosting.Hosting) { x.Secret = true })
	h.Must(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""))
	refused(h.Lobby.Join(t.Context(), g.ID, anna.ID, ""), neutral)
	g = forming(func(x *hosting.Hosting) { x.Gunboat = true })
	h.Must(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""))
	h.Must(h.Lobby.Join(t.Context(), g.ID, anna.ID, ""))

	// If both have blocked each other, neither learns about the other's block.
	h.Must(h.Safety.MutePerson(t.Context(), bruno.ID, anna.Name, true))
	g = forming(nil)
	h.Must(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""))
	refused(h.Lobby.Join(t.Context(), g.ID, anna.ID, ""), neutral)
	h.Must(h.Safety.UnmutePerson(t.Context(), bruno.ID, anna.Name))

	// A block by the host counts, but a block by an observer does not.
	g = forming(nil)
	h.Must(h.Lobby.Observe(t.Context(), g.ID, anna.ID))
	h.Must(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""))
	h.Must(h.Safety.MutePerson(t.Context(), host.ID, bruno.Name, true))
	g = forming(nil)
	refused(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""), neutral)
	h.Must(h.Safety.MutePerson(t.Context(), bruno.ID, host.Name, true))
	h.Must(h.Safety.UnmutePerson(t.Context(), host.ID, bruno.Name))
	refused(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""), plain+" Cosimo")

	// A mute does not prevent anyone from joining.
	h.Must(h.Safety.MutePerson(t.Context(), bruno.ID, host.Name, false))
	h.Must(h.Lobby.Join(t.Context(), g.ID, bruno.ID, ""))
}

// TestBlockInRunningGame checks that a block does not affect a game that both play, but that
// nobody can take over a seat in a game with a person whom they have blocked, or be approved
// for one.
func TestBlockInRunningGame(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g, master, who := h.Playing("Cosimo", func(x *hosting.Hosting) { x.Approval = true })
	anna, bruno, late := who[0], who[1], h.Person("Late")
	h.Must(h.Safety.MutePerson(t.Context(), anna.ID, bruno.Name, true))
	if !h.RoleFor(g, anna).Player || !h.RoleFor(g, bruno).Player {
		t.Error("a block has removed a player")
	}
	seat := h.RoleFor(g, bruno).Seat
	h.Must(h.Lobby.Leave(t.Context(), g.ID, h.RoleFor(g, bruno)))
	judgetest.Code(t, h.Lobby.TakeOver(t.Context(), g.ID, bruno.ID, seat), game.Forbidden)
	h.Must(h.Lobby.TakeOver(t.Context(), g.ID, late.ID, seat))
	h.Must(h.Safety.MutePerson(t.Context(), late.ID, anna.Name, true))
	judgetest.Code(t, h.Lobby.Approve(t.Context(), g.ID, h.RoleFor(g, master), seat, true), game.Conflict)
	h.Must(h.Safety.UnmutePerson(t.Context(), late.ID, anna.Name))
	h.Must(h.Lobby.Approve(t.Context(), g.ID, h.RoleFor(g, master), seat, true))
}
