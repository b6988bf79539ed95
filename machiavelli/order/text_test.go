package order

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"podesta/machiavelli"
)

// summary formats each line with its position, its text, and its canonical text
// or error code.
func summary(c *Context, lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%d:%d [%s] ", l.Line, l.Column, l.Text)
		if l.Err != nil {
			fmt.Fprintf(&b, "%s at %d:%d\n", l.Err.Code, l.Err.Line, l.Err.Column)
			continue
		}
		fmt.Fprintf(&b, "%s\n", c.Format(l.Order))
	}
	return b.String()
}

// TestSplitText checks how a text is split, with the position of every piece.
func TestSplitText(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for _, row := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"blank and comment lines", " \n\t\n# all of it\n  // too\r\n.\n;;\n", ""},
		{"lines", "a mil h\r\n\r\n  a pav - mon  \na com h", "1:1 [a mil h] A Milan H\n3:3 [a pav - mon] A Pavia - Montferrat\n4:1 [a com h] A Como H\n"},
		{"lone carriage returns", "a mil h\ra com h\r", "1:1 [a mil h] A Milan H\n2:1 [a com h] A Como H\n"},
		{"comments", "a mil h # hold\na com h // too\nf mar - pro/nc//x", "1:1 [a mil h] A Milan H\n2:1 [a com h] A Como H\n3:1 [f mar - pro/nc] F Marseilles - Provence/nc\n"},
		{"an empty comment", "a mil h //", "1:1 [a mil h] A Milan H\n"},
		{"one slash", "a mil h /", "1:1 [a mil h /] E26 at 1:9\n"},
		{"semicolons", "a mil - pav; a com h;", "1:1 [a mil - pav] A Milan - Pavia\n1:14 [a com h] A Como H\n"},
		{"commas", "a mil - pav, a com h, ally nap, tur, a flo h", "1:1 [a mil - pav] A Milan - Pavia\n1:14 [a com h] A Como H\n1:23 [ally nap, tur] Ally Naples, Turks\n1:38 [a flo h] A Florence H\n"},
		{"blanks behind an alliance", "ally nap with ", "1:1 [ally nap with] Ally Naples\n"},
		{"an error between", "a mil h; a xyz h; a com h", "1:1 [a mil h] A Milan H\n1:10 [a xyz h] E01 at 1:12\n1:19 [a com h] A Como H\n"},
		{"left over", "a mil h yes\na com - pav quickly", "1:1 [a mil h yes] E26 at 1:9\n2:1 [a com - pav quickly] E26 at 2:13\n"},
		{"byte order mark", "\ufeffa mil h", "1:1 [a mil h] A Milan H\n"},
		{"odd blanks and dashes", "\u00a0a\u2003mil\u200b \u2013 pav", "1:2 [a\u2003mil\u200b \u2013 pav] A Milan - Pavia\n"},
		{"columns count characters", "a mil → xyz; a com → pav", "1:1 [a mil → xyz] E04 at 1:9\n1:14 [a com → pav] A Como - Pavia\n"},
		{"full-width letters", "ａ ｍｉｌ ｈ", "1:1 [ａ ｍｉｌ ｈ] A Milan H\n"},
		{"invalid UTF-8 at once", "\xffa mil h", "1:1 [?a mil h] E26 at 1:1\n"},
		{"semicolons without blanks", "a mil h;a com h", "1:1 [a mil h] A Milan H\n1:9 [a com h] A Como H\n"},
		{"invalid UTF-8", "a mil h\na pa\xff h\na com h", "1:1 [a mil h] A Milan H\n2:1 [a pa? h] E26 at 2:5\n3:1 [a com h] A Como H\n"},
		{"control characters", "a\x00mil\x1bh\x07", "1:1 [a\x00mil\x1bh\x07] A Milan H\n"},
	} {
		if got := summary(c, Parse(row.in, c)); got != row.want {
			t.Errorf("%s:\n%swant\n%s", row.name, got, row.want)
		}
	}
}

