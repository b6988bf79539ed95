package schedule

import (
	"strings"
	"testing"
)

func TestReliability(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{"", "new player"},
		{"++++", "new player"},
		{"+++++", "100% (5 on time, 0 late)"},
		{"----", "new player"},
		{"+++-++++++", "90% (9 on time, 1 late)"},
		{"-----", "0% (0 on time, 5 late)"},
		{"A", "0% (0 on time, 0 late, 1 abandoned)"},
		{strings.Repeat("+", 30) + "A", "75% (30 on time, 0 late, 1 abandoned)"},
		{strings.Repeat("+", 57) + "R", "95% (57 on time, 0 late, 1 resigned)"},
		{"A" + strings.Repeat("+", 60), "100% (60 on time, 0 late)"},
	} {
		var r Record
		for _, o := range []byte(c.record) {
			r = r.Add(Outcome(o))
		}
		if got := r.Score().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.record, got, c.want)
		}
	}
}

// TestReliabilityAlways checks that a better outcome never lowers a score.
func TestReliabilityAlways(t *testing.T) {
	r := newRandom(5)
	for range 5000 {
		var record Record
		for range r.IntN(80) {
			record = record.Add(Outcome("+++++-RA"[r.IntN(8)]))
		}
		last := 101
		for _, o := range []Outcome{OnTime, Late, Resigned, Abandoned} {
			s := record.Add(o).Score()
			if s.Percent > last || s.Percent < 0 || s.Percent > 100 {
				t.Fatalf("%s%c: %d, better outcome %d", record, o, s.Percent, last)
			}
			last = s.Percent
		}
	}
}
