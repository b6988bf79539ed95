package mail_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
)

// TestUnstartByMail checks that a master can undo the start and begin again, and that replies to
// e-mail about the first start have no effect.
func TestUnstartByMail(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	if err := h.Users.SetPassword(ctx, master.ID, "quattrocento1"); err != nil {
		t.Fatal(err)
	}
	h.post()
	h.box.take("")
	text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nUNSTART\nSIGNOFF")
	must(t, text, "Only the game's master can do this.")
	text = h.ask(master.Email, "SIGNON Mcosimo quattrocento1\nUNSTART\nSIGNOFF")
	must(t, text, "The start is undone")
	h.post()
	told := 0
	for _, p := range h.box.take("") {
		if strings.Contains(p.subject, "start undone") {
			told++
			must(t, strings.Join(strings.Fields(p.text), " "), "All seats are taken; it begins when its master starts it.")
		}
	}
	if told != 8 { // the eight players; the master reads it in the answer
		t.Errorf("%d were notified, not 8", told)
	}
	if now, err := h.Base.Game(ctx, g.ID); err != nil || now.Status != game.Forming {
		t.Fatalf("%+v, %v", now, err)
	}
	text = h.ask(players[0].Email, "SIGNON ?cosimo rinascimento1\nSET PREFERENCE N\nSIGNOFF")
	must(t, text, "Your preferences, best first: N")
	text = h.ask(master.Email, "SIGNON Mcosimo quattrocento1\nSTART\nUNSTART\nSTART\nSIGNOFF")
	must(t, text, "The game begins.")
	if now, err := h.Base.Game(ctx, g.ID); err != nil || now.Status != game.Active || now.Number != 1 {
		t.Fatalf("%+v, %v", now, err)
	}
}
