package page

import (
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
)

// Due is a moment as the page shows it.
type Due struct {
	ISO, Text string
	Left      string // until then, in words; empty where it has passed or nobody asked
	Over      bool   // it has passed
	at        time.Time
	left      time.Duration
}

// NewDue returns a moment as it is written in UTC.
func NewDue(t time.Time) Due { return DueIn(t, time.UTC) }

// DueIn is a moment as it is written in a time zone.
func DueIn(t time.Time, loc *time.Location) Due {
	if t.IsZero() {
		return Due{}
	}
	return Due{ISO: t.UTC().Format(time.RFC3339), Text: t.In(loc).Format("Mon 2 Jan 2006, 15:04 MST"), at: t.In(loc)}
}

// DueFrom is a moment with how long it is until then.
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

// ZoneOf is the time zone of an account.
func ZoneOf(a *judge.Account) *time.Location {
	if a == nil || a.Zone == "" {
		return time.UTC
	}
	loc, err := schedule.Zone(a.Zone)
	if err != nil {
		return time.UTC
	}
	return loc
}
