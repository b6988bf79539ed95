package schedule

import (
	"fmt"
	"strings"
	"time"
)

// layout is the format of instants. ParseDate reads it back.
const layout = "Mon Jan 2 2006 15:04:05 -0700"

// Stamp formats an instant as the judge does: "Fri Nov 27 2026 23:30:00 +0000".
func Stamp(t time.Time) string { return t.UTC().Format(layout) }

// StampIn formats an instant in the same way in a zone; nil is UTC.
func StampIn(t time.Time, loc *time.Location) string { return t.In(zone(loc)).Format(layout) }

// StampBoth formats an instant as the judge does and, if the reader's zone is
// not UTC, again in the reader's: "Fri Nov 27 2026 23:30:00 +0000 (Sat Nov 28
// 2026 00:30:00 +0100 Europe/Rome)".
func StampBoth(t time.Time, loc *time.Location) string {
	loc = zone(loc)
	if loc == time.UTC {
		return Stamp(t)
	}
	return fmt.Sprintf("%s (%s %s)", Stamp(t), StampIn(t, loc), loc)
}

// Left formats a duration in its two largest units, to the minute: "2 days 23
// hours", "1 hour 5 minutes".
func Left(d time.Duration) string {
	var parts []string
	add := func(n time.Duration, unit string) {
		if n == 0 || len(parts) == 2 {
			return
		}
		s := ""
		if n != 1 {
			s = "s"
		}
		parts = append(parts, fmt.Sprintf("%d %s%s", n, unit, s))
	}
	d = max(d, 0)
	add(d/day, "day")
	add(d%day/time.Hour, "hour")
	if d < day {
		add(d%time.Hour/time.Minute, "minute")
	}
	if len(parts) == 0 {
		return "less than a minute"
	}
	return strings.Join(parts, " ")
}
