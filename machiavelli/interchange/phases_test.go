package interchange

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"podesta/machiavelli/board"
)

// phase is a recorded phase, with the parts that this test reads.
type phase struct {
	Case struct {
		ID       string
		Scenario string
		Phase    string
		Rules    struct{ Options map[string]any }
		Orders   map[string][]string
		Position json.RawMessage
	}
	Want struct {
		Next     string
		Position state
		Orders   []struct {
			Power, Unit, Text string
			OK                bool
			Dislodged         bool
			Word              []string
		}
	}
}

// state is the part of a position that is compared.
type state struct {
	Units, Provinces, Cities, Countries, Chits map[string][]string
	Treasuries                                 map[string]int
	Loans                                      []struct {
		Power               string
		Principal, Interest int
		Due                 string
	}
	Sieges, Famine []string
	Rebellions     []struct {
		Province string
		In       []string
	}
	Dislodged []struct {
		Power, Unit string
		Retreats    []string
	}
}

// answer is the program's result of the case.
type answer struct {
	Error     string
	Next      string
	Position  state
	Dislodged json.RawMessage
	Orders    []struct {
		Power, Unit, Outcome, Kind string
		Dislodged                  bool
	}
}

// naming reads names of places on one board.
type naming struct{ b *board.Board }

func (n naming) place(s string) string {
	base, coast, _ := strings.Cut(s, "/")
	if m, ok := n.b.Find(base); ok {
		base = n.b.Areas[m.ID].Code
	}
	if coast != "" {
		base += "/" + coast
	}
	return base
}

var specials = regexp.MustCompile(` (militia|mercenary|professional)$`)

func (n naming) unit(s string) string {
	special := specials.FindString(s)
	letter, at, _ := strings.Cut(strings.TrimSuffix(s, special), " ")
	return letter + " " + n.place(at) + special
}

func (n naming) perPower(m map[string][]string, name func(string) string) []string {
	var out []string
	for power, list := range m {
		if power == "autonomous" && name == nil {
			continue
		}
		for _, x := range list {
			if name != nil {
				x = name(x)
			}
			out = append(out, power+" "+x)
		}
	}
	sort.Strings(out)
	return out
}

// owned does the same as perPower, but for places, and leaves out those that
// nobody owns.
func (n naming) owned(m map[string][]string) []string {
	m = maps.Clone(m)
	delete(m, "autonomous")
	return n.perPower(m, n.place)
}

// facts returns the comparable facts of a state, keyed by kind. It leaves out what a recording
// does not contain, which is ownership before a retreat phase, and money in games without it.
func (n naming) facts(s *state, retreatNext, money bool) map[string][]string {
	f := map[string][]string{
		"units":     n.perPower(s.Units, n.unit),
		"sieges":    n.places(s.Sieges),
		"dislodged": {},
	}
	for _, d := range s.Dislodged {
		f["dislodged"] = append(f["dislodged"], fmt.Sprint(d.Power, " ", n.unit(d.Unit), " to ", n.places(d.Retreats)))
	}
	sort.Strings(f["dislodged"])
	if !retreatNext {
		f["provinces"], f["cities"] = n.owned(s.Provinces), n.owned(s.Cities)
		f["countries"] = n.perPower(s.Countries, strings.ToLower)
		f["famine"] = n.places(s.Famine)
		for _, r := range s.Rebellions {
			for _, in := range r.In {
				f["rebellions"] = append(f["rebellions"], n.place(r.Province)+" "+in)
			}
		}
		sort.Strings(f["rebellions"])
	}
	if money {
		for power, ducats := range s.Treasuries {
			if ducats != 0 {
				f["treasuries"] = append(f["treasuries"], fmt.Sprint(power, " ", ducats))
			}
		}
		sort.Strings(f["treasuries"])
		for _, l := range s.Loans {
			if l.Principal != 0 || l.Interest != 0 {
				f["loans"] = append(f["loans"], fmt.Sprint(l))
			}
		}
		sort.Strings(f["loans"])
		if !retreatNext {
			f["chits"] = n.perPower(s.Chits, strings.ToLower)
		}
	}
	return f
}

