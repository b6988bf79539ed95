package command

import (
	"strings"
	"testing"
)

// ends are lines with which people end a text, beginning with the keyword itself.
var ends = []string{
	"ENDPRESS", "endpress", "EndPress", "END PRESS", "END-PRESS", "END_PRESS", "  ENDPRESS  ", "ENDPRESS.", "ENDPRESS,", "ENDPRESS:", "ENDPRESS;",
	"endpress!", "ENDPRESS!!!", "ENDPRESS?", "ENDPRES", "ENDPRESSS", "ENDPRRESS", "ENDPRESSE", "EDNPRESS", "ENPRESS", "ENDPESS", "ENDPRSES", "ENDRPESS",
	"NDPRESS", "ENDPRSS", "EMDPRESS", "ENDPREES", "END PRES", "EN DPRESS", "[ENDPRESS]", "(ENDPRESS)", "{endpress}", "<ENDPRESS>", "</ENDPRESS>", `"ENDPRESS"`,
	"'ENDPRESS'", "“ENDPRESS”", "«ENDPRESS»", "`ENDPRESS`", "**ENDPRESS**", "*ENDPRESS*", "_ENDPRESS_", "__ENDPRESS__", "~ENDPRESS~", "- ENDPRESS", "* ENDPRESS",
	"• ENDPRESS", "3. ENDPRESS", "-ENDPRESS-", "--- ENDPRESS ---", "=== END PRESS ===", "#ENDPRESS", "/ENDPRESS", "ENDPRESS thanks", "ENDPRESS, thank you!",
	"ENDPRESS // over", "ENDPRESS (that is all)", "END", "END.", "end", "[END]", "THE END", "END OF PRESS", "End of the press.", "PRESS END", "PRESSEND", "END MESSAGE",
	"END OF MESSAGE", "End of my message", "END MSG", "END TEXT", "END OF LETTER", "Message ends", "/PRESS", "</press>", "[/PRESS]", `\PRESS`, "FINPRESS", "FIN PRESS",
	"Fin del mensaje", "FINE DEL MESSAGGIO", "fine messaggio", "FINE PRESS", "FINE STAMPA", "FIN DE LA PRENSA", "ENDE PRESSE", "Ende der Nachricht", "ENDPRESSE", "PRESSE ENDE",
	"FIN DU MESSAGE", "ENDBROADCAST", "END BROADCAST.", "ENDBRODCAST", "ENDPOSTAL", "ENDDIARY", "ENDCOMMENT", "ENDPRESS<br>", "<p>ENDPRESS</p>", "&nbsp;ENDPRESS",
	"<b>ENDPRESS</b>", "ＥＮＤＰＲＥＳＳ", "END\u200bPRESS", "\u202eENDPRESS\u202c", "ENDPRESS\u00a0", "énd press",
}

// noEnds are lines of messages that contain words such as END and PRESS but do not end the text.
var noEnds = []string{
	"At the end of press season we attack.", "The end justifies the means.", "I shall press on to the end.", "Press Venice.", "In the end, press matters.",
	"Send press.", "This is not the end of Milan", "Fine.", "Stop!", "A fine message!", "My final letter", "Finished already?", "Message for you", "Depress him.",
	"The Empress", "Express", "Let us end this war in fall, before Naples presses us", "and press", "Final text:", "Endless talk", "Under press", "I end here my love",
	"> ENDPRESS", "PRESS", "Press!", "Spend less", "ending it all", "Endgame", "END THE WAR", "End of spring",
}

