package schedule

import "time"

// Blink is the longest time out of service that is not an outage: a restart
// moves no deadline.
const Blink = time.Minute

// Notice is how long there is at least, after an outage longer than that, until
// a deadline that fell into it or comes right after it.
const Notice = 24 * time.Hour

// AfterOutage is the plan after the judge could not be reached from one instant
// to another. A deadline that expired in that time is put off by its length, and
// to no sooner than Notice after it, or the outage's own length if that is
// shorter; the last holds also for a deadline that comes right after the outage.
// Grace moves with its deadline, so it stays as long as it was; if only grace is
// concerned only grace moves. Plans of paused games need no call. A plan that
// comes back unchanged needs no notice to anybody.
func AfterOutage(p Plan, from, to time.Time) Plan {
	length := to.Sub(from)
	if p.Deadline.IsZero() || length <= Blink {
		return p
	}
	put := func(at time.Time) time.Time {
		if at.Before(from) {
			return at
		}
		floor := to.Add(min(length, Notice))
		if at.Before(to) {
			at = at.Add(length)
		}
		return wholeMinute(latest(at, floor))
	}
	if moved := put(p.Deadline); moved.After(p.Deadline) {
		p.Grace = wholeMinute(p.Grace.Add(moved.Sub(p.Deadline)))
		p.Deadline, p.Process = moved, moved
	} else if put(p.Grace).After(p.Grace) {
		p.Grace = put(p.Grace)
		p.Process = earliest(p.Process, p.Grace)
	}
	return p
}

// wholeMinute rounds up to a full minute, which reads better than odd seconds.
func wholeMinute(t time.Time) time.Time {
	u := t.UTC().Truncate(time.Minute)
	if u.Before(t) {
		u = u.Add(time.Minute)
	}
	return u
}

// Break is what happened between two looks at the clock.
type Break uint8

// The kinds of breaks.
const (
	Steady   Break = iota // nothing: go on
	Outage                // the judge was away, or the clock was set on: extend what expired, with AfterOutage
	Backward              // the clock was set back: nothing is due sooner, but tell the operator
	Doubtful              // the clock leapt so far that it may be wrong: process nothing until the operator has looked
)

// String names the break, for logs.
func (b Break) String() string {
	return [...]string{"steady", "outage", "backward", "doubtful"}[min(b, Doubtful)]
}

// leap is how far a clock may go between two looks and still be believed.
const leap = 60 * day

// Compare compares the clock with the last time it was looked at and noted down.
// beat is how often that happens. elapsed is the time that passed by a clock
// that cannot be set (the monotonic one), or negative if that is not known, as
// at the start of a process. A step of up to Blink is the daily work of time
// servers.
//
// On Outage the time out of service is last to now. What a clock that runs ahead
// for a while could do is bounded by that: before anything is processed that
// fell due in the leap, as much time passes again, or a day.
func Compare(last, now time.Time, elapsed, beat time.Duration) Break {
	if last.IsZero() {
		return Steady
	}
	wall := now.Round(0).Sub(last.Round(0))
	switch {
	case wall < -Blink:
		return Backward
	case elapsed >= 0 && elapsed-wall > Blink:
		return Backward
	case wall > leap:
		return Doubtful
	case wall > beat+Blink:
		return Outage
	}
	return Steady
}
