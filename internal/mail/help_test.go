package mail_test

import "testing"

// TestHelp checks that every help topic of the old judge exists.
func TestHelp(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	text := h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nGET house.rules\nGET rules\nSIGNOFF")
	must(t, text, "has set no house rules", "The game Cosimo is run like this", "Edition: njudge-classic")
	h.vouch("example.net")
	text = h.ask("nadia@example.net", "GET info.machiavelli\nGET map.mach_eos\nGET rules.machiavelli2\nGET PACKAGE\nGET syntax\nGET nothing\nGET house.rules")
	must(t, text, "The Balance of Power, 1454", "B-8: 8 players", "GET index lists the help files", "SET ABSENCE", "There is no help on nothing", "Sign on to a game")
}