// TestErrors checks the code, the column, the message and the suggestion of
// errors that players meet.
func TestErrors(t *testing.T) {
	orders, winter := context(t, "italy-1978", machiavelli.Orders), context(t, "italy-1978", machiavelli.Adjustments)
	for _, row := range []struct {
		c    *Context
		in   string
		want string
	}{
		{orders, "a montferat h", `line 1, column 3: E01 I don't know the place "montferat", which should be the place of the unit that the order is for. Did you mean Montferrat?`},
		{orders, "a pav - montferat", `line 1, column 9: E04 I don't know the place "montferat", which should be the destination of the army in Pavia. Did you mean Montferrat?`},
		{orders, "a pad -", `line 1, column 8: E04 The line stops where the destination of the army in Padua should stand; expected the name or the abbreviation of a place.`},
		{orders, "a pad suport a ver", `line 1, column 7: E03 I don't understand what the army in Padua should do: "suport a ver"; expected hold, -, support, convoy, convert, besiege, lift or disband. Did you mean support?`},
		{orders, "a pad", `line 1, column 6: E03 The order does not say what the army in Padua should do; expected hold, -, support, convoy, convert, besiege, lift or disband.`},
		{orders, "a pad s a vrona - man", `line 1, column 11: E04 I don't know the place "vrona", which should be the unit that the army in Padua should support. Did you mean Verona?`},
		{orders, "a pad h quickly", `line 1, column 9: E26 I understand the order up to here, but not "quickly" behind it.`},
		{orders, "e1: 12 asassinate milan", `line 1, column 8: E14 I don't know the expense "asassinate milan"; expected famine relief, pacify rebellion, counter-bribe, disband, buy, garrison to autonomous, cause rebellion, assassinate or none, or, in games with an option for it, army to autonomous, cause famine, cause plague, relieve plague, order or ransom. Did you mean assassinate?`},
		{orders, "pay 6 to Mialn", `line 1, column 10: E16 I don't know the power "Mialn", which should be the receiver of the payment; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice. Did you mean Milan?`},
		{orders, "pay milan naples", `line 1, column 11: E16 Expected "to" and a power here, as in "pay 6 to Milan" or "give Turkey to Naples".`},
		{orders, "borrow 10", `line 1, column 10: E18 The duration of the loan is missing; expected for 1 year (at 20%) or for 2 years (at 50%).`},
		{orders, "borrow 10 for 3 years", `line 1, column 15: E18 The bank does not lend for this time; expected for 1 year (at 20%) or for 2 years (at 50%).`},
		{orders, "build a flo", `line 1, column 1: E03 "build" is a winter order; expected a unit and what it does in this orders phase.`},
		{winter, "a mil - pav", `line 1, column 7: E03 "- pav" belongs to a campaign; in winter a unit is built, removed or maintained.`},
		{winter, "b flo", `line 1, column 1: E22 The order does not say what to build in Florence; expected army, fleet or garrison before the place.`},
	} {
		_, _, err := ParseOne(row.in, row.c)
		if err == nil || err.Error() != row.want {
			t.Errorf("%q:\n%v, want\n%s", row.in, err, row.want)
		}
	}
	explicit := *orders
	explicit.Explicit = true
	if _, notes, err := ParseOne("a otr - dur via convoy", &explicit); err != nil || len(notes) != 1 || notes[0].Code != "W05" {
		t.Errorf("unlisted convoy: %v %v", notes, err)
	}
	if _, _, err := ParseOne("  # nothing", orders); err == nil || err.Error() != `line 1, column 1: E03 There is no order here; expected one, such as "A Milan - Pavia".` {
		t.Errorf("no order: %v", err)
	}
	if _, _, err := ParseOne("a mil h; a com h", orders); err == nil || err.Code != "E26" || err.Column != 10 {
		t.Errorf("two orders: %v", err)
	}
}

// TestLongTextsGetShortReplies checks that long and hopeless texts get short replies.
func TestLongTextsGetShortReplies(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	lines := Parse("a mil h\n"+strings.Repeat("x", 2001)+"\na com h"+strings.Repeat(" ", 3000), c)
	if got := summary(c, lines); got != "1:1 [a mil h] A Milan H\n2:1 ["+strings.Repeat("x", 40)+"] E26 at 2:1\n3:1 [a com h] A Como H\n" {
		t.Errorf("long line:\n%s", got)
	}
	lines = Parse(strings.Repeat("a nonsense\n", 1000)+"a mil h\n"+strings.Repeat("a nonsense\n", 1000), c)
	if len(lines) != maxErrors+2 || lines[maxErrors].Err != nil || lines[maxErrors+1].Err == nil {
		t.Errorf("%d lines of nonsense are reported", len(lines))
	}
	for n, want := range map[int]int{maxErrors: maxErrors, maxErrors + 1: maxErrors + 1, maxErrors + 2: maxErrors + 1} {
		if got := len(Parse(strings.Repeat("a nonsense\n", n), c)); got != want {
			t.Errorf("%d bad lines give %d errors, want %d", n, got, want)
		}
	}
	if l := lines[maxErrors+1]; l.Line != 2002 || l.Column != 1 || l.Err.Line != 2002 || l.Err.Column != 1 {
		t.Errorf("the rest is reported at %d:%d, %d:%d", l.Line, l.Column, l.Err.Line, l.Err.Column)
	}
	for _, row := range []struct {
		comment string
		fits    bool
	}{
		{strings.Repeat("x", 1990), true},
		{strings.Repeat("x", 1991), false},
		{strings.Repeat("é", 1990), true},
		{strings.Repeat("é", 1991), false},
		{strings.Repeat("😀", 1990), true},
		{strings.Repeat("😀", 1991), false},
	} {
		_, _, err := ParseOne("a mil h # "+row.comment, c)
		if fits := err == nil; fits != row.fits {
			t.Errorf("a line with %d characters in %d bytes: %v", utf8.RuneCountInString(row.comment)+10, len(row.comment)+10, err)
		}
	}
	lines = Parse(strings.Repeat("e1: 12 d nowhere\n", maxErrors)+"e1: 12 d bol\nf ion c a otr - dur\n", c)
	if len(lines) != maxErrors+2 || lines[maxErrors].Err != nil || lines[maxErrors+1].Err != nil {
		t.Errorf("good orders behind many bad ones: %+v", lines[maxErrors:])
	}
	lines = Parse(strings.Repeat("a mil h\n", maxOrders+5), c)
	if len(lines) != maxOrders+1 || lines[maxOrders].Err == nil || lines[maxOrders-1].Err != nil {
		t.Errorf("%d lines of too many orders", len(lines))
	}
	for _, unit := range []string{"x", "a ", "-", ";", ",", "a mil h;", "a mil h,", "a mil s ", "(", "\r", "é", "\xff", "a mil - pav - ", "e1 12+", "ally "} {
		if n := len(Parse(strings.Repeat(unit, 10<<20/len(unit)), c)); n > maxOrders+1 {
			t.Errorf("%q repeated: got %d lines", unit, n)
		}
	}
	o, _, err := ParseOne("a mes"+strings.Repeat(" - gon", MaxVia)+" - pio", c)
	if err != nil || int(o.NVia) != MaxVia {
		t.Errorf("longest route: %v", err)
	}
	if _, _, err = ParseOne("a mes"+strings.Repeat(" - gon", MaxVia+1)+" - pio", c); err == nil || err.Code != "E07" {
		t.Errorf("route too long: %v", err)
	}
}

