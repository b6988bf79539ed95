package web

import (
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
)

// due is a moment as the page shows it.
type due struct {
	ISO, Text string
	Left      string // until then, in words; empty where it has passed or nobody asked
	Over      bool   // it has passed
	at        time.Time
	left      time.Duration
}

func newDue(t time.Time) due { return dueIn(t, time.UTC) }

// dueIn is a moment as it is written in a time zone.
func dueIn(t time.Time, loc *time.Location) due {
	if t.IsZero() {
		return due{}
	}
	return due{ISO: t.UTC().Format(time.RFC3339), Text: t.In(loc).Format("Mon 2 Jan 2006, 15:04 MST"), at: t.In(loc)}
}

// dueFrom is a moment with how long it is until then.
func dueFrom(t, now time.Time, loc *time.Location) due {
	d := dueIn(t, loc)
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

// zoneOf is the time zone of an account.
func zoneOf(a *judge.Account) *time.Location {
	if a == nil || a.Zone == "" {
		return time.UTC
	}
	loc, err := schedule.Zone(a.Zone)
	if err != nil {
		return time.UTC
	}
	return loc
}
