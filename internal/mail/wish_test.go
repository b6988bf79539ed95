package mail_test

import (
	"testing"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestPreferencesOfLastPlayer checks that the last player, who starts the game
// by joining, can state preferences in the same e-mail.
func TestPreferencesOfLastPlayer(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	master := h.account("Maestro", "quattrocento1")
	g, err := h.Lobby.Host(ctx, master.ID, lobby.NewGame{Name: "urbino", Scenario: "A", Variant: "A-4"}, hosting.Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names[:3] {
		if err := h.Lobby.Join(ctx, g.ID, h.account(name, "").ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	h.account("Irma", "rinascimento1")
	text := h.ask("irma@example.org", "SIGNON ?urbino rinascimento1\nSET PREFERENCE NNL\nSET PREFERENCE N\nSIGNOFF")
	must(t, text, "You have joined urbino, which begins now: you play Naples.", "Naples is in the list twice. Name each power once.", "Your preferences, best first: N")
}
