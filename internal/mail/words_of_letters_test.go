package mail_test

import (
	"strings"
	"testing"
)

// TestEMailsExplainReplies checks that the first e-mail tells players which power they play, that
// e-mail with press explains how to reply, and that the answer to a reply does not list quoted
// lines as lines without effect.
func TestEMailsExplainReplies(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, _, players := h.beginning("Cosimo", nil)
	start := h.box.take(players[0].Email)
	last := start[len(start)-1]
	must(t, strings.Join(strings.Fields(last.text), " "), "You play Milan. Answer this e-mail with your orders. A new e-mail to the judge begins with SIGNON ICosimo and your password.", "HELP ORDERS")
	for line := range strings.Lines(last.text) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 72 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	h.send(players[1].Email, h.box.take(players[1].Email)[0].replyTo, "Re: hello", "PRESS TO I\nhello\nENDPRESS\n")
	press := h.box.take(players[0].Email)
	if len(press) != 1 {
		t.Fatalf("%d letters", len(press))
	}
	must(t, strings.Join(strings.Fields(press[0].text), " "), "To write back, answer with a line PRESS TO V, your words, and a line ENDPRESS.")
	answer := h.send(players[0].Email, press[0].replyTo, "Re: "+press[0].subject, "A Mil H\n\n> one\n>\n> two\n\n> three\nA Pav H\n> four\n")
	must(t, answer[0].text, "Without effect: lines 3 to 7 and line 9 (quotation).")
}

// TestFirstEMailShowsPosition checks that the first e-mail describes the position to players who
// use only e-mail, and explains to others how to see it.
func TestFirstEMailShowsPosition(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	_, master, players := h.beginning("Cosimo", nil)
	start := h.box.take(players[0].Email)
	must(t, start[len(start)-1].text, "MILAN NOW\n* Units (3): Army Pavia, Army Cremona, Army Milan.\n", "* Treasury: ", "LIST Cosimo shows the whole position.")
	for _, p := range h.box.take(master.Email) {
		never(t, p.text, "MILAN NOW", "Treasury")
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
