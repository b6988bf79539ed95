package web

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
)

func TestSplit(t *testing.T) {
	roster := machiavelli.Roster{{}, {ID: "milan", Name: "Milan", Letter: 'M'}, {ID: "venice", Name: "Venice", Letter: 'V'}}
	two := []machiavelli.Power{1, 2}
	for _, c := range []struct {
		text   string
		powers []machiavelli.Power
		want   string
	}{
		{"", two, "1: 2:"},
		{"A1 H", two[:1], "1:[1]A1 H"},
		{"milan:\nA1 H", two[:1], "1:[1]milan:[2]A1 H"},
		{"milan:\nA1 H\nvenice:\nF1 H", two, "1:[2]A1 H 2:[4]F1 H"},
		{"V:\nF1 H\n M :\nA1 H", two, "1:[4]A1 H 2:[2]F1 H"},
		{"A1 H\nven:\nF1 H", two, "1:[1]A1 H 2:[3]F1 H"},
		{"milan:\nA1 H\nnobody:", two, "1:[2]A1 H[3]nobody: 2:"},
	} {
		var parts []string
		for _, p := range split(c.text, c.powers, roster) {
			s := fmt.Sprintf("%d:", p.power)
			for i := range p.text {
				s += fmt.Sprintf("[%d]%s", p.lines[i], p.text[i])
			}
			parts = append(parts, s)
		}
		if got := strings.Join(parts, " "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}
