package interchange

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestRecorded1995 runs the phases of the 1995 edition that the old judge
// resolved, and compares whether every unit is on the board, dislodged, or
// gone.
func TestRecorded1995(t *testing.T) {
	listed := deviations(t)
	a, equal := New(), 0
	for _, line := range recordedLines(t, "edition-1995") {
		var rec struct {
			ID     string
			Case   json.RawMessage
			Expect []string // "unit POWER UNIT", "dislodged POWER UNIT"
		}
		if err := json.Unmarshal(line, &rec); err != nil {
			t.Fatal(err)
		}
		out, _ := a.Append(nil, rec.Case, 1)
		var got struct {
			Error     string
			Position  struct{ Units map[string][]string }
			Dislodged []struct{ Power, Unit string }
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(rec.ID, err)
		}
		if got.Error != "" {
			t.Errorf("%s: %s", rec.ID, got.Error)
			continue
		}
		var ends []string
		for power, units := range got.Position.Units {
			for _, u := range units {
				ends = append(ends, fmt.Sprintf("unit %s %s", power, u))
			}
		}
		for _, d := range got.Dislodged {
			ends = append(ends, fmt.Sprintf("dislodged %s %s", d.Power, d.Unit))
		}
		slices.Sort(ends)
		slices.Sort(rec.Expect)
		same := slices.Equal(ends, rec.Expect)
		switch _, differs := listed[rec.ID]; {
		case same && differs:
			t.Errorf("%s is listed as a deviation and does not differ", rec.ID)
		case same:
			equal++
		case !differs:
			t.Errorf("%s: want\n  %s\ngot\n  %s", rec.ID, strings.Join(rec.Expect, "\n  "), strings.Join(ends, "\n  "))
		}
	}
	if equal < 2000 {
		t.Errorf("only %d phases are equal", equal)
	}
}
