package chart_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"podesta/atlas/chart"
	"podesta/machiavelli/board"
)

func italy(t *testing.T) (*chart.Chart, *board.Board) {
	t.Helper()
	text, err := os.ReadFile("../data/italy-1978.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := chart.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	b, err := board.Get("italy-1978", true)
	if err != nil {
		t.Fatal(err)
	}
	return c, b
}

// TestMismatches damages a correct chart in each possible way and checks that
// it is detected.
func TestMismatches(t *testing.T) {
	if c, b := italy(t); len(c.Mismatches(b)) > 0 {
		t.Fatalf("the chart is wrong to begin with: %v", c.Mismatches(b))
	}
	swap := func(c *chart.Chart, a, b string) {
		c.Areas[a].Rings, c.Areas[b].Rings = c.Areas[b].Rings, c.Areas[a].Rings
	}
	for _, d := range []struct {
		name   string
		damage func(c *chart.Chart)
		told   string
	}{
		{"two provinces change places", func(c *chart.Chart) { swap(c, "mil", "rme") }, "armies: the board has com-mil, the chart has not"},
		{"two seas change places", func(c *chart.Chart) { swap(c, "ion", "egl") }, "seas: the board has gen-egl, the chart has not"},
		{"a province is missing", func(c *chart.Chart) { delete(c.Areas, "luc") }, "areas: the board has luc, the chart has not"},
		{"there is one too many", func(c *chart.Chart) { c.Areas["xyz"] = c.Areas["luc"] }, "areas: the chart has xyz, the board has not"},
		{"no land bridge", func(c *chart.Chart) { c.Links = nil }, "armies: the board has dal-ist, the chart has not"},
		{"a bridge too far", func(c *chart.Chart) { c.Links = append(c.Links, chart.Link{A: "mes", B: "otr"}) }, ""},
		{"no Quarnero", func(c *chart.Chart) { c.Shoals = nil }, "shores: the board has cro-dal, the chart has not"},
		{"coasts that are others'", func(c *chart.Chart) { swap(c, "pro", "cro") }, "coasts: pro has a shore with"},
	} {
		c, b := italy(t)
		d.damage(c)
		told := c.Mismatches(b)
		switch {
		case d.told == "" && len(told) > 0:
			t.Errorf("%s: reported %v, though only links on the board count", d.name, told)
		case d.told != "" && !slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, d.told) || s == pairwise(d.told) }):
			t.Errorf("%s: want %q, got %s", d.name, d.told, strings.Join(told, "\n  "))
		}
	}
}

// pairwise puts the two codes of a line in alphabetical order.
func pairwise(s string) string {
	var what, who, pair string
	if n, err := fmt.Sscanf(s, "%s the %s has %s", &what, &who, &pair); n != 3 || err != nil {
		return s
	}
	a, b, _ := strings.Cut(strings.TrimSuffix(pair, ","), "-")
	return strings.Replace(s, a+"-"+b, min(a, b)+"-"+max(a, b), 1)
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		`{`:              "unexpected end",
		`{"arcs":[[1]]}`: "a line of 1 numbers",
		`{"arcs":[[0,0,1,0]],"areas":{"a":{"rings":[[3]]}}}`:             "a: no arc 3",
		`{"arcs":[[0,0,1,0],[5,5,1,1]],"areas":{"a":{"rings":[[0,1]]}}}`: "a: arc 0 ends at [1 0], the next one begins at [5 5]",
	} {
		if _, err := chart.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %s", text, err, want)
		}
	}
}

// TestText checks that a chart is the same after writing and reading, and when
// it is written again.
func TestText(t *testing.T) {
	c, _ := italy(t)
	text, err := c.Text()
	if err != nil || !json.Valid(text) {
		t.Fatalf("not JSON (%v)", err)
	}
	d, err := chart.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := d.Text(); err != nil || string(again) != string(text) {
		t.Errorf("written otherwise the second time (%v)", err)
	}
}
