package ordertext

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
)

// TestHeadingsOfASeat checks which power of a seat with two powers spends money in the lines
// below a heading, in any form of heading.
func TestHeadingsOfASeat(t *testing.T) {
	p, r := start(t, "B", "njudge-classic")
	venice, _ := p.Setting.Powers.Find("venice")
	papacy, _ := p.Setting.Powers.Find("papacy")
	seat := []machiavelli.Power{venice, papacy}
	for _, head := range []string{
		"Papacy:", "PAPACY", "Papacy -", "[Papacy]", "Papacy, orders:", "Papacy;", "Papacy - spring:", "The Papacy", "Papal States", "Papal States:", "## Papacy", "**Papacy**",
		"**Papacy:**", "=== Papacy ===", "Orders for the Papacy:", "papacy orders", "Kirchenstaat", "Papado:", "il Papato", "P:", "pap:", "1. Papacy", "Papacy (spring 1454):", "> Papacy",
	} {
		x := Reader{Position: p, Rules: r}
		text := "Venice:\nE1: 9 cause rebellion Siena\n" + head + "\nE1: 6 disband G Ferrara\nBorrow 10 for 1 year"
		s := x.Sheet(seat, "", []Section{{Text: text}})
		spent := 0
		for _, l := range s.Lines {
			if strings.Contains(l.Verdict.Text, "Borrow") || strings.Contains(l.Verdict.Text, "Ferrara") {
				if l.Line.Power != papacy {
					t.Errorf("%q: %s is for power %d: %s", head, l.Verdict.Text, l.Line.Power, l.Verdict.Error)
				}
				spent++
			}
		}
		if spent != 2 {
			t.Errorf("%q: %d of two lines are read", head, spent)
		}
	}
	for _, head := range []string{"Papcy", "Papacy/Rome:", "nobody:", "My other power:", "Vennice", "Rome:"} {
		x := Reader{Position: p, Rules: r}
		text := "Venice:\n" + head + "\nA Rome H\nA Padua H\nBorrow 10 for 1 year\nPay 1 to Milan\npapacy\nBorrow 5 for 1 year"
		for _, l := range x.Sheet(seat, "", []Section{{Text: text}}).Lines {
			switch {
			case strings.HasSuffix(l.Verdict.Text, " H"):
				if l.Verdict.Refused() {
					t.Errorf("%q: %s: %s", head, l.Verdict.Text, l.Verdict.Error)
				}
			case strings.HasPrefix(l.Verdict.Text, "Borrow 5"):
				if l.Verdict.Refused() || l.Line.Power != papacy {
					t.Errorf("%q: %s is for %d: %s", head, l.Verdict.Text, l.Line.Power, l.Verdict.Error)
				}
			case !l.Verdict.Refused() || l.Verdict.Code != order.CodePower && !strings.HasPrefix(l.Verdict.Text, head):
				t.Errorf("%q: %s is not refused for its heading: %s", head, l.Verdict.Text, l.Verdict.Error)
			}
		}
	}
}

// TestHeadingsOfOnePower checks that in the text of a single power only the name of another
// power ends its orders.
func TestHeadingsOfOnePower(t *testing.T) {
	p, r := start(t, "B", "njudge-classic")
	milan, _ := p.Setting.Powers.Find("milan")
	for _, head := range []string{
		"Here are my orders:", "My orders:", "Moves:", "Spring 1385:", "Milan orders:", "Units:", "Expenses:", "Turn 1:", "cosimo:", "Bob (Milan):", "ecco i miei ordini:", "http://example.org",
		"Milan", "MILAN:", "Bob", "These are my moves", "# Venice", "Subject:", "Dear judge:",
	} {
		x := Reader{Position: p, Rules: r, Sender: []string{"Bob Tester"}}
		s := x.Sheet([]machiavelli.Power{milan}, "", []Section{{Text: head + "\nA Pavia - Montferrat\nA Milan - Como"}})
		if len(s.Lines) != 2 || slices.ContainsFunc(s.Lines, func(l Reading) bool { return l.Verdict.Refused() }) {
			t.Errorf("%q: %+v", head, Verdicts(s.Lines))
		}
	}
	for _, head := range []string{"Venice:", "VENICE", "[Venice]", "Venedig:", "Venice - orders:"} {
		x := Reader{Position: p, Rules: r}
		s := x.Sheet([]machiavelli.Power{milan}, "", []Section{{Text: head + "\nBorrow 10 for 1 year\nMilan:\nA Milan H"}})
		if len(s.Lines) != 3 || !s.Lines[0].Verdict.Refused() || !s.Lines[1].Verdict.Refused() || s.Lines[2].Verdict.Refused() {
			t.Errorf("%q: %+v", head, Verdicts(s.Lines))
		}
	}
}

// TestRefusedWithItsLine checks that an order without a unit of its own does not
// count if another order of its line cannot be given.
func TestRefusedWithItsLine(t *testing.T) {
	p, r := start(t, "B", "njudge-classic")
	venice, _ := p.Setting.Powers.Find("venice")
	for line, want := range map[string]string{
		"A Padua - Rome; Dal - UA":   "!!", // the second order has no unit of its own
		"A Padua - Rome; F Dal - UA": "!=",
		"A Padua - Fer; Dal - UA":    "==",
		"A Padua - UA; Dal - UA":     "!!",
	} {
		got := ""
		for _, l := range (&Reader{Position: p, Rules: r}).Sheet([]machiavelli.Power{venice}, "", []Section{{Text: line}}).Lines {
			if l.Verdict.Refused() {
				got += "!"
			} else {
				got += "="
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}

// TestAllOthersHold checks that an order for all other units becomes one for each unit that no
// line orders, in this text or an earlier one.
func TestAllOthersHold(t *testing.T) {
	p, r := start(t, "B", "njudge-classic")
	milan, _ := p.Setting.Powers.Find("milan")
	x := Reader{Position: p, Rules: r}
	canonical := func(s Sheet) (out []string) {
		for _, l := range s.Lines {
			if !l.Verdict.Replaced {
				out = append(out, l.Verdict.Canonical)
			}
		}
		slices.Sort(out)
		return out
	}
	want := []string{"A Cremona H", "A Milan - Como", "A Pavia H"}
	if got := canonical(x.Sheet([]machiavelli.Power{milan}, "", []Section{{Text: "All others hold\nA Milan - Como"}})); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s := x.Sheet([]machiavelli.Power{milan}, "A Milan - Como", []Section{{Text: "all others hold", Add: true}})
	if got := canonical(s); !slices.Equal(got, want) {
		t.Errorf("added: %q, want %q", got, want)
	}
	s = x.Sheet([]machiavelli.Power{milan}, s.Text, []Section{{Text: "A Pavia - Turin", Add: true}})
	if got, want := canonical(s), []string{"A Cremona H", "A Milan - Como", "A Pavia - Turin"}; !slices.Equal(got, want) {
		t.Errorf("added twice: %q, want %q", got, want)
	}
}
