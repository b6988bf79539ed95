package atlas

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli/board"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestLayout checks that on a plain map every area has a cell of its own, and
// that neighbours are near each other.
func TestLayout(t *testing.T) {
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		at, columns, rows := layout(b)
		taken := map[cell]bool{}
		far, edges := 0, 0
		for id := 1; id < len(b.Areas); id++ {
			c := at[id]
			if taken[c] || c.x < 0 || c.y < 0 || c.x >= columns || c.y >= rows {
				t.Errorf("%s: %s is in the cell %v of %d by %d", slug, b.Areas[id].Code, c, columns, rows)
			}
			taken[c] = true
			for _, n := range b.Borders[id].IDs() {
				edges++
				if d := max(c.x-at[n].x, at[n].x-c.x, c.y-at[n].y, at[n].y-c.y); d > 3 {
					far++
				}
			}
		}
		if far*8 > edges {
			t.Errorf("%s: of %d borders %d lead far", slug, edges, far)
		}
		again, _, _ := layout(b)
		if fmt.Sprint(at) != fmt.Sprint(again) {
			t.Errorf("%s: another layout the second time", slug)
		}
	}
}

const ford = `
board:
  slug: italy-1978
  areas:
    - {code: aa, name: "L'Alba", city: fortified 3, army: bb, fleet: ss, grid: 1 2}
    - {code: bb, name: Bosco, city: unfortified 1, army: aa, grid: 3 1}
    - {code: ss, name: Sea, sea: true, fleet: aa, grid: 1 1}
powers: [{id: reds, letter: R}]
scenarios: [{id: ford, year: 1300, powers: [{power: reds, home: aa bb, units: [A aa, F ss]}]}]
`

// TestOwnBoard draws a user's own board with the slug of a built-in one, with
// its grid and without it.
func TestOwnBoard(t *testing.T) {
	for _, text := range []string{ford, strings.NewReplacer(", grid: 1 2", "", ", grid: 3 1", "", ", grid: 1 1", "").Replace(ford)} {
		l, problems := scenario.Parse([]byte(text))
		if problems.Failed() {
			t.Fatal(problems)
		}
		p, err := l.New("", "", &rules.Set{Garrisons: true})
		if err != nil {
			t.Fatal(err)
		}
		pic := draw(t, p, Options{Legend: true, Interactive: true})
		check(t, pic)
		for _, want := range []string{`data-area="ss"`, "Alba", "Bosco", "Reds"} {
			if !strings.Contains(pic, want) {
				t.Errorf("no %s in the picture", want)
			}
		}
	}
	l, _ := scenario.Parse([]byte(ford))
	at, columns, rows := layout(l.Boards()[0])
	if columns != 3 || rows != 2 || at[1] != (cell{0, 1}) || at[2] != (cell{2, 0}) {
		t.Errorf("grid: %v in %d by %d", at, columns, rows)
	}
}
