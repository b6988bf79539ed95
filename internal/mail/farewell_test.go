package mail_test

import (
	"strings"
	"testing"
)

// TestEjectedPlayerIsNotified checks that a player whom a master ejects is notified once, and
// then receives no more e-mail about the game.
func TestEjectedPlayerIsNotified(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, master, players := h.beginning("Cosimo", nil)
	h.box.take("")
	h.ask(master.Email, "SIGNON MCosimo quattrocento1\nEJECT VENICE\nSET DEADLINE +3d\nSIGNOFF\n")
	h.post()
	told := h.box.take(players[1].Email)
	if len(told) != 1 {
		t.Fatalf("%d e-mails to the player who was ejected", len(told))
	}
	must(t, told[0].subject, "Cosimo: you have left the game")
	must(t, strings.Join(strings.Fields(told[0].text), " "), "You no longer play Venice in Cosimo and will get no more e-mail about the game.", "A master has taken Venice from its player")
}
