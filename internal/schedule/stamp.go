package schedule

import (
	"fmt"
	"time"

	"podesta/machiavelli/message"
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

// Left is Span in English.
func Left(d time.Duration) string { return Span(d).String() }

// Span returns a duration in its two largest units, to the minute: "2 days 23
// hours", "1 hour 5 minutes".
func Span(d time.Duration) message.Message {
	d = max(d, 0)
	days, hours, minutes := int(d/day), int(d%day/time.Hour), int(d%time.Hour/time.Minute)
	var parts []message.Message
	if days > 0 {
		parts = append(parts, message.Plural(days, "{n} day", "{n} days"))
	}
	if hours > 0 {
		parts = append(parts, message.Plural(hours, "{n} hour", "{n} hours"))
	}
	if minutes > 0 && days == 0 {
		parts = append(parts, message.Plural(minutes, "{n} minute", "{n} minutes"))
	}
	if len(parts) == 0 {
		return message.New("less than a minute")
	}
	return message.New("{time}", message.ListOf(message.Sentences, parts))
}
