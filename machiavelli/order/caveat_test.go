package order

import (
	"strings"
	"testing"

	"podesta/machiavelli"
)

// TestCaveats reads lines that say that orders do not count, or count only
// sometimes. The orders below such a line, up to an empty line, are refused.
func TestCaveats(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for _, line := range []string{
		"If Florence attacks,", "If Florence attacks Bologna then", "But if not:", "Unless Venice agrees:", "Only if they go away:", "In case of war,", "Otherwise:", "else", "Or",
		"Falls Florenz angreift:", "Sonst:", "Se Firenze attacca:", "Altrimenti", "Si Florencia ataca,", "If A Bol - Rma fails:",
		"Cancel:", "Please cancel these orders:", "Ignore the following:", "Delete these", "Do not order", "Don't do this:", "NOT", "Instead of", "Never mind these:", "Remove these orders:",
		"Old orders:", "My previous orders were:", "For example", "Example:", "Alte Befehle:", "Esempio:",
	} {
		for _, step := range []machiavelli.Step{machiavelli.Orders, machiavelli.Retreats} {
			c.Step = step
			lines := Parse("A Pav - Mil\n\n"+line+"\nA Cre - Man\n* A Mil - Com\n\nA Bol - Mod", c)
			var good []string
			said := false
			for _, l := range lines {
				switch {
				case l.Err == nil:
					good = append(good, l.Text)
				case l.Prose || l.Line >= 4 && l.Under == "":
					t.Errorf("%q: %q is passed over, or does not say what is above", line, l.Text)
				case l.Line == 3:
					said = true
				}
			}
			if got := strings.Join(good, "; "); got != "A Pav - Mil; A Bol - Mod" || !said {
				t.Errorf("%q: orders %q, line refused: %v", line, got, said)
			}
		}
	}
	c.Step = machiavelli.Orders
	if lines := Parse("Cancel my order for Milan\nA Pav - Mil", c); lines[0].Err == nil || lines[1].Err != nil {
		t.Errorf("an order below one that takes another back: %+v", lines)
	}
	if all := Parse("If Venice attacks:\nall hold", c); len(all) != 2 || all[1].Rest || all[1].Err == nil {
		t.Errorf("all hold under a condition: %+v", all)
	}
}

// TestNoCaveats reads lines that do not cast doubt on any order.
func TestNoCaveats(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	c.Step = machiavelli.Orders
	for _, line := range []string{
		"My orders:", "New orders (not the old ones):", "These replace my earlier orders:", "Corrected orders:", "Don't worry, here they are:", "Don't forget:", "Sì,",
		"Let me know if that is not clear.", "If all goes well I shall win.", "I hope this works!", "If you are not the intended recipient, delete this e-mail", "Spring 1454:", "Thanks a lot", "When will you be back?",
	} {
		lines := Parse(line+"\nA Pav - Mil", c)
		if last := lines[len(lines)-1]; len(lines) != 2 || last.Err != nil || !lines[0].Prose {
			t.Errorf("%q: %+v", line, lines)
		}
	}
}

// TestTakenBack reads lines that take an order back, which the judge does not do. They must be
// reported as errors.
func TestTakenBack(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for _, line := range []string{
		"Cancel that", "cancel that.", "Please cancel my order for Milan", "scratch my order for Pavia", "scratch A Pav", "Ignore my previous orders!", "disregard the above",
		"undo", "Undo the last one", "Clear orders", "delete all orders", "no wait, cancel that", "Streiche den Befehl für Mailand", "Annulla l'ordine per Milano", "Cancela la orden de Milán",
	} {
		lines := Parse("A Pav - Mil\n"+line, c)
		if len(lines) != 2 || lines[0].Err != nil || lines[1].Err == nil || lines[1].Prose {
			t.Errorf("%q: %+v", line, lines)
		}
	}
	for _, line := range []string{"Please delete this e-mail and notify the sender.", "forget it", "ignore this message", "Cancel culture is a sad thing these days, my friend"} {
		if lines := Parse(line, c); len(lines) != 1 || !lines[0].Prose {
			t.Errorf("%q: %+v", line, lines)
		}
	}
}

// TestListsAcrossLines reads lists of orders with a common verb that continue
// on the next line, where the verb still applies.
func TestListsAcrossLines(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	c.Step = machiavelli.Adjustments
	for text, want := range map[string]string{
		"R A Pavia,\nA Milan":                "R A Pavia; R A Milan",
		"Remove A Pavia\nand A Milan":        "R A Pavia; R A Milan",
		"Remove A Pavia and\nA Milan":        "R A Pavia; R A Milan",
		"Build G Milan,\nCremona":            "B G Milan; B G Cremona",
		"Builds: G Milan\nG Cremona":         "B G Milan; B G Cremona",
		"Remove: A Pavia\nA Milan\nM A Como": "R A Pavia; R A Milan; M A Como",
		"R A Pavia,\nA Milan\nA Como":        "R A Pavia; R A Milan; M A Como",
		"R A Pavia,\n\nA Milan":              "R A Pavia; M A Milan",
		"R A Pavia\nA Milan":                 "R A Pavia; M A Milan",
		"Remove:\n| A Pavia |\n| A Milan |":  "R A Pavia; R A Milan",
	} {
		var got []string
		for _, l := range Parse(text, c) {
			if l.Err != nil {
				t.Errorf("%q: %s", text, l.Err.Message)
				continue
			}
			got = append(got, c.Format(l.Order))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%q is read as %q, want %q", text, s, want)
		}
	}
}
