package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/atlas/chart"
	"podesta/machiavelli/board"
)

// gridOf reads a grid. Each letter is a cell; a dot is 0.
func gridOf(text string) *grid {
	rows := strings.Fields(text)
	g := &grid{w: len(rows[0]), h: len(rows)}
	for _, r := range rows {
		for _, c := range r {
			v := uint8(0)
			if c != '.' {
				v = uint8(c-'a') + 1
			}
			g.c = append(g.c, v)
		}
	}
	return g
}

// TestTrace traces the borders of small grids and checks the number of arcs and
// the rings of the faces.
func TestTrace(t *testing.T) {
	for _, c := range []struct {
		name, grid string
		arcs       int
		rings      map[string]int // number of rings, keyed by face
	}{
		{"one face", "aa aa", 1, map[string]int{"a": 1}},
		{"two halves", "ab ab", 3, map[string]int{"a": 1, "b": 1}},
		{"a hole", "aaa aba aaa", 2, map[string]int{"a": 2, "b": 1}},
		{"four corners", "ab cd", 8, map[string]int{"a": 1, "b": 1, "c": 1, "d": 1}},
		{"corner to corner", "ab ba", 8, map[string]int{"a": 2, "b": 2}},
		{"three round one", "aab acb ccb", 6, map[string]int{"a": 1, "b": 1, "c": 1}},
	} {
		g := gridOf(c.grid)
		tr := newTracer(g)
		arcs := tr.trace()
		if len(arcs) != c.arcs {
			t.Errorf("%s: %d arcs, expected %d", c.name, len(arcs), c.arcs)
		}
		for i, rings := range tr.rings(arcs, 5) {
			name := string(rune('a' + i - 1))
			if i > 0 && len(rings) != c.rings[name] {
				t.Errorf("%s: %s has %d rings, expected %d", c.name, name, len(rings), c.rings[name])
			}
			for _, r := range rings {
				for k, n := range r {
					_, last, _ := ends(arcs, n, tr.w)
					first, _, _ := ends(arcs, r[(k+1)%len(r)], tr.w)
					if first != last {
						t.Errorf("%s: the ring %v of %s does not hang together", c.name, r, name)
					}
				}
			}
		}
	}
}

func TestCrossing(t *testing.T) {
	for _, c := range []struct {
		a, b chart.Line
		bad  bool
	}{
		{chart.Line{{0, 0}, {10, 10}}, chart.Line{{0, 10}, {10, 0}}, true},
		{chart.Line{{0, 0}, {10, 10}}, chart.Line{{0, 0}, {10, 0}}, false},
		{chart.Line{{0, 0}, {10, 0}, {10, 10}, {5, -5}}, chart.Line{{50, 50}, {60, 60}}, true},
		{chart.Line{{0, 0}, {40, 0}}, chart.Line{{20, 0}, {20, 9}}, false},
	} {
		if bad := len(crossed([]*arc{{whole: c.a}, {whole: c.b}})) > 0; bad != c.bad {
			t.Errorf("%v and %v: crossing %v, expected %v", c.a, c.b, bad, c.bad)
		}
	}
}

// TestField compares the distances with those found by brute force.
func TestField(t *testing.T) {
	const w, h = 23, 17
	inside := make([]bool, w*h)
	for i := range inside {
		x, y := i%w, i/w
		inside[i] = x > 0 && y > 0 && x < w-1 && y < h-1 && mixed(uint64(i))%7 != 0
	}
	f := &field{w: w, h: h}
	f.measure(inside)
	for i := range inside {
		least := math.Inf(1)
		for j := range inside {
			if !inside[j] {
				least = min(least, math.Hypot(float64(i%w-j%w), float64(i/w-j/w)))
			}
		}
		if math.Abs(least-float64(f.clear[i])) > 1e-4 {
			t.Errorf("cell %d: %v, expected %v", i, f.clear[i], least)
		}
	}
}

func TestBadPlans(t *testing.T) {
	for text, want := range map[string]string{
		"nonsense: 1 2":            `unknown word "nonsense"`,
		"land mil: 1":              `"1": expected a longitude and a latitude`,
		"land mil: x 2":            `"x" is no longitude`,
		"width wide":               `width: "wide" is no number`,
		"lens 1 2":                 "lens: expected 4 numbers, found 2",
		"frame: 1 2":               "frame: expected places at the west, east, north and south edge",
		"sea abc: 1 2, 3 4":        "sea: expected a name and one place",
		"place mil":                "place: expected an area, what is placed, and where",
		"join a":                   "join: expected 2 words after it, found 1",
		"width 100\nseed 3 # only": "a plan needs width, lambert and frame",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x.plan"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readPlan(dir, "x"); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, expected %s", text, err, want)
		}
	}
}

// TestPlans checks that every plan can be read and contains every area of its
// board.
func TestPlans(t *testing.T) {
	for _, f := range planFiles(t) {
		slug := strings.TrimSuffix(filepath.Base(f), ".plan")
		p, err := readPlan("plans", slug)
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.Get(slug, true)
		if err != nil {
			t.Fatal(err)
		}
		isles := fmt.Sprint(p.of("isle"))
		for _, a := range b.Areas[1:] {
			_, sea := p.seas[a.Code]
			if p.seeds[a.Code] == nil && !sea && !strings.Contains(isles, a.Code) {
				t.Errorf("%s: nothing of %s", slug, a.Code)
			}
			if a.City != board.NoCity && !strings.Contains(fmt.Sprint(p.of("city")), "["+a.Code+"]") {
				t.Errorf("%s: no city of %s", slug, a.Code)
			}
		}
	}
}

// TestCommitted checks that the committed maps were made from the committed plans, by the hash of
// the plan in each file. It does not compute the maps, which takes a minute for each; make
// maps-check does.
func TestCommitted(t *testing.T) {
	for _, f := range planFiles(t) {
		slug := strings.TrimSuffix(filepath.Base(f), ".plan")
		p, err := readPlan("plans", slug)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("..", "..", "atlas", "data", slug+".json")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := chart.Read(text)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if c.Plan != p.name() {
			t.Errorf("%s was made from plan %q, but the plan is now %q; run make maps", file, c.Plan, p.name())
		}
		again, err := c.Text()
		if err != nil || string(again) != string(text) {
			t.Errorf("%s is not as the program writes it (%v)", file, err)
		}
	}
}

func planFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("plans/*.plan")
	if err != nil || len(files) == 0 {
		t.Fatalf("no plans (%v)", err)
	}
	return files
}
