package movement_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/movement/reference"
	"podesta/machiavelli/rules"
)

// puzzle is a position of testdata/puzzles.txt.
type puzzle struct {
	rules string // preset and options that differ from it, such as "diplomacy, straits: none"
	text  string // in the form of a movementtest.Case
	told  string // the result that the file describes
}

// readPuzzles reads testdata/puzzles.txt. Each puzzle has its rules after "=",
// its position with orders after "-", and its result after the next "=".
func readPuzzles(t *testing.T) (head string, list []puzzle) {
	data, err := os.ReadFile("testdata/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(data), "\n= ")
	for part := range strings.SplitSeq(rest, "\n= ") {
		first, rest, _ := strings.Cut(part, "\n")
		text, told, _ := strings.Cut(rest, "\n--\n")
		list = append(list, puzzle{first, strings.TrimSpace(text), strings.TrimSpace(told)})
	}
	return strings.TrimSpace(head), list
}

// load prepares a puzzle.
func (z puzzle) load(t *testing.T) *movementtest.Setup {
	t.Helper()
	preset, options, _ := strings.Cut(z.rules, ", ")
	c := movementtest.Case{Name: z.rules, Preset: preset, Text: z.text, Options: func(r *rules.Set) {
		for option := range strings.SplitSeq(options, ", ") {
			name, value, _ := strings.Cut(option, ": ")
			for _, o := range rules.Options {
				if o.Name == name {
					if err := o.Set(r, value); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}}
	s, err := c.Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPuzzles resolves small positions that each distinguish the resolver from
// a slightly wrong one. The results must equal the reference's results, and the
// reasons, strengths and culprits must equal those in the file. With -args
// -update the file is rewritten.
func TestPuzzles(t *testing.T) {
	head, list := readPuzzles(t)
	update := flag.Lookup("update").Value.String() == "true"
	resolve := resolve()
	var file strings.Builder
	file.WriteString(head + "\n")
	for _, z := range list {
		s := z.load(t)
		out := resolve(s.Position, s.Orders, s.Allies, s.Rules)
		story := "by " + z.rules + ":\n" + z.text
		slow, _ := reference.Resolve(s.Position, s.Orders, s.Allies, s.Rules)
		for _, d := range movementtest.Diff(s.Position, &out, &slow) {
			t.Errorf("%s (fast against reference) %s", d, story)
		}
		if out.Stats != slow.Stats {
			t.Errorf("%+v, by the reference %+v, %s", out.Stats, slow.Stats, story)
		}
		told := tell(s, &out)
		if told != z.told && !update {
			t.Errorf("got\n%s\nwant\n%s\n%s", told, z.told, story)
		}
		fmt.Fprintf(&file, "\n= %s\n%s\n--\n%s\n", z.rules, z.text, told)
	}
	if update {
		if err := os.WriteFile("testdata/puzzles.txt", []byte(file.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPuzzlesAreLegal checks that players could give the orders of the puzzles.
func TestPuzzlesAreLegal(t *testing.T) {
	_, list := readPuzzles(t)
	for _, z := range list {
		s := z.load(t)
		for _, why := range s.Unlawful() {
			t.Errorf("%s: by %s:\n%s", why, z.rules, z.text)
		}
		for i, u := range s.Position.Units {
			if u.Owner == machiavelli.Nobody {
				continue
			}
			if _, _, _, problem := legal.Check(s.Position, s.Rules, u.Owner, s.Orders[i]); problem != nil {
				t.Errorf("%s By %s:\n%s", problem.Message.String(), z.rules, z.text)
			}
		}
	}
}

var reasonNames = map[event.Reason]string{
	event.StoodOff: "stood off", event.HeldOff: "held off", event.HeadToHead: "head to head", event.OwnUnit: "own unit",
	event.OwnSupport: "support of the defender's own", event.ConvoyBroken: "convoy broken", event.NoConvoy: "no convoy",
	event.ConvoyParadox: "convoy paradox", event.StraitClosed: "strait closed", event.SiegeLock: "bound by its siege",
	event.Besieged: "besieged", event.CityHeld: "city held", event.CityRebels: "city rebels", event.VeniceClosed: "Venice closed",
	event.VeniceRebels: "Venice rebels", event.NothingToSiege: "nothing to besiege", event.SupportCut: "cut",
	event.SupporterLost: "supporter dislodged", event.NoMatch: "no match", event.Ambiguous: "ambiguous", event.Starved: "starved",
	event.NotNeeded: "not needed",
}

// tell describes the result of a position. It writes a line for each unit, with
// the reason and the culprits by index and the two strengths compared, and a
// line for each list of areas that is not empty.
func tell(s *movementtest.Setup, out *movement.Outcome) string {
	lines := strings.Split(strings.TrimSpace(movementtest.DescribeOutcome(s.Position, s.Orders, out)), "\n")
	for i, r := range out.Results {
		if r.Reason != event.NoReason {
			lines[i] += "; " + reasonNames[r.Reason]
		}
		for c := range s.Position.Units {
			if r.Culprits.Has(c) {
				lines[i] += fmt.Sprintf(" #%d", c+1)
			}
		}
		if r.Strength != 0 || r.Against != 0 {
			lines[i] += fmt.Sprintf("; %d against %d", r.Strength, r.Against)
		}
		if r.Rebels {
			lines[i] += "; with rebels"
		}
		if r.Divided {
			lines[i] += "; rebels divided"
		}
	}
	for _, d := range out.Dislodged {
		lines = append(lines, fmt.Sprintf("from %s: %s", s.Position.Setting.Board.Areas[d.From].Code, s.Position.Setting.Board.Areas[d.Unit.At].Code))
		if d.Sortie {
			lines[len(lines)-1] += " (out of the city)"
		}
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasSuffix(l, ": ") || strings.HasSuffix(l, ":") })
	return strings.Join(lines, "\n")
}
