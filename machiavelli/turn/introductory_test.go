package turn

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

//go:embed testdata/introductory-game.txt
var introductoryGame string

// TestIntroductoryGame plays the example game of the rules of 1978, phase by
// phase, and compares units with their numbers, cities, retreats and sieges.
func TestIntroductoryGame(t *testing.T) {
	r, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := scenario.New("A", "A-4", &r)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{t: t, pos: start, rules: r}
	for block := range strings.SplitSeq(strings.TrimSpace(introductoryGame), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		var orders []string
		var then [][2]string
		lines := strings.Split(block, "\n")
		if g.pos.Phase.String() != lines[0] {
			t.Fatalf("the game is at %s, the book at %s", g.pos.Phase, lines[0])
		}
		for _, line := range lines[1:] {
			key, value, _ := strings.Cut(line, ": ")
			if _, ok := roster.Find(key); ok {
				orders = append(orders, line)
			} else {
				then = append(then, [2]string{key, value})
			}
		}
		res := g.play(strings.Join(orders, "\n"))
		g.pos = res.Next
		for _, l := range tell(res) {
			if strings.Contains(l, " refused ") {
				t.Errorf("%s: %s", lines[0], l)
			}
		}
		for _, x := range then {
			if got := g.fact(strings.Fields(x[0])); got != x[1] {
				t.Errorf("%s: %s: %s, want %s", lines[0], x[0], got, x[1])
			}
		}
	}
}

// fact formats what the example game states at one point. This may be the units
// of a power, its cities, the retreats of a dislodged unit, or the sieges in
// progress.
func (g *game) fact(about []string) string {
	g.t.Helper()
	var list []string
	b := g.pos.Setting.Board
	code := func(p board.Place) string {
		c := b.Areas[p.At].Code
		if p.Coast != machiavelli.NoCoast {
			c += "/" + p.Coast.Code()
		}
		return c
	}
	switch about[0] {
	case "after":
		power := g.power(about[1])
		for _, u := range g.pos.Units {
			if u.Owner == power {
				list = append(list, u.Type.Letter()+strconv.Itoa(int(u.Serial))+" "+code(u.Place()))
			}
		}
	case "cities":
		power := g.power(about[1])
		for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
			if g.pos.City[at] == power && g.pos.Province[at] == power {
				list = append(list, code(board.Place{At: at}))
			}
		}
	case "sieges":
		for _, at := range g.pos.Sieges.IDs() {
			list = append(list, code(board.Place{At: at}))
		}
	case "option":
		for _, d := range g.pos.Dislodged {
			if d.Unit.Owner == g.power(about[1]) && d.Unit.Type.Letter()+strconv.Itoa(int(d.Unit.Serial)) == about[2] {
				for _, p := range d.Retreats {
					list = append(list, code(p))
				}
			}
		}
	}
	if list == nil {
		return "none"
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}