func (n naming) places(list []string) []string {
	out := []string{}
	for _, x := range list {
		out = append(out, n.place(x))
	}
	sort.Strings(out)
	return out
}

// differences lists the differences between the answer and the recording.
func (p *phase) differences(got *answer) []string {
	b, err := board.Get("italy-1978", true)
	if err != nil {
		return []string{err.Error()}
	}
	n := naming{b}
	retreatNext := strings.HasSuffix(p.Want.Next, "retreats")
	money := p.Case.Rules.Options["money"] != "off"
	want, have := n.facts(&p.Want.Position, retreatNext, money), n.facts(&got.Position, retreatNext, money)
	var out []string
	for _, kind := range slices.Sorted(maps.Keys(want)) {
		if !slices.Equal(want[kind], have[kind]) {
			out = append(out, fmt.Sprintf("%s: want %v, got %v", kind, without(want[kind], have[kind]), without(have[kind], want[kind])))
		}
	}
	// A finished game has no next phase; the recording repeats the last one.
	over := got.Next == "" && p.Want.Next == p.Case.Phase
	if p.Want.Next != got.Next && len(out) == 0 && !over {
		out = append(out, fmt.Sprintf("next: want %s, got %s", p.Want.Next, got.Next))
	}
	if strings.HasSuffix(p.Case.Phase, "orders") {
		out = append(out, p.outcomes(n, got)...)
	}
	return out
}

func without(a, b []string) []string {
	var out []string
	for _, x := range a {
		if !slices.Contains(b, x) {
			out = append(out, x)
		}
	}
	return out
}

// shoreless returns the name of a unit without its coast and quality.
func (n naming) shoreless(unit string) string {
	u, _, _ := strings.Cut(n.unit(specials.ReplaceAllString(unit, "")), "/")
	return u
}

// outcomes compares the outcome of each order. A recording leaves out holds,
// supports and convoys of dislodged units, and unused convoys.
func (p *phase) outcomes(n naming, got *answer) []string {
	type key struct{ power, unit string }
	mine := map[key]int{}
	for i, o := range got.Orders {
		if o.Unit != "" && o.Kind != "refused" {
			mine[key{o.Power, n.shoreless(o.Unit)}] = i
		}
	}
	retreating := map[key]bool{}
	for _, d := range p.Want.Position.Dislodged {
		retreating[key{d.Power, n.shoreless(d.Unit)}] = true
	}
	var out []string
	for _, o := range p.Want.Orders {
		if o.Power == "autonomous" {
			continue
		}
		k := key{o.Power, n.shoreless(o.Unit)}
		i, ok := mine[k]
		if !ok {
			out = append(out, "no record for "+o.Power+" "+o.Unit)
			continue
		}
		m := &got.Orders[i]
		garrison := strings.HasPrefix(k.unit, "G")
		convoy, support := strings.HasPrefix(o.Text, "CONVOY"), strings.HasPrefix(o.Text, "SUPPORT")
		open := strings.HasPrefix(o.Text, "HOLD") || strings.HasPrefix(o.Text, "No Order") || o.Text == "none" ||
			slices.Equal(o.Word, []string{"dislodged"}) && (support || convoy) ||
			convoy && o.OK && (m.Outcome == "void" || m.Outcome == "succeeded")
		good := o.OK || garrison && slices.Equal(o.Word, []string{"siege in progress"}) && !strings.HasPrefix(o.Text, "CONVERT")
		if !open && (m.Outcome == "succeeded" || m.Outcome == "disbanded") != good {
			out = append(out, fmt.Sprintf("%s %s %s: want %v, got %s", o.Power, o.Unit, o.Text, o.Word, m.Outcome))
		}
		gone := retreating[k] || garrison
		if o.Text != "DISBAND" && gone && m.Dislodged != (o.Dislodged && gone) {
			out = append(out, fmt.Sprintf("%s %s %s: dislodged %v, got %v", o.Power, o.Unit, o.Text, o.Dislodged, m.Dislodged))
		}
	}
	return out
}

