package scenario

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// bigFile returns a scenario on a ring of provinces, each with a fortified
// city.
func bigFile(areas, powers, variants int) string {
	code := func(i int) string {
		i = (i + areas) % areas
		return string([]byte{'a' + byte(i/26), 'a' + byte(i%26), 'z'})
	}
	var w strings.Builder
	w.WriteString("board:\n  slug: ring\n  areas:\n")
	for i := range areas {
		fmt.Fprintf(&w, "    - {code: %s, name: Place %[1]s, abbr: p%[1]s, city: fortified 1, army: %s %s}\n", code(i), code(i-1), code(i+1))
	}
	w.WriteString("powers:\n")
	for i := range powers {
		fmt.Fprintf(&w, "  - {id: %s, letter: %c}\n", code(i), 'A'+i)
	}
	w.WriteString("scenarios:\n  - id: ring\n    year: 1\n    powers:\n")
	for i := range powers {
		fmt.Fprintf(&w, "      - {power: %s, home: %[1]s, units: [A %[1]s, G %[1]s]}\n", code(i))
	}
	if variants > 0 {
		w.WriteString("    variants:\n")
	}
	for i := range variants {
		fmt.Fprintf(&w, "      - {id: v%d, players: 1, choose: 1, from: %s}\n", i, code(0))
	}
	return w.String()
}

// TestLimits checks that a file too large for a position is refused, and that a file just within
// the limits can be set up.
func TestLimits(t *testing.T) {
	for _, x := range []struct {
		areas, powers, variants int
		want                    string
	}{
		{96, 15, 0, ""},
		{97, 15, 0, "areas, fortified cities and fortresses are 194 together; at most 192 can be played"},
		{128, 15, 0, "128 areas, but a board has at most 127"},
		{30, 16, 0, "16 powers; at most 15 can play"},
		{30, 2, 31, "31 variants; at most 30 are possible"},
		{30, 2, 30, ""},
	} {
		l, problems := Parse([]byte(bigFile(x.areas, x.powers, x.variants)))
		if x.want != "" {
			if l != nil || !strings.Contains(problems.Error(), x.want) {
				t.Errorf("%d areas, %d powers, %d variants: %.300s, want %s", x.areas, x.powers, x.variants, problems.Error(), x.want)
			}
			continue
		}
		if l == nil {
			t.Errorf("%d areas, %d powers, %d variants: %.300s", x.areas, x.powers, x.variants, problems.Error())
			continue
		}
		p, err := l.New("", "", classic())
		if err != nil || len(p.Units) != 2*x.powers || len(p.Setting.Powers) > machiavelli.MaxPowers || len(p.Setting.Board.Areas) > board.Max {
			t.Errorf("%d areas, %d powers: %v", x.areas, x.powers, err)
		}
	}
	many := strings.Repeat("  - {id: x, board: diplomacy, year: 1}\n", maxScenarios+1)
	if _, problems := Parse([]byte("scenarios:\n" + many)); !strings.Contains(problems.Error(), "21 scenarios; at most 20 can be in a file") {
		t.Errorf("%.300s", problems.Error())
	}
}
