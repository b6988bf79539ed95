package legal_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

var rewrite = flag.Bool("rewrite", false, "write testdata/verdicts.txt anew")

// TestVerdicts compares the verdicts on Milan's orders, word for word, with
// testdata/verdicts.txt. There a line with an @ sets up a game: the rules; "on"
// with a scenario other than B; "for" with the letter of a power other than
// Milan; and after a colon the scene. Below it are orders, each with its
// verdict: the index of the unit and the bound order with its notes, or the
// code and message of the refusal with suggestions. Orders before the last
// semicolon are passed to Expect; after "all:" are orders that are checked
// together.
func TestVerdicts(t *testing.T) {
	data, err := os.ReadFile("testdata/verdicts.txt")
	if err != nil {
		t.Fatal(err)
	}
	var g *game
	var letter string
	var out strings.Builder
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(line, "@ "); ok {
			preset, scene, _ := strings.Cut(rest, ": ")
			preset, power, _ := strings.Cut(preset, " for ")
			preset, id, _ := strings.Cut(preset, " on ")
			letter = cmp.Or(power, "I")
			g = setUp(t, cmp.Or(id, "B"), preset, strings.ReplaceAll(scene, "; ", "\n"))
			fmt.Fprintln(&out, line)
			continue
		}
		if line == "" {
			fmt.Fprintln(&out)
			continue
		}
		in, want, _ := strings.Cut(line, " => ")
		got := said(t, g, g.power(letter), in)
		fmt.Fprintf(&out, "%s => %s\n", in, got)
		if got != want && !*rewrite {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
	if *rewrite {
		if err := os.WriteFile("testdata/verdicts.txt", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func said(t *testing.T, g *game, power machiavelli.Power, in string) string {
	t.Helper()
	in, set := strings.CutPrefix(in, "all: ")
	var all []order.Order
	for part := range strings.SplitSeq(in, "; ") {
		all = append(all, g.parse(power, part))
	}
	if set {
		var texts []string
		for _, v := range legal.CheckSet(g.p, g.r, power, all) {
			s := g.told(v.Bound, v.Notes, v.Problem)
			if v.Replaced {
				s = "replaced " + s
			}
			texts = append(texts, s)
		}
		return strings.Join(texts, " / ")
	}
	var k legal.Checker
	k.Bind(g.p, g.r)
	k.Expect(all)
	bound, unit, notes, problem := k.Check(power, all[len(all)-1])
	if problem != nil && (unit >= 0 || bound != (order.Order{})) {
		t.Errorf("%s: refused with unit %d, %+v", in, unit, bound)
	}
	s := g.told(bound, notes, problem)
	if unit >= 0 {
		s = fmt.Sprintf("%d %s", unit, s)
	}
	return s
}

// told returns the verdict on an order as the text that the table contains.
func (g *game) told(bound order.Order, notes []legal.Note, problem *legal.Problem) string {
	if problem != nil {
		s := problem.Code + " " + problem.Message.String()
		if len(problem.Suggest) > 0 {
			s += " [" + strings.Join(problem.Suggest, ", ") + "]"
		}
		return s
	}
	s := g.text(bound)
	for _, n := range notes {
		s += " (" + n.Code + " " + n.Message.String() + ")"
	}
	return s
}
