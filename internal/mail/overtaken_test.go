package mail_test

import (
	"strings"
	"testing"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/smtpd"
	"podesta/internal/ordertext"
)

// TestOvertakenOrders checks that orders in a delayed e-mail do not replace orders that were
// written after it, by e-mail or on the pages, until their sender confirms them.
func TestOvertakenOrders(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	milan := players[0].Email
	h.box.take("")
	role, err := h.Base.RoleOf(ctx, g.ID, players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	orders := func() string {
		t.Helper()
		r, err := h.Judge.Clock.StandingOrders(ctx, g.ID, role, role.Seat)
		if err != nil {
			t.Fatal(err)
		}
		return r.Text
	}
	// written returns the answer to an e-mail that was written at a given time.
	written := func(at, body string) *parcel {
		t.Helper()
		raw := h.message(milan, "judge@podesta.example", "x", body)
		if out := h.bring(strings.Replace(raw, " 09:00:00 +0000", " "+at+" +0000", 1)); out != smtpd.Answered {
			t.Fatal(out)
		}
		h.post()
		all := h.box.take(milan)
		if len(all) != 1 {
			t.Fatalf("%d letters", len(all))
		}
		return all[0]
	}
	const sign = "SIGNON Icosimo rinascimento1\n"
	h.clock.Advance(time.Hour) // 10:00
	must(t, written("09:40:00", sign+"A Mil - Pav\n").text, "Order: ")
	newer := orders()
	for _, body := range []string{"A Mil H\n", "CLEAR ORDERS\n", "UNDO\n"} {
		late := written("09:30:00", sign+body)
		must(t, oneParagraph(late.text), "ERROR: ", "before the orders that count now", "(stale)")
		must(t, late.subject, "[Error Flag]")
		if orders() != newer {
			t.Fatalf("after %s: %q", body, orders())
		}
	}
	must(t, written("09:40:00", sign+"A Cre H\n").text, "Order: ") // written at the same time
	// A sender's fast clock does not make later e-mails look old.
	must(t, written("12:00:00", sign+"A Cre - Mil\n").text, "Order: ")
	must(t, written("10:00:01", sign+"A Cre H\n").text, "Order: ")

	// Orders on the page are newer than an e-mail that was written before them.
	h.clock.Advance(time.Hour) // 11:00
	if _, err := h.Judge.Clock.SaveOrders(ctx, g.ID, role, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: role.Seat, Text: "A Mil H"}}}); err != nil {
		t.Fatal(err)
	}
	onPage := orders()
	late := written("10:59:59", sign+"A Mil - Pav\n")
	must(t, oneParagraph(late.text), "Not ordered yet: your e-mail was written", "answer this e-mail with the single word YES")
	if orders() != onPage {
		t.Fatalf("%q", orders())
	}
	// Everything else in the e-mail was done; YES in the reply confirms the orders.
	yes := h.message(milan, late.replyTo, "Re: "+late.subject, "YES\n")
	h.bring(strings.Replace(yes, " 09:00:00 +0000", " 11:05:00 +0000", 1))
	h.post()
	must(t, h.box.take(milan)[0].text, "The orders you sent before now count.")
	must(t, orders(), "A Mil - Pav")

	// A master's orders for a player are refused instead of being held.
	if _, err := h.Judge.Clock.SaveOrders(ctx, g.ID, role, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: role.Seat, Text: "A Mil H"}}, Written: h.clock.Now().Add(-2 * time.Hour)}); game.ErrorCode(err) != game.Stale {
		t.Error(err)
	}
}
