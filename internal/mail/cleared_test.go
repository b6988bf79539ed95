package mail_test

import (
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
)

// milanese holds complete orders for Milan at the beginning of the game Cosimo.
const milanese = "A Mil H\nA Pav H\nA Cre H\n"

// milan returns the state of Milan's seat.
func (h *house) milan(g *game.Game, master *game.Account) game.SeatState {
	h.t.Helper()
	role, err := h.Base.RoleOf(ctx, g.ID, master.ID)
	if err != nil {
		h.t.Fatal(err)
	}
	states, err := h.Judge.Clock.States(ctx, g.ID, role)
	if err != nil {
		h.t.Fatal(err)
	}
	return states[seatOf(g, "milan")-1]
}

func seatOf(g *game.Game, power string) int {
	for i, powers := range g.Setting.Seats {
		for _, p := range powers {
			if g.Setting.Powers[p].ID == power {
				return i + 1
			}
		}
	}
	return 0
}

// TestErrorFlagIsCleared checks that any e-mail without errors makes the existing orders final, as
// the answer to the e-mail with errors and the reminder promise.
func TestErrorFlagIsCleared(t *testing.T) {
	t.Parallel()
	for name, letter := range map[string]string{
		"empty": "", "quoted": "> 5 > A Nowhere H\n> ERROR: no such place\n", "orders": "ORDERS", "ready": "READY", "press": "PRESS TO V\nSerenissima!\nENDPRESS",
		"signed on": "SIGNON Icosimo rinascimento1\nSIGNOFF", "an order": "A Mil H",
	} {
		t.Run(name, func(t *testing.T) {
			h, g, master, players := begun(t)
			h.box.take("")
			answer := h.send(players[0].Email, "judge@podesta.example", "orders", "SIGNON Icosimo rinascimento1\n"+milanese+"A Nowhere H\n")[0]
			must(t, answer.text, "ERROR", "an empty one will do")
			if st := h.milan(g, master); !st.Covered || st.Complete {
				t.Fatalf("after the e-mail with an error: %+v", st)
			}
			again := h.send(players[0].Email, answer.replyTo, "Re: "+answer.subject, letter)[0]
			must(t, again.text, "Your orders are complete.", "Army Milan HOLD")
			if st := h.milan(g, master); !st.Complete {
				t.Errorf("after an e-mail without errors: %+v", st)
			}
		})
	}
	t.Run("another error", func(t *testing.T) {
		h, g, master, players := begun(t)
		h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\n"+milanese+"A Nowhere H\n")
		text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nA Grumble H\n")
		must(t, text, "Your orders do not count as final yet.")
		if st := h.milan(g, master); st.Complete {
			t.Errorf("after another error: %+v", st)
		}
	})
	t.Run("unsubscribe", func(t *testing.T) {
		h, g, master, players := begun(t)
		answer := h.send(players[0].Email, "judge@podesta.example", "orders", "SIGNON Icosimo rinascimento1\n"+milanese+"A Nowhere H\n")[0]
		h.send(players[0].Email, answer.replyTo, "unsubscribe", "")
		if st := h.milan(g, master); st.Complete {
			t.Errorf("after a press of a button: %+v", st)
		}
	})
	t.Run("a master on the player's behalf", func(t *testing.T) {
		h, g, master, players := begun(t)
		h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\n"+milanese+"A Nowhere H\n")
		h.send(master.Email, "judge@podesta.example", "orders", "SIGNON Mcosimo quattrocento1\nBECOME MILAN\n")
		if st := h.milan(g, master); !st.Complete {
			t.Errorf("after a master's e-mail: %+v", st)
		}
	})
}

