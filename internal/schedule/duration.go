package schedule

import (
	"time"

	"podesta/machiavelli/message"
)

// Left returns a duration in English, as Span formats it.
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
