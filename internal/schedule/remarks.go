package schedule

import "time"

// Remarks returns warnings about a valid timing, in whole sentences. nmr is
// true if the game continues without late players (SET NMR).
func (t Timing) Remarks(nmr bool) []string {
	var out []string
	if t.Next == 0 {
		return nil
	}
	if nmr && t.Grace < 36*time.Hour {
		out = append(out, "With NMR and a GRACE of less than 36 hours a late power is soon given up: it is open to others a day before grace ends, or at the deadline itself if grace is shorter than a day.")
	}
	if t.Clock >= 0 && t.Next%day == 0 {
		out = append(out, "NEXT is a whole number of days: with CLOCK a phase that begins a minute after its time of day gets one day more. An hour less avoids that, for instance NEXT "+hours(t.Next-time.Hour)+".")
	}
	return out
}
