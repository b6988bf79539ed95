package schedule

import "time"

// Blink is the maximum downtime that does not count as an outage, so that a restart moves no
// deadline.
const Blink = time.Minute

// Notice is the minimum time from the end of a longer outage to a deadline that fell into it or
// follows it closely.
const Notice = 24 * time.Hour

// AfterOutage returns the plan after an outage of the judge. A deadline that expired during the
// outage is extended by the length of the outage. The new deadline is then at least Notice after
// the outage, or the length of the outage after it if that is shorter. This minimum also holds
// for a deadline that follows the outage closely. The end of the grace period moves with the
// deadline, so that the length of the period stays the same; if only the grace period is
// affected, only its end moves. AfterOutage must not be called for paused games. An unchanged
// plan requires no notice.
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

// wholeMinute rounds up to a full minute, because odd seconds are harder to read.
func wholeMinute(t time.Time) time.Time {
	u := t.UTC().Truncate(time.Minute)
	if u.Before(t) {
		u = u.Add(time.Minute)
	}
	return u
}

// Break classifies the difference between two readings of the clock.
type Break uint8

// The kinds of breaks.
const (
	Steady   Break = iota // no break: continue
	Outage                // the judge was down, or the clock was set forward: extend expired deadlines with AfterOutage
	Backward              // the clock was set back: nothing is due earlier, but warn the operator
	Doubtful              // the clock may be wrong: resolve nothing until the operator has checked it
)

// String returns the name of the break, for logs.
func (b Break) String() string {
	return [...]string{"steady", "outage", "backward", "doubtful"}[min(b, Doubtful)]
}

// leap is the maximum jump of the clock between two readings that is trusted.
const leap = 60 * day

// Compare compares the clock with its last recorded reading. beat is the interval between readings.
// elapsed is the time that has passed according to the monotonic clock, or negative if that is
// unknown, as at the start of a process. Time servers cause steps of up to Blink.
//
// If it returns Outage, the downtime is from last to now. This limits the harm of a clock that runs
// ahead for a while: before a phase that became due in the jump is resolved, the same time passes
// again, or a day if that is shorter.
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
