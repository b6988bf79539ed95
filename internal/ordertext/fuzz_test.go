package ordertext

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// counted returns a power's orders that count, sorted.
func counted(s *Sheet, power machiavelli.Power) string {
	var out []string
	for _, x := range s.Lines {
		if v := &x.Verdict; v.Power == power && !v.Refused() && !v.Replaced {
			out = append(out, v.Canonical)
		}
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// names reports whether a text names the place of a unit.
func names(c *order.Context, text string, at order.Unit) bool {
	for i := range text {
		if m, _, ok := c.Board.FindPrefix(text[i:]); ok && m.ID == at.At {
			return true
		}
	}
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 'A' }) {
		if id, ok := c.Board.Abbreviated(w); ok && id == at.At {
			return true
		}
	}
	return false
}

// checkSheet reads a seat's text, both alone and after an earlier text of the seat, and checks
// the invariants of all texts.
func checkSheet(t *testing.T, x *writer, standing, text string) {
	t.Helper()
	r, powers := x.r, x.powers
	b, roster := r.Position.Setting.Board, r.Position.Setting.Powers
	for _, add := range []bool{false, true} {
		s := r.Sheet(powers, standing, []Section{{Text: text, Add: add}})
		for _, x := range s.Lines {
			v := &x.Verdict
			switch {
			case v.Refused() && v.Canonical != "", !v.Refused() && v.Canonical == "":
				t.Errorf("%q: refused and understood: %+v", v.Text, v)
			case v.Refused():
				continue
			}
			c := r.context(v.Power)
			again, _, bad := order.ParseOne(v.Canonical, c)
			if got := order.Format(again, b, roster); bad != nil || got != v.Canonical {
				t.Errorf("%q in %q is printed as %q, and that is read as %q: %v", v.Text, text, v.Canonical, got, bad)
			}
			if u := v.Order.Unit; u.At != 0 && x.Section >= 0 && ascii(v.Text) && !names(c, v.Text, u) && !strings.Contains(strings.ToLower(text), "al") {
				t.Errorf("%q in %q is an order of a unit that it does not name: %q", v.Text, text, v.Canonical)
			}
		}
		stored := r.Sheet(powers, "", []Section{{Text: s.Text}})
		for _, power := range powers {
			if want, got := counted(&s, power), counted(&stored, power); got != want {
				t.Errorf("%q after %q (added: %v) is stored as %q, which is read as %q, want %q", text, standing, add, s.Text, got, want)
			}
		}
		for _, x := range s.Passed {
			if lines := strings.Split(text, "\n"); x.Line < 1 || x.Line > len(lines) || strings.TrimSpace(lines[x.Line-1]) == "" {
				t.Errorf("%q: line %d is passed over, and there is nothing", text, x.Line)
			}
		}
	}
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x80 })
}

// sheetTexts lists texts for FuzzSheet and TestSheets, each with an earlier text.
var sheetTexts = [][2]string{
	{"", "R A Pavia, A Milan"},
	{"R A Pavia, A Milan", "R A Cremona"},
	{"Remove:\nA Pavia\nA Milan", "A Cremona"},
	{"Remove: A Pavia", "A Milan\nCremona"},
	{"R A Pavia,\nA Milan", "M A Cremona"},
	{"Hold: A Pavia, Milan", "A Cre H"},
	{"all hold", "A Pav - Mon; A Cre S\nA Pav - Mon"},
	{"Cancel:\nA Pav - Mon", "If Venice comes,\nA Mil - Com"},
	{"Build G Milan, A Venice", "Venice:\nB G Venice, Padua\nMilan\nB G Pavia"},
	{"E1: 9 cause rebellion Siena", "Venice -\nE1: 6 disband G Ferrara\nBorrow 10 for 1 year"},
	{"Army Cremona supports Army Pavia\n- Milan", "Pay 6 to\nFlorence"},
	{"| A Pav | - | Mon |", "► A Mil - Com\niv. A Cre H\nA Ven H, please"},
	{"Old orders:\nA Pav - Mon\n\nNew:\nA Pav - Tur", "Thanks, Bob\nMilan: Army Pavia -> Turin."},
	{"R A Pavia,", "& A Cre"},
	{"A Cre S A Mil", "to Pavia"},
	{"Disband A Pav,\nMil", "A Bol - Rma\nelse\nA Bol - Fer"},
}

// writer is a seat that writes orders.
type writer struct {
	r      *Reader
	powers []machiavelli.Power
}

// writers returns seats with one power and with two, in every step.
func writers(t testing.TB) []*writer {
	t.Helper()
	var out []*writer
	for _, preset := range []string{"njudge-classic", "battleline-1978-optional"} {
		p, set := start(t, "B", preset)
		milan, _ := p.Setting.Powers.Find("milan")
		venice, _ := p.Setting.Powers.Find("venice")
		for step := machiavelli.Orders; step <= machiavelli.Adjustments; step++ {
			at := *p
			if at.Phase.Step = step; step == machiavelli.Retreats {
				for _, u := range p.Units[:min(8, len(p.Units))] {
					at.Dislodged = append(at.Dislodged, position.Dislodged{Unit: u})
				}
			}
			r := &Reader{Position: &at, Rules: set, Sender: []string{"Bob Tester"}}
			out = append(out, &writer{r, []machiavelli.Power{milan}}, &writer{r, []machiavelli.Power{venice, milan}})
		}
	}
	return out
}

// TestSheets checks the invariants of all texts, also with some texts sent one after the other.
func TestSheets(t *testing.T) {
	for _, w := range writers(t) {
		for i, x := range sheetTexts {
			checkSheet(t, w, x[0], x[1])
			for k := 1; k < 4; k++ {
				checkSheet(t, w, x[1], sheetTexts[(i+k)%len(sheetTexts)][k%2])
			}
		}
	}
}

// FuzzSheet checks the invariants of all texts of orders: an accepted order is printed so that
// it can be read again, names its unit, and is stored so that it is read the same way again,
// also below earlier orders.
func FuzzSheet(f *testing.F) {
	for i, x := range sheetTexts {
		f.Add(x[0], x[1], uint8(i))
	}
	who := writers(f)
	f.Fuzz(func(t *testing.T, standing, text string, which uint8) {
		if len(text)+len(standing) <= 2000 && !strings.Contains(text+standing, "\r") {
			checkSheet(t, who[int(which)%len(who)], standing, text)
		}
	})
}
