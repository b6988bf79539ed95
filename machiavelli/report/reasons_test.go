package report_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli/event"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
)

var update = flag.Bool("update", false, "write what is told into the golden files")

// golden compares text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, have := strings.Split(string(data), "\n"), strings.Split(got, "\n")
	for i := range max(len(want), len(have)) {
		at := func(s []string) string {
			if i < len(s) {
				return s[i]
			}
			return "(the end)"
		}
		if at(want) != at(have) {
			t.Fatalf("%s, line %d:\nwant %s\ngot  %s", name, i+1, at(want), at(have))
		}
	}
}

// reasons lists every reason with its name in the golden file.
var reasons = []struct {
	reason event.Reason
	name   string
}{
	{event.NoReason, "dislodged, no more"},
	{event.StoodOff, "stood off"},
	{event.HeldOff, "held off"},
	{event.HeadToHead, "head to head"},
	{event.OwnUnit, "own unit"},
	{event.OwnSupport, "own support"},
	{event.ConvoyBroken, "convoy broken"},
	{event.NoConvoy, "no convoy"},
	{event.ConvoyParadox, "convoy paradox"},
	{event.StraitClosed, "strait closed"},
	{event.SiegeLock, "siege lock"},
	{event.Besieged, "besieged"},
	{event.CityHeld, "city held"},
	{event.CityRebels, "city rebels"},
	{event.VeniceClosed, "Venice closed"},
	{event.VeniceRebels, "Venice rebels"},
	{event.NothingToSiege, "nothing to siege"},
	{event.SupportCut, "support cut"},
	{event.SupporterLost, "supporter lost"},
	{event.NoMatch, "no match"},
	{event.Ambiguous, "ambiguous"},
	{event.Starved, "starved"},
	{event.NotNeeded, "not needed"},
	{event.Assassinated, "assassinated"},
}

// ordered returns the events of a movement as a campaign reports them.
func ordered(s *movementtest.Setup, rv *movement.Resolver) []event.Event {
	var out movement.Outcome
	p := s.Position
	rv.Resolve(p, s.Orders, &s.Allies, s.Rules, &out)
	var list []event.Event
	next := 0
	for i := range p.Units {
		r := out.Results[i]
		e := event.Ordered{Unit: p.Units[i], Order: s.Orders[i], Result: r}
		if e.Order.Kind != order.Hold || i%2 == 0 { // half of the units that hold have no written order
			e.Given = "as ordered"
		}
		for j := range p.Units {
			if r.Culprits.Has(j) {
				e.Culprits = append(e.Culprits, p.Units[j])
			}
		}
		list = append(list, e)
		if r.Dislodged && !r.Eliminated {
			list = append(list, event.UnitDislodged{Dislodged: out.Dislodged[next], By: p.Units[r.DislodgedBy]})
			next++
		}
	}
	return list
}

// paradox is a convoy that depends on its own outcome although its fleet stays.
// No case of the ledger has one. The army's attack would cut the support
// without which the fleet is lost.
var paradox = movementtest.Case{Name: "convoy paradox", Preset: "diplomacy", Text: `
	A A lon - bel via
	A F nth C A lon - bel
	A F eng S A lon - bel
	F F bel S F nth
	L F ska - nth
	L F hel S F ska - nth`}

// TestExplain explains every failure in the ledger's movement cases. Each
// explanation must have a reason, names all culprits by power and place, and
// has both strengths if any were compared. The golden file keeps the shortest
// examples of each reason.
func TestExplain(t *testing.T) {
	var rv movement.Resolver
	examples := map[event.Reason][]string{}
	for _, c := range append(movementtest.Cases(), paradox) {
		s, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		teller := report.New(s.Position.Setting)
		events := ordered(s, &rv)
		for _, x := range events {
			e, ok := x.(event.Ordered)
			if !ok {
				continue
			}
			r := e.Result
			why := teller.Explain(e).String()
			failed := r.Verdict != event.Succeeded && r.Verdict != event.Disbanded || r.Dislodged || r.Reason != event.NoReason
			if failed != (why != "") {
				t.Errorf("%s: %s: %s, reason %d: the explanation is %q", c.Name, teller.OrderText(s.Position, e), r.Verdict, r.Reason, why)
				continue
			}
			if !failed {
				continue
			}
			for _, u := range e.Culprits {
				if !strings.Contains(why, teller.Unit(u)) {
					t.Errorf("%s: %s: %q does not name %s", c.Name, teller.OrderText(s.Position, e), why, teller.Unit(u))
				}
			}
			both := fmt.Sprintf("%d against %d", r.Strength, r.Against)
			if r.Verdict == event.Bounced && r.Against > 0 && !strings.Contains(why, both) {
				t.Errorf("%s: %s: %q does not tell %s", c.Name, teller.OrderText(s.Position, e), why, both)
			}
			account := teller.Account(s.Position, events, e).String()
			if !slices.Contains(examples[r.Reason], account) {
				examples[r.Reason] = append(examples[r.Reason], account)
			}
		}
	}
	var b strings.Builder
	for _, r := range reasons {
		list := examples[r.reason]
		if list == nil && r.reason != event.Assassinated { // needs money; TestMoneyGame covers it
			t.Errorf("no case shows the reason %q", r.name)
		}
		slices.SortFunc(list, func(x, y string) int {
			if len(x) != len(y) {
				return len(x) - len(y)
			}
			return strings.Compare(x, y)
		})
		fmt.Fprintf(&b, "%s\n", r.name)
		for _, x := range pick(list) {
			fmt.Fprintf(&b, "  %s\n", x)
		}
	}
	if len(reasons) != int(event.Assassinated)+1 {
		t.Errorf("%d reasons listed, there are %d", len(reasons), event.Assassinated+1)
	}
	golden(t, "reasons.golden", b.String())
}

// pick returns the two shortest, the middle and the longest entry of a list
// sorted by length.
func pick(list []string) []string {
	if len(list) <= 4 {
		return list
	}
	return []string{list[0], list[1], list[len(list)/2], list[len(list)-1]}
}