// TestPostalPress checks that postal press reaches everyone after the phase,
// and never contains a password.
func TestPostalPress(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	g, master, players := h.beginning("Cosimo", func(how *hosting.Hosting) { how.Press.Postal = true })
	h.box.take("")
	must(t, h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nPOSTAL PRESS\nGreetings from Milan\nENDPRESS"), "when the phase has been resolved")
	must(t, h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nPOSTAL PRESS\nMine is rinascimento1 by the way\nENDPRESS"), "neither sent nor saved")
	if got := h.box.take(players[1].Email); len(got) != 0 {
		t.Fatalf("before the phase is done: %q", got[0].subject)
	}
	h.processed(g, master)
	heard := 0
	for _, p := range h.box.take(players[1].Email) {
		if strings.Contains(p.text, "Greetings from Milan") {
			heard++
		}
		never(t, p.text, "rinascimento1")
	}
	if heard != 1 {
		t.Errorf("the postcard arrived %d times", heard)
	}
}

// TestSetRollByMail checks that every roll of the phase, and no other roll, can be set by name.
func TestSetRollByMail(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	h.box.take("")
	ask := func(line string) string {
		return h.ask(master.Email, "SIGNON Mcosimo quattrocento1\n"+line)
	}
	must(t, ask("SET ROLL assassination milan 2 5 BECAUSE it was thrown at the table"), "The roll is set to 5; everyone is notified.")
	told := h.box.take(players[0].Email)
	if len(told) != 1 || !strings.Contains(told[0].text, "assassination milan 2") || !strings.Contains(told[0].text, "thrown at the table") {
		t.Fatalf("%d letters to a player", len(told))
	}
	must(t, ask("SET ROLL nonsense 5"), "ERROR", "has no roll \"nonsense\"", "assassination")
	must(t, ask("SET ROLL famine 3,4"), "ERROR", "has no roll \"famine\"")
	must(t, ask("SET ROLL assassination milan 2 7"), "shows 1 to 6")
	must(t, ask("SET ROLL assassination milan 2 0"), "left to the dice")
	h.box.take("")
	for g.Phase.String() != "fall 1454 orders" {
		g = h.processed(g, master)
	}
	h.box.take("")
	must(t, ask("SET ROLL Famine Severity 3,4"), "The roll is set to 7")
	must(t, ask("SET ROLL famine row 13"), "comes to 2 to 12")
	must(t, strings.Join(strings.Fields(ask("SET ROLL famine 7")), " "), "famine severity, famine row, famine column")
	g = h.processed(g, master)
	ph, err := h.Base.Phase(ctx, g.ID, g.Number-1)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, x := range ph.Throws {
		found = found || x.Name == "famine severity" && x.Value == 7 && x.Given
	}
	if !found {
		t.Errorf("the rolls of the phase: %+v", ph.Throws)
	}
}

// TestBecomeNotifiesOnce checks that if a master gives orders by mail on a player's behalf, the
// player receives a copy and no second e-mail. If a master changes orders without BECOME, the
// player is notified.
func TestBecomeNotifiesOnce(t *testing.T) {
	t.Parallel()
	h, _, master, players := begun(t)
	h.box.take("")
	h.bring(h.message(master.Email, "judge@podesta.example", "orders", "SIGNON Mcosimo quattrocento1\nBECOME MILAN\nA Mil H\nA Pav H\n"))
	h.post()
	got := h.box.take(players[0].Email)
	if len(got) != 1 {
		t.Fatalf("%d letters to the player", len(got))
	}
	must(t, got[0].text, "A master of the game has sent this on your behalf.", "Order: A Milan H")
	h.box.take("")
	h.bring(h.message(master.Email, "judge@podesta.example", "orders", "SIGNON Mcosimo quattrocento1\nA Flo H\n"))
	h.post()
	all := h.box.take("")
	told := 0
	for _, p := range all {
		if strings.Contains(p.text, "player's behalf") {
			if told++; p.to[0] == master.Email {
				t.Errorf("the master is notified of their own orders")
			}
		}
	}
	if told != 1 {
		t.Errorf("%d e-mails say that a master gave orders", told)
	}
}
