package reference_test

import (
	"testing"

	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/movement/reference"
)

// TestReport checks the report for cases that need one of the rules for circles
// and paradoxes.
func TestReport(t *testing.T) {
	want := map[string]reference.Report{
		"MOVE-10 a ring of three":                                       {Largest: 3, Cycles: 1},
		"T-STRAIT-10 two consistent outcomes":                           {Largest: 1, Paradoxes: 1, Straits: 1},
		"T-STRAIT-11 no consistent outcome":                             {Largest: 1, Paradoxes: 1, Straits: 1},
		"szykman: the convoyed army has no effect":                      {Largest: 1, Paradoxes: 1, Convoys: 1},
		"judge-staged: of two crossed convoys both fail":                {Largest: 2, Paradoxes: 1, Convoys: 1},
		"rules 3 and 5: claims, supports and dislodgements in a circle": {Largest: 2, Paradoxes: 2, Rebels: 1},
		"CVOY-11 the staged judge spares support against its own fleet": {},
		"T-MOVE-1 dislodged head-on, no bounce behind the attacker":     {},
	}
	seen := 0
	for _, c := range movementtest.Cases() {
		expected, ok := want[c.Name]
		if !ok {
			continue
		}
		seen++
		s, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		if _, got := reference.Resolve(s.Position, s.Orders, s.Allies, s.Rules); got != expected {
			t.Errorf("%s: report %+v, want %+v", c.Name, got, expected)
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d cases found", seen, len(want))
	}
}
