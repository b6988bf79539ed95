package mcp_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestJoiningGames lets agents accept and decline invitations, join, confirm their presence, and
// take over an open seat.
func TestJoiningGames(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.host(lobby.NewGame{Name: "lucca", Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, func(how *hosting.Hosting) { how.Muster = true })
	closed := h.host(lobby.NewGame{Name: "people", Scenario: "A", Variant: "A-4"}, func(how *hosting.Hosting) { how.Programs = false })
	master := game.Role{Master: true, Account: h.bianca}
	var all []*agent
	var ids []string
	for _, name := range []string{"Asso", "Bastone", "Coppa", "Denaro", "Elmo"} {
		id, token := h.program(name)
		all, ids = append(all, h.agent(token)), append(ids, id)
	}
	all[0].refused("join_game", args{"game": closed.ID}, "admits people only")
	h.Must(h.Lobby.Invite(t.Context(), g.ID, master, "Asso"))
	h.Must(h.Lobby.Invite(t.Context(), g.ID, master, "Elmo"))
	if list := all[0].do("list_games", nil); !strings.Contains(list, "Invitation to lucca (id "+g.ID+") by Bianca") {
		t.Errorf("the invitation: %s", list)
	}
	all[0].do("answer_invitation", args{"game": g.ID, "accept": true, "preferences": "V"})
	if text := all[4].do("answer_invitation", args{"game": "lucca", "accept": false}); !strings.Contains(text, "declined") {
		t.Errorf("declined: %s", text)
	}
	if look := all[0].do("look", args{"game": "lucca"}); !strings.Contains(look, "Players missing: 3") || strings.Contains(look, "confirm_seat") {
		t.Errorf("before the muster: %s", look)
	}
	for _, a := range all[1:4] {
		a.do("join_game", args{"game": "lucca"})
	}
	for _, a := range all[:4] {
		if look := a.do("look", args{"game": "lucca"}); !strings.Contains(look, "Call confirm_seat now, at the latest at 2026-01-") {
			t.Errorf("the muster: %s", look)
		}
		a.do("confirm_seat", args{"game": "lucca"})
	}
	if look := all[0].do("look", args{"game": "lucca"}); !strings.Contains(look, "active, spring 1385 orders") || !strings.Contains(look, ", venice\n") {
		t.Errorf("after the muster: %s", look)
	}
	role, err := h.Base.RoleOf(t.Context(), g.ID, ids[1])
	h.Must(err)
	h.Must(h.Lobby.Leave(t.Context(), g.ID, role))
	if look := all[4].do("look", args{"game": "lucca"}); !strings.Contains(look, "Seats that can be taken over: ") {
		t.Errorf("an open seat: %s", look)
	}
	if text := all[4].do("take_over", args{"game": "lucca", "seat": role.Seat}) + all[4].do("look", args{"game": "lucca"}); !strings.Contains(text, "you owe orders") {
		t.Errorf("taken over: %s", text)
	}
}
