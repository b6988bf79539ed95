package schedule

import (
	"testing"
	"time"
)

// TestParseSpan reads spans on a Sunday afternoon in Rome, which is an hour ahead of UTC. The cases
// include whole days in the writer's zone and ends in the future.
func TestParseSpan(t *testing.T) {
	now := at(t, "Sun Nov 22 2026 14:00")
	ctx := DateContext{Now: now, Zone: place(t, "Europe/Rome"), Clock: 1410, ClockZone: time.UTC}
	for _, c := range []struct{ from, to, start, end string }{
		{"", "", "Sun Nov 15 2026 14:00", "Sun Nov 22 2026 14:00"},
		{"Nov 21", "Nov 23", "Fri Nov 20 2026 23:00", "Mon Nov 23 2026 22:59"},
		{"Nov 21", "", "Fri Nov 20 2026 23:00", "Sun Nov 22 2026 14:00"},
		{"Nov 21", "today", "Fri Nov 20 2026 23:00", "Sun Nov 22 2026 22:59"},
		{"Nov 21 18:00", "Nov 21 20:00", "Sat Nov 21 2026 17:00", "Sat Nov 21 2026 19:00"},
		{"", "Nov 20", "Fri Nov 13 2026 22:59", "Fri Nov 20 2026 22:59"},
		{"", "Nov 23", "Mon Nov 16 2026 22:59", "Mon Nov 23 2026 22:59"},
		{"Dec 20", "Dec 24", "Fri Dec 19 2025 23:00", "Wed Dec 24 2025 22:59"},
		{"Dec 20", "Jan 6", "Fri Dec 19 2025 23:00", "Tue Jan 6 2026 22:59"},
		{"Jan 1", "Nov 20", "Wed Dec 31 2025 23:00", "Fri Nov 20 2026 22:59"},
		{"Sat", "Sun", "Fri Nov 20 2026 23:00", "Sun Nov 22 2026 22:59"},
	} {
		start, end, err := ParseSpan(c.from, c.to, ctx)
		if err != nil || !start.Truncate(time.Minute).Equal(at(t, c.start)) || !end.Truncate(time.Minute).Equal(at(t, c.end)) {
			t.Errorf("FROM %q TO %q: %v to %v, %v", c.from, c.to, start, end, err)
		}
	}
	for _, c := range [][2]string{{"Nov 21 2026", "Nov 20 2026"}, {"Nov 23 2026", ""}, {"Sometime", ""}, {"", "never"}} {
		if start, end, err := ParseSpan(c[0], c[1], ctx); err == nil {
			t.Errorf("FROM %q TO %q: %v to %v", c[0], c[1], start, end)
		}
	}
}
