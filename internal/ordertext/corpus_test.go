package ordertext

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"podesta/machiavelli"
)

var update = flag.Bool("update", false, "write the readings of testdata/lines.txt")

// TestCorpus reads the lines of testdata/lines.txt, which people have written or might write, and
// compares the readings with testdata/readings.txt. A line with "@" sets the scenario, the
// writer's power and the step for the lines below it; "\n" stands for a line break. To update the
// readings, use -args -update and check the difference: a changed reading means that a player's
// line now gives another order.
func TestCorpus(t *testing.T) {
	text, err := os.ReadFile("testdata/lines.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var r *Reader
	var power machiavelli.Power
	n := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if where, ok := strings.CutPrefix(line, "@ "); ok {
			f := strings.Fields(where)
			preset := "njudge-classic"
			if f[0] == "diplomacy" {
				preset = "diplomacy"
			}
			p, set := start(t, f[0], preset)
			for step := machiavelli.Orders; step <= machiavelli.Adjustments; step++ {
				if step.String() == f[2] {
					p.Phase.Step = step
				}
			}
			r = &Reader{Position: p, Rules: set, Sender: []string{"Bob Tester"}}
			power, _ = p.Setting.Powers.Find(f[1])
			fmt.Fprintf(&b, "%s\n", line)
			continue
		}
		n++
		fmt.Fprintf(&b, "%s\n", line)
		for _, reading := range r.readings(power, strings.ReplaceAll(line, `\n`, "\n")) {
			fmt.Fprintf(&b, "\t%s\n", reading)
		}
	}
	if n < 900 {
		t.Errorf("only %d lines", n)
	}
	if *update {
		if err := os.WriteFile("testdata/readings.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("testdata/readings.txt")
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(wanted)) {
		if i >= len(got) || i >= len(wanted) || got[i] != wanted[i] {
			t.Fatalf("line %d of the readings is %q, want %q; run with -args -update if it is meant", i+1, at(got, i), at(wanted, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// readings describes how the text of one power is read: its orders, regardless of the position,
// and its errors. Prose is omitted.
func (r *Reader) readings(power machiavelli.Power, text string) []string {
	c := r.context(power)
	var out []string
	for _, p := range r.cut([]machiavelli.Power{power}, power, text) {
		if p.whose == others {
			for _, x := range r.stray([]machiavelli.Power{power}, &p) {
				out = append(out, x.Verdict.Code+" "+x.Verdict.Error.String())
			}
			continue
		}
		lines, _ := r.parse(p.lines, c)
		for _, l := range lines {
			switch {
			case l.Rest:
				out = append(out, "every other unit holds "+l.Order.Unit.Type.String())
			case l.Err != nil:
				out = append(out, l.Err.Code+" "+l.Err.Message.String())
			default:
				s := "= " + c.Format(l.Order)
				for _, note := range l.Notes {
					s += " [" + note.Message.String() + "]"
				}
				out = append(out, s)
			}
		}
	}
	if len(out) == 0 {
		return []string{"-"}
	}
	return out
}
