package schedule

import (
	"time"

	"podesta/machiavelli/message"
)

// Remarks returns warnings about a valid timing, in whole sentences. nmr is
// true if the game continues without late players (SET NMR).
func (t Timing) Remarks(nmr bool) []message.Message {
	var out []message.Message
	if t.Next == 0 {
		return nil
	}
	if nmr && t.Grace < 36*time.Hour {
		out = append(out, message.New("Where no one who is late is waited for, {grace} of less than 36 hours means that a late power is soon given up: it is open to others a day before grace ends, or at the deadline itself if grace is shorter than a day.", setting("GRACE")))
	}
	if t.Clock >= 0 && t.Next%day == 0 {
		out = append(out, message.New("{next} is a whole number of days: with {clock}, a phase that begins a minute after its time of day gets one day more. An hour less avoids that: {n} hours.", setting("NEXT"), setting("CLOCK"), message.Order(hours(t.Next-time.Hour))))
	}
	return out
}
