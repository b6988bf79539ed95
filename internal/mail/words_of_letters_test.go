package mail_test

import (
	"strings"
	"testing"
)

// TestEMailsExplainReplies checks that the first e-mail tells players which power they play, that
// e-mail with press explains how to reply, and that the answer to a reply is silent about
// quoted lines.
func TestEMailsExplainReplies(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, _, players := h.beginning("Cosimo", nil)
	start := h.box.take(players[0].Email)
	last := start[len(start)-1]
	must(t, strings.Join(strings.Fields(last.text), " "), "You play Milan. Spring 1454, orders: due ", "A new e-mail to the judge begins with SIGNON ICosimo and your password.", "HELP ORDERS")
	if n := strings.Count(last.text, "Answer this e-mail with your orders."); n != 1 {
		t.Errorf("%d times how to answer", n)
	}
	h.send(players[1].Email, h.box.take(players[1].Email)[0].replyTo, "Re: hello", "PRESS TO I\nhello\nENDPRESS\n")
	press := h.box.take(players[0].Email)
	if len(press) != 1 {
		t.Fatalf("%d letters", len(press))
	}
	must(t, strings.Join(strings.Fields(press[0].text), " "), "To write back, answer with a line PRESS TO V, your words, and a line ENDPRESS.")
	answer := h.send(players[0].Email, press[0].replyTo, "Re: "+press[0].subject, "A Mil H\n\n> one\n>\n> two\n\n> three\nA Pav H\n> four\n")
	never(t, answer[0].text, "quotation", "no effect")
}

// TestFirstEMailShowsPosition checks that the first e-mail shows the position of all powers and its
// map, and tells players how to win and what to plan, but no one that others have joined.
func TestFirstEMailShowsPosition(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, master, players := h.beginning("Cosimo", nil)
	start := h.box.take(players[0].Email)
	first := start[len(start)-1]
	must(t, first.text, "HOW TO WIN\nTo win: ", "WHAT TO CONSIDER FIRST\n* Send 3 orders.", "Your neighbours: ", "THE POSITION\n", "* Milan: Army Pavia, Army Cremona, Army Milan. Cities (3): ", "* Venice: ", "Treasury: ")
	never(t, first.text, "joined")
	if len(first.png) == 0 {
		t.Error("no map")
	}
	for _, p := range h.box.take(master.Email) {
		never(t, p.text, "HOW TO WIN")
	}
}

// TestAwayAndPaused checks that masters are notified when a player will be away, and that no e-mail
// mentions a deadline while the game is paused.
func TestAwayAndPaused(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, master, players := h.beginning("Cosimo", nil)
	to := h.box.take(players[1].Email)[0].replyTo
	h.box.take(master.Email)
	h.send(players[1].Email, to, "away", "SET ABSENCE Dec 24 to Jan 2\n")
	var told strings.Builder
	for _, p := range h.box.take(master.Email) {
		told.WriteString(p.text)
	}
	must(t, told.String(), "Venice will be away.", "From Thu 24 Dec 2026, 00:00 UTC to Sat 2 Jan 2027, 23:59 UTC.")
	h.ask(master.Email, "SIGNON MCosimo quattrocento1\nPAUSE\nSIGNOFF\n")
	answer := h.send(players[1].Email, to, "orders", "A Pad H\n")
	must(t, answer[0].text, "3 orders missing.")
	never(t, answer[0].text, "you are late")
}
