package schedule

import (
	"strings"
	"time"
)

// layout is the format of instants, which ParseDate reads back.
const layout = "Mon Jan 2 2006 15:04:05 -0700"

// stamp formats an instant, such as "Fri Nov 27 2026 23:30:00 +0000".
func stamp(t time.Time) string { return t.UTC().Format(layout) }

// stampIn is stamp in a zone; nil means UTC.
func stampIn(t time.Time, loc *time.Location) string { return t.In(zone(loc)).Format(layout) }

// itemFields splits a line into words, which are separated by spaces, commas and equals signs.
func itemFields(line string) []string {
	return strings.FieldsFunc(line, func(c rune) bool { return c == ',' || c == '=' || c == ' ' || c == '\t' || c == '\u00a0' })
}
