package web

import (
	"testing"
	"time"

	"podesta/internal/schedule"
)

// TestTimingWords puts timings into words.
func TestTimingWords(t *testing.T) {
	for want, x := range map[string]schedule.Timing{
		"at least 71 hours, until 23:30 on Mon, Tue, Wed, Thu and Fri; 167 hours of grace; nothing is carried out within the first 12 hours; 30 minutes pass after the last orders.": schedule.DefaultTiming(schedule.Moves),
		"at least 23 hours, until Mon from noon, Tue, Wed, Thu and Fri; 71 hours of grace; 30 minutes pass after the last orders.":                                                   schedule.DefaultTiming(schedule.Retreats),
		"no deadline; a phase is carried out when all orders are in.":                                                                                                                schedule.Untimed(),
		"3 days; 90 seconds of grace.":   {Clock: schedule.NoClock, Next: 72 * time.Hour, Grace: 90 * time.Second, Days: schedule.EveryDay},
		"at least 24 hours, until 8:05.": {Clock: 8*60 + 5, Next: 24 * time.Hour, Days: schedule.EveryDay},
		"1 hour 30 minutes.":             {Clock: schedule.NoClock, Next: 90 * time.Minute, Days: schedule.EveryDay},
	} {
		if got := timingWords(x); got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
}