// TestEndsOfTexts ends messages in many ways that people have used, and checks that orders
// after them are neither sent to others nor lost.
func TestEndsOfTexts(t *testing.T) {
	for _, begin := range []string{"press to f", "broadcast", "diary", "set comment begin", "postal press", "* press to f", "**press to f**", "1. press to f"} {
		for _, end := range ends {
			text := "signon Vmedici s3cret-77\n" + begin + "\nShall we share Lombardy?\n" + end + "\na pav - mon\n"
			items := Parse(text)[0].Items[1:]
			got := verdicts(items)
			if !strings.Contains(got, `Shall we share Lombardy?\nEND`) || !strings.HasSuffix(got, "; order a pav - mon") || len(items) != 2 {
				t.Errorf("%s ... %s: %s", begin, end, got)
			}
		}
	}
	for _, line := range noEnds {
		got := verdicts(one(`press to f\nDear friend,\n` + line + `\nyours\nendpress\na pav - mon`))
		if want := `PRESS TO F\nDear friend,\n` + line + `\nyours\nENDPRESS; order a pav - mon`; got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

// TestDoubtfulEnds checks that a text whose end is in doubt is held together with everything after
// it in its session.
func TestDoubtfulEnds(t *testing.T) {
	table(t, one, `
		a mil h\npress to f\nhello\npress to v\nsecret\nendpress\na pav h => order a mil h; C12
		press to f\nhello\nbroadcast\nsecret\nendbroadcast => C12
		press to f\nhello\ndiary\nI lie to F\nenddiary => C12
		press to f\nhello\nendpres\nmore text\nendpress\na mil h => C12
		press to f\nhello\nset draw => C12
		press to f\nhello\nresign => C12
		press to f\nhello\nclear orders\nand so on => C12
		press to f\nhello\nset no wait\nsignoff => C12; SIGNOFF
		press to f\nhello\nphase fall 1456 orders => C12
		diary\nhello\nset draw | postal press\nhello\nset draw | broadcast\nhello\nset draw | set comment begin\nhello\nset draw => C12
		press to f\nhello\n> endpress\na mil h => C12
		press to f\nhello\n-- \na mil h => C12
		press to f\nhello\nset password quattro-99 => C09
		press to f\nhello\npassword quattro-99\nendpress => C09
		press to f\nhello\nsingon Vmedici quattro-99\nendpress => C09
		press to f\nhello\nendpress\nendpress\na mil h => PRESS TO F\nhello\nENDPRESS; order a mil h
		press to f\nhello\nend\nendpress\na mil h => PRESS TO F\nhello\nENDPRESS; order a mil h
		press to f\nhello endpress\na mil h => PRESS TO F\nhello\nENDPRESS; order a mil h
		press to f\nhello\nendpress a mil h => PRESS TO F\nhello\nENDPRESS; C08
		press to f\nhello\nendpres\npress to v\nbye\nendpress => PRESS TO F\nhello\nENDPRESS; PRESS TO V\nbye\nENDPRESS
		press to f\nhello\nsignoff. | press to f\nhello\nSIGN-OFF => PRESS TO F\nhello\nENDPRESS; SIGNOFF
		press to f\nhello\nsignof\na mil h => PRESS TO F\nhello\nENDPRESS; C11 SIGNOFF?; order a mil h
		pres to f\nhello\na mil h\nendpress\na pav h => C11 PRESS to f?; order a pav h
		press to loudly\nhello\nendpres\na mil h => C04; order a mil h
	`)
	blocks := Parse("signon Vmedici s3cret-77\npress to f\nhello\na mil h\nset draw\nsignon Fcosimo s3cret-78\na com h")
	if got := verdicts(blocks[0].Items[1:]) + " / " + verdicts(blocks[1].Items[1:]); got != "C12 / order a com h" {
		t.Error(got)
	}
	held := one(`press to f\nhello\n\nset draw\na mil h`)[0]
	if held.Line != 2 || held.End != 6 {
		t.Errorf("lines %d to %d are held", held.Line, held.End)
	}
}

// TestCommandsAsWritten checks commands with list bullets, emphasis marks or full stops, and
// misspelt commands.
func TestCommandsAsWritten(t *testing.T) {
	table(t, one, `
		* ready | - ready | • ready | 1. ready | 2) ready | a) ready | (3) ready | *ready* | **ready** | _ready_ | "ready" | [ready] | <b>ready</b> | ready<br> | ready. | READY! => READY
		1. set draw | **set draw** | "SET DRAW" | set draw. | - set draw! => SET DRAW
		* list medici | list medici. => LIST medici
		redy => C11 READY?
		brodcast\nhello\nendbroadcast => C11 BROADCAST?
		clera orders => C11 CLEAR orders?
		end | END. => (prose)
		ready to rumble, dear judge! => (prose)
		orders: => order orders:
		if you have received this in error, please delete it. => (prose)
		if a pad and something else that is not a place\na mil - pav => C08; E27
	`)
}
