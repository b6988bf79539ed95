package interchange

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// recordedFiles lists the files of recorded cases on boards of Italy.
var recordedFiles = []string{"movement", "retreats", "expenses", "adjustments", "income", "disaster", "control", "games", "probes"}

// TestRecordedPositionsRoundTrip checks that each recorded position is the same after reading
// and writing.
func TestRecordedPositionsRoundTrip(t *testing.T) {
	a := New()
	for _, name := range recordedFiles {
		for _, rec := range readRecorded(t, name) {
			raw, err := split(string(rec.Case))
			if err != nil {
				t.Fatal(err)
			}
			c, err := a.read(&raw)
			if err != nil {
				t.Errorf("%s: %v", raw.id, err)
				continue
			}
			want, got := sets(t, []byte(raw.position)), sets(t, AppendPosition(nil, c.position))
			for member, w := range want {
				if g := got[member]; !slices.Equal(g, w) {
					t.Errorf("%s: %s %v reads back as %v", raw.id, member, w, g)
				}
			}
		}
	}
}

// sets returns the members of a position as sorted lists of facts, without
// empty ones.
func sets(t *testing.T, text []byte) map[string][]string {
	t.Helper()
	var p map[string]any
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for member, v := range p {
		var facts []string
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				if m, ok := x.(map[string]any); ok && m["retreats"] != nil {
					slices.SortFunc(m["retreats"].([]any), func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
				}
				fact, err := json.Marshal(x)
				if err != nil {
					t.Fatal(err)
				}
				facts = append(facts, strings.Replace(string(fact), `"against":null`, `"against":"autonomous"`, 1))
			}
		case map[string]any:
			for power, x := range v {
				list, ok := x.([]any)
				if !ok {
					list = []any{x}
				}
				for _, y := range list {
					if y != 0.0 && !(power == autonomous && member != "units") {
						facts = append(facts, fmt.Sprint(power, " ", y))
					}
				}
			}
		}
		slices.Sort(facts)
		out[member] = facts
	}
	return out
}

// TestRetreatsAgreeWithMovement checks that retreats computed from a position equal those
// computed by the movement.
func TestRetreatsAgreeWithMovement(t *testing.T) {
	a, seen := New(), 0
	for _, name := range []string{"movement", "probes"} {
		for _, rec := range readRecorded(t, name) {
			raw, err := split(string(rec.Case))
			if err != nil {
				t.Fatal(err)
			}
			c, err := a.read(&raw)
			if err != nil {
				t.Errorf("%s: %v", raw.id, err)
				continue
			}
			r, err := turn.Process(c.position, c.lines, c.rules, c.dice)
			if err != nil {
				t.Errorf("%s: %v", raw.id, err)
				continue
			}
			if r.Next.Phase.Step != machiavelli.Retreats {
				continue
			}
			for _, want := range r.Next.Dislodged {
				got := position.Dislodged{Unit: want.Unit, From: want.From, Sortie: want.Sortie}
				legal.FindRetreats(r.Next, c.rules, &got)
				if !slices.Equal(got.Retreats, want.Retreats) || got.IntoCity != want.IntoCity {
					t.Errorf("%s: %v retreats to %v, %v; movement says %v, %v", raw.id, want.Unit, got.Retreats, got.IntoCity, want.Retreats, want.IntoCity)
				}
				seen++
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d dislodged units", seen)
	}
}