// deviations reads the list of recorded phases in which the rules ledger overrules the old
// judge. Each line has the case's id, the rule's id, the only fields that may differ in
// brackets, and the reason.
func deviations(t *testing.T) map[string]string {
	data, err := os.ReadFile("testdata/deviations.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		id, why, ok := strings.Cut(line, " ")
		if !ok || !regexp.MustCompile(`^[A-Z]+-\d\d`).MatchString(why) {
			t.Fatalf("deviations.txt: %q: no ledger id", line)
		}
		if out[id] != "" {
			t.Fatalf("deviations.txt lists %s twice", id)
		}
		out[id] = why
	}
	return out
}

// kinds counts the deviations that concern only siege marks, and all others.
func kinds(listed map[string]string) (marks, others int) {
	for _, why := range listed {
		if m := onlyThese.FindStringSubmatch(why); m != nil && m[1] == "sieges" {
			marks++
		} else {
			others++
		}
	}
	return marks, others
}

// TestDeviationsPage compares docs/rulings.md with the list of deviations.
func TestDeviationsPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/rulings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(text), "\n## Recorded phases that differ\n")
	if !found {
		t.Fatal("docs/rulings.md does not tell which recorded phases differ")
	}
	listed := deviations(t)
	marks, others := kinds(listed)
	for _, want := range []string{fmt.Sprintf(" %d differ.", marks+others), fmt.Sprintf("%d of them differ in `sieges` alone", marks), fmt.Sprintf("The other %s differ in more", []string{"none", "one", "two", "three", "four", "five"}[others])} {
		if !strings.Contains(section, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for id, why := range listed {
		rule, _, _ := strings.Cut(why, " ")
		if !strings.Contains(section, rule) || onlyThese.FindString(why) == "" && !strings.Contains(section, id) {
			t.Errorf("the page does not name %s of %s", rule, id)
		}
	}
}

var onlyThese = regexp.MustCompile(`^\S+ \[([a-z ]+)\]`)

// beyond lists the differences that the reason of a deviation does not cover.
func beyond(why string, differences []string) (out []string) {
	m := onlyThese.FindStringSubmatch(why)
	if m == nil {
		return nil
	}
	for _, d := range differences {
		kind, _, _ := strings.Cut(d, ":")
		if !slices.Contains(strings.Fields(m[1]), kind) {
			out = append(out, d)
		}
	}
	return out
}

// TestRecordedPhases runs the old judge's recorded phases on boards of Italy
// and compares everything that they contain.
func TestRecordedPhases(t *testing.T) {
	listed := deviations(t)
	same := 0
	for _, file := range recordedFiles {
		t.Run(file, func(t *testing.T) {
			a := New()
			equal, excepted := 0, 0
			for _, rec := range recordedLines(t, file) {
				var p phase
				if err := json.Unmarshal(rec, &p); err != nil {
					t.Fatal(err)
				}
				var raw struct{ Case json.RawMessage }
				if err := json.Unmarshal(rec, &raw); err != nil {
					t.Fatal(err)
				}
				line, _ := a.Append(nil, raw.Case, 1)
				var got answer
				if err := json.Unmarshal(line, &got); err != nil {
					t.Fatal(p.Case.ID, err)
				}
				if got.Error != "" {
					t.Errorf("%s: %s", p.Case.ID, got.Error)
					continue
				}
				d := p.differences(&got)
				why, ok := listed[p.Case.ID]
				switch more := beyond(why, d); {
				case len(d) == 0 && !ok:
					equal++
				case len(d) == 0 && ok:
					t.Errorf("%s is listed as a deviation and does not differ", p.Case.ID)
				case ok && len(more) > 0:
					t.Errorf("%s is listed as %q and differs in more:\n  %s", p.Case.ID, why, strings.Join(more, "\n  "))
				case len(d) > 0 && ok:
					excepted++
				case len(d) > 0:
					t.Errorf("%s (%s):\n  %s", p.Case.ID, p.Case.Phase, strings.Join(d, "\n  "))
				}
			}
			t.Logf("%s: %d phases equal, %d listed deviations", file, equal, excepted)
			same += equal
		})
	}
	marks, others := kinds(listed)
	t.Logf("%d recorded phases are equal; %d differ in siege marks alone, which the old judge left lying, and %d in more: testdata/deviations.txt has the reasons", same, marks, others)
}
