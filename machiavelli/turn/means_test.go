package turn

import (
	"testing"

	"podesta/machiavelli"
)

func TestMeans(t *testing.T) {
	for _, c := range []struct {
		what, position, power string
		ducats                machiavelli.Ducats
		want                  bool
	}{
		{"a campaign without units, with money", "spring 1454 orders\nVenice: A Padua", "milan", 1, true},
		{"a campaign without units or money", "spring 1454 orders\nVenice: A Padua", "milan", 0, false},
		{"a campaign with units, of which orders are owed", "spring 1454 orders\nVenice: A Padua", "venice", 9, false},
		{"retreats", "spring 1454 retreats\nVenice: A Padua", "milan", 9, false},
		{"a winter with money for a unit", "winter 1454 adjustments\nVenice: A Padua", "milan", 3, true},
		{"a winter with too little", "winter 1454 adjustments\nVenice: A Padua", "milan", 2, false},
	} {
		g := newGame(t, "njudge-classic", c.position)
		power, ok := g.pos.Setting.Powers.Find(c.power)
		if !ok {
			t.Fatal(c.power)
		}
		g.pos.Treasury[power] = c.ducats
		if got := Means(g.pos, &g.rules, power); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}
