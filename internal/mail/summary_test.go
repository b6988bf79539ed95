package mail_test

import "testing"

// TestSummary checks the tables of a game after several phases, as the public sees them.
func TestSummary(t *testing.T) {
	t.Parallel()
	h, g, master, _ := begun(t)
	h.vouch("example.net")
	text := h.ask("nadia@example.net", "SUMMARY cosimo")
	must(t, text, "No phase of this game has been resolved yet.")
	h.processed(g, master)
	h.box.take("")
	text = h.ask("nadia@example.net", "SUMMARY cosimo")
	must(t, text,
		"Made: Mon 23 Nov 2026", "The game is in ", "Variant:", "Press:",
		"CITIES AT THE BEGINNING OF THE YEAR", "TREASURY AT THE BEGINNING OF THE YEAR",
		"Historical Province Summary\n\n         Alb ", "Historical City Summary\n", "\n    1454  T ",
	)
	text = h.ask("nadia@example.net", "HISTORY cosimo")
	must(t, text, "THE GAME BEGINS", "RESULTS", "(end of the period)")
}