// seeds lists texts for fuzzing. Each form of order occurs.
var seeds = []string{
	"a mil h", "A PAV-MON", "f mar - pro/nc", "a cre s a mil - ber", "f ion t a otr - dur", "a otr - ion - dur", "a bol s g fer c a",
	"g ven c f", "a sie besieges garrison", "a sie lifts siege", "a sav c 0", "a pis m psa", "a cre s Venetian A Pad", "A London - Belgium via convoy",
	"expense 1: 12 ducats disband army Bologna", "e1: 6 d + 3 d b fer", "e1: C-A4(FL)-6d", "pay 14 ducats to bank", "give turkey to naples",
	"borrow 5 at 20%", "ally nap, tur and fr", "don’t allow france", "A3 S-Arezz-(A)", "F1 T-A4-(Fr)", "G1 F5", "F1 A-CroatN", "A1 A-EGOL-Corsi",
	"build elite professional fleet pisa", "b citizen's militia a mil", "debuild ets", "waive", "a bol c g", "a mil h; a com h # x\r\n// y",
	"a\u00a0mil \u2192 pav\u200b", "\ufeffa mil \xff h", "e1: -3 buy g fer", "a mil s bol (", "f spain(nc) - lyo",
	"permit bribe by milan on a pad", "tax bologna", "give province bologna to milan", "give bologna to milan", "excommunicate milan", "overrule",
	"a mil transfer ver", "e1: cause famine in mil", "e1: relieve plague mil", "e1: order a bol", "c pav m mon m gen", "ac mil h", "pay 3.5 to milan", "e1: ½ buy fer",
}

// FuzzParse checks for any text that reading it does not panic, that every line is either an order
// or an error, and that formatted orders parse as the same orders.
func FuzzParse(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, uint8(i))
		f.Add(s, uint8(1))
		f.Add(s, uint8(2))
	}
	slugs := []string{"italy-1978", "diplomacy"}
	f.Fuzz(func(t *testing.T, text string, mode uint8) {
		c := context(t, slugs[mode/3%2], machiavelli.Orders+machiavelli.Step(mode%3))
		for _, l := range Parse(text, c) {
			if l.Err != nil {
				if l.Order != (Order{}) || l.Err.Message.String() == "" || l.Err.Code == "" || l.Err.Line < 1 || l.Err.Column < 1 {
					t.Fatalf("bad error %+v", l)
				}
				continue
			}
			s := c.Format(l.Order)
			again, _, err := ParseOne(s, c)
			if err != nil || again != l.Order {
				t.Fatalf("%q: formatted as %q, which parses as %+v, want %+v (%v)", l.Text, s, again, l.Order, err)
			}
		}
	})
}

// BenchmarkParse reads the orders of a large power's campaign.
func BenchmarkParse(b *testing.B) {
	c := context(b, "italy-1978", machiavelli.Orders)
	text := strings.Repeat("a mil - pav\na cre s a mil - pav\nf ion t a otr - dur\na otr - ion - dur\ng man s a ver - man\n"+
		"a sie b\nf mar - pro/nc\ng ven c f\nArmy Bologna supports Garrison Ferrara converts to army\nexpense 1: 12 ducats disband army bologna\n"+
		"a flo h\na pis m psa\nF Western Tyrrhenian Sea - Eastern Gulf of Lyons\n", 2)
	b.ReportAllocs()
	for b.Loop() {
		if len(Parse(text, c)) != 26 {
			b.Fatal("not 26 orders")
		}
	}
}
