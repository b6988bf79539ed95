package mail_test

import (
	"strings"
	"testing"
)

// TestOnlyErrorsAreMarked checks that ERROR marks errors, but neither notes nor the valid half
// of a line.
func TestOnlyErrorsAreMarked(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	signon := "SIGNON Icosimo rinascimento1\n"
	text := h.ask(players[0].Email, signon+"A Milan H; A Pavia - Nowhere\nSIGNOFF")
	must(t, text, "\n  Order: A Milan H\n", "\n  ERROR: ")
	never(t, text, "ERROR: Order")
	if n := strings.Count(text, "ERROR: "); n != 1 {
		t.Errorf("%d errors:\n%s", n, text)
	}
	text = h.ask(players[0].Email, signon+"PRESS TO Q\nhello")
	must(t, text, "\n  Note: The text had no ENDPRESS", "\n  ERROR: ")
	never(t, text, "ERROR: Note")
	if n := strings.Count(text, "ERROR: "); n != 1 {
		t.Errorf("%d errors:\n%s", n, text)
	}
}

// TestAnswersInHTML checks that an answer in HTML has whole sentences, which the reader's program
// wraps, marked errors, and each of the reader's lines on a separate line.
func TestAnswersInHTML(t *testing.T) {
	t.Parallel()
	h, _, master, _ := begun(t)
	h.box.take("")
	answers := h.send(master.Email, "judge@podesta.example", "the phase",
		"SIGNON MCosimo quattrocento1\nEDIT treasury milan 40\nSET COMMENT a comment that is long enough for a line\nPROCESS SPRING 1454 ORDERS\nSIGNOFF")
	if len(answers) != 1 {
		t.Fatalf("%d answers", len(answers))
	}
	p := answers[0]
	must(t, p.html,
		`<p class="own"><span class="mark">✗</span> EDIT treasury milan 40</p>`,
		`<p class="said">ERROR: Give the reason after BECAUSE in one of the lines; everyone reads it. Example: EDIT treasury venice &#43;3 BECAUSE a payment was forgotten (invalid)</p>`,
		`<p class="own"><span class="mark">✓</span> PROCESS SPRING 1454 ORDERS</p>`+"\n"+`<p class="said">Spring 1454, orders: resolved.</p>`,
		"<p class=\"said\">Comment: a comment that is long enough for a line (was none)</p>")
	never(t, p.html, "<pre")
}

// TestSubjectsAfterTheDeadline checks that after the deadline a subject says
// when grace ends, and no longer that orders are due.
func TestSubjectsAfterTheDeadline(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	h.passDeadline(g.ID)
	late := 0
	for _, p := range h.box.take(players[0].Email) {
		if strings.Contains(p.subject, "late") {
			late++
			must(t, p.subject, "Cosimo: Spring 1454 - you are late, grace ends Mon 7 Dec 22:30")
			never(t, p.subject, "due")
		}
	}
	if late == 0 {
		t.Error("no player is late")
	}
}
