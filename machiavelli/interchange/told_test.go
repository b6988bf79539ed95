package interchange

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// someStart returns the start of a scenario under the default rules.
func someStart(t *testing.T) (*position.Position, *rules.Set) {
	t.Helper()
	set, err := rules.Preset("")
	if err != nil {
		t.Fatal(err)
	}
	start, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	return start, &set
}

// TestHiddenPartsAreOmitted checks that hidden parts, and only these, are left out.
func TestHiddenPartsAreOmitted(t *testing.T) {
	start, set := someStart(t)
	r := rand.New(rand.NewSource(7))
	for range 200 {
		p := anyPosition(r, start, set)
		if got := AppendSeen(nil, p, Hidden{}); string(got) != string(AppendPosition(nil, p)) {
			t.Fatalf("with nothing hidden: %s", got)
		}
		h := Hidden{Treasuries: machiavelli.PowerSet(r.Intn(1 << 9)), Chits: machiavelli.PowerSet(r.Intn(1 << 9))}
		var got, all struct {
			Treasuries map[string]int
			Loans      []struct{ Power string }
			Chits      map[string][]string
			Units      map[string][]string
		}
		if err := json.Unmarshal(AppendSeen(nil, p, h), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(AppendPosition(nil, p), &all); err != nil {
			t.Fatal(err)
		}
		loans := 0
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			id := p.Setting.Powers[power].ID
			if _, there := got.Treasuries[id]; there == h.Treasuries.Has(power) {
				t.Errorf("treasury of %s: written is %t", id, there)
			}
			if len(got.Chits[id]) > 0 && h.Chits.Has(power) || !h.Chits.Has(power) && len(got.Chits[id]) != len(all.Chits[id]) {
				t.Errorf("chits of %s: %v", id, got.Chits[id])
			}
			for _, l := range all.Loans {
				if l.Power == id && !h.Treasuries.Has(power) {
					loans++
				}
			}
		}
		if len(got.Loans) != loans || len(got.Units) != len(all.Units) {
			t.Errorf("%d loans and units of %d powers, want %d and %d", len(got.Loans), len(got.Units), loans, len(all.Units))
		}
	}
}

// TestEventsAsInResult checks that the events of a phase are written as in a
// result.
func TestEventsAsInResult(t *testing.T) {
	const question = `{"scenario": "B", "dice": {"seed": "00"}, "orders": {"milan": ["A Pavia - Turin", "A Milan h", "e1: 9 assassinate venice", "nonsense"],
		"venice": ["F Venice - LA", "pay 3 to milan"]}}`
	c, err := New().Read([]byte(question))
	if err != nil {
		t.Fatal(err)
	}
	line, err := New().Append(nil, []byte(question), 1)
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Orders, Events []any }
	if err := json.Unmarshal(line, &want); err != nil {
		t.Fatal(err)
	}
	res, err := turn.Process(c.Position, c.Lines, c.Rules, dice.New([]byte{0}, dice.Scope("", c.Position.Phase.Campaign(), ""), nil))
	if err != nil {
		t.Fatal(err)
	}
	var orders, events []map[string]any
	for _, x := range []struct {
		text []byte
		into *[]map[string]any
	}{
		{AppendOrders(nil, c.Position, res.Events, false), &orders},
		{AppendEvents(nil, c.Position, res.Events, false), &events},
	} {
		if err := json.Unmarshal(x.text, x.into); err != nil {
			t.Fatalf("%v: %s", err, x.text)
		}
	}
	if len(orders) != len(want.Orders) || len(events) != len(want.Events) {
		t.Errorf("%d orders and %d events, in the result %d and %d", len(orders), len(events), len(want.Orders), len(want.Events))
	}
	milan, _ := c.Position.Setting.Powers.Find("milan")
	seen := report.Seen(res.Events, report.For(milan), c.Rules)
	if text := string(AppendOrders(nil, c.Position, seen, true)); !strings.Contains(text, "nonsense") || !strings.Contains(text, `"why":[`) {
		t.Errorf("Milan's own refused line and the reasons are missing: %s", text)
	}
	if text := string(AppendOrders(nil, c.Position, report.Seen(res.Events, report.Viewer{}, c.Rules), false)); strings.Contains(text, "nonsense") {
		t.Errorf("a refused line is public: %s", text)
	}
}
