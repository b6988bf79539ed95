package mail_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/internal/game"
)

// answerTo sends a reply to an e-mail in the form in which mail programs write it.
func (h *house) answerTo(from string, p *parcel, body string) []*parcel {
	h.t.Helper()
	h.n++
	raw := fmt.Sprintf("From: %s\nTo: %s\nSubject: Re: %s\nMessage-ID: <m%d@example.org>\nIn-Reply-To: <%s>\nReferences: <%s> <%s>\nDate: Mon, 23 Nov 2026 09:00:00 +0000\n\n%s",
		from, p.replyTo, p.subject, h.n, p.id, strings.Join(p.references, "> <"), p.id, body)
	h.box.take("")
	h.bring(raw)
	h.post()
	return h.box.take(from)
}

// TestAnswerToOlderLetter checks that a reply to an e-mail about a past phase has no effect in
// the current one until its sender confirms it, and that nothing is lost.
func TestAnswerToOlderLetter(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	h.box.take("")
	milan := players[0].Email
	old := h.send(milan, "judge@podesta.example", "orders", "SIGNON Icosimo rinascimento1\nORDERS")[0]
	g = h.processed(g, master)
	var results *parcel
	for _, p := range h.box.take(milan) {
		if strings.Contains(p.subject, " results") {
			results = p
		}
	}
	if results == nil {
		t.Fatal("no results")
	}
	orders := func() string {
		t.Helper()
		role, err := h.Base.RoleOf(ctx, g.ID, players[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		text, err := h.Judge.Clock.StandingOrders(ctx, g.ID, role, role.Seat)
		if err != nil {
			t.Fatal(err)
		}
		return text.Text
	}
	asks := h.answerTo(milan, old, "A Mil H\nA Pav H\nREADY\nCLEAR ORDERS\n")[0]
	must(t, asks.text, "Not ordered yet: you answered an e-mail about Spring 1454,", "Summer 1454, orders", "Give these orders for the current phase, Summer 1454, orders?", "YES", "This was not done")
	if orders() != "" {
		t.Fatalf("ordered all the same: %q", orders())
	}
	if st := h.milan(g, master); st.Complete {
		t.Errorf("complete: %+v", st)
	}
	given := h.answerTo(milan, asks, "Yes.\n\n> Give these orders for the current phase, Summer 1454, orders?\n")[0]
	must(t, given.text, "The orders you sent before now count.", "Order: A Milan H", "Order: A Pavia H")
	if text := orders(); !strings.Contains(text, "A Mil H") || !strings.Contains(text, "A Pav H") {
		t.Fatalf("after YES: %q", text)
	}
	again := h.answerTo(milan, given, "YES")[0]
	never(t, again.text, "are given now")

	// The results ask for the next orders, which are sent as a reply to them.
	must(t, h.answerTo(milan, results, "A Cre H")[0].text, "Order: A Cremona H")
	// Orders in a reply to a newer e-mail, or with the phase named, are accepted immediately.
	must(t, h.answerTo(milan, again, "A Cre - Mantua")[0].text, "Order: A Cremona - Mantua")
	must(t, h.answerTo(milan, old, "PHASE CURRENT\nA Cre H")[0].text, "Order: A Cremona H")
	must(t, h.answerTo(milan, old, "PHASE SUMMER 1454 ORDERS\nA Cre - Mantua\nENDPHASE")[0].text, "Order: A Cremona - Mantua")
	must(t, h.answerTo(milan, old, "PRESS TO V\nLate, but true.\nENDPRESS")[0].text, "Sent to Venice")
	must(t, h.ask(milan, "SIGNON Icosimo rinascimento1\nA Cre H"), "Order: A Cremona H")
	// An empty e-mail does not make orders final that were meant for an earlier
	// phase.
	must(t, h.answerTo(milan, results, "A Nowhere H")[0].text, "an empty one will do")
	h.answerTo(milan, old, "")
	if st := h.milan(g, master); st.Complete {
		t.Errorf("an empty answer to an older letter: %+v", st)
	}
	// Orders that await confirmation in one phase are not entered in the next one.
	asks = h.answerTo(milan, old, "A Mil - Como")[0]
	g = h.processed(g, master)
	never(t, h.answerTo(milan, asks, "YES")[0].text, "Order: A Milan - Como")
}

// TestMessageIDs checks that Message-IDs contain no counters, and are the same
// at every attempt.
func TestMessageIDs(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	h.box.take("")
	h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nBROADCAST\nOne\nENDBROADCAST\nPRESS TO M\nTwo\nENDPRESS\nBROADCAST\nThree\nENDBROADCAST")
	last, err := h.Press.Told(ctx, g.ID, game.Role{Master: true})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, p := range h.box.take(players[1].Email) {
		if seen[p.id] {
			t.Errorf("%s is used twice", p.id)
		}
		seen[p.id] = true
		for seq := last - 3; seq <= last; seq++ {
			never(t, p.id, fmt.Sprintf("s%d.", seq))
		}
		must(t, p.id, g.ID+".p1.")
	}
	if len(seen) != 1 { // the two broadcasts are sent together
		t.Errorf("%d letters", len(seen))
	}
}
