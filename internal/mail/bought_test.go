package mail_test

import (
	"testing"

	"podesta/machiavelli/order"
)

// TestBoughtUnit sends orders for a unit in the phase after its purchase: from its new owner, from
// its former owner, and in a late reply to the e-mail about the phase in which it was bought.
func TestBoughtUnit(t *testing.T) {
	t.Parallel()
	h, g, master, players := begun(t)
	milan, venice := players[0].Email, players[1].Email
	h.box.take("")
	who := func(unit string) string {
		t.Helper()
		ph, err := h.Base.Current(ctx, g.ID)
		if err != nil {
			t.Fatal(err)
		}
		s := ph.Before.Setting
		for _, u := range ph.Before.Units {
			if order.FormatUnit(order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}, s.Board, s.Powers) == unit {
				return s.Powers[u.Owner].ID
			}
		}
		return ""
	}
	must(t, h.ask(milan, "SIGNON Icosimo rinascimento1\nA Cremona - Mantua"), "Order: A Cremona - Mantua")
	g = h.processed(g, master)
	summer := h.send(milan, "judge@podesta.example", "orders", "SIGNON Icosimo rinascimento1\nborrow 15 for 1 year\ne1: buy A Verona\nA Verona H")[0]
	must(t, summer.text, "E1: Buy A Verona", "Order: A Verona H")
	g = h.processed(g, master)
	letters := h.box.take(venice)
	results := letters[len(letters)-1]
	if owner := who("A Verona"); owner != "milan" {
		t.Fatalf("the army in Verona is %q", owner)
	}
	must(t, h.answerTo(venice, results, "A Verona H")[0].text, "The army in Verona is Milanese")
	// An order in a reply to the summer's e-mail has no effect until its sender confirms it.
	asks := h.answerTo(milan, summer, "A Verona - Padua")[0]
	never(t, asks.text, "Order: A Verona - Padua")
	must(t, h.answerTo(milan, asks, "YES")[0].text, "Order: A Verona - Padua")
	must(t, h.ask(milan, "SIGNON Icosimo rinascimento1\nA Ver - Trent"), "Order: A Verona - Trent")
	h.processed(g, master)
	if owner := who("A Trent"); owner != "milan" {
		t.Errorf("the army in Trent is %q", owner)
	}
}
