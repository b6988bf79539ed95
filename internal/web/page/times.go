package page

import (
	"time"

	"podesta/internal/schedule"
)

// Due is a moment as shown on a page.
type Due struct {
	ISO, Text string
	Left      string // the time until then, in words; empty if it has passed or is not shown
	Over      bool   // whether it has passed
	at        time.Time
	left      time.Duration
}

// NewDue returns a moment in UTC.
func NewDue(t time.Time) Due { return DueIn(t, time.UTC) }

// DueIn returns a moment in a time zone.
func DueIn(t time.Time, loc *time.Location) Due {
	if t.IsZero() {
		return Due{}
	}
	return Due{ISO: t.UTC().Format(time.RFC3339), Text: t.In(loc).Format("Mon 2 Jan 2006, 15:04 MST"), at: t.In(loc)}
}

// DueFrom returns a moment with the time until then.
func DueFrom(t, now time.Time, loc *time.Location) Due {
	d := DueIn(t, loc)
	switch {
	case t.IsZero():
	case t.After(now):
		d.left = t.Sub(now)
		d.Left = schedule.Left(t.Sub(now))
	default:
		d.Over = true
	}
	return d
}
