package schedule

import "time"

const day = 24 * time.Hour

// whole rounds an instant up to a full second, in UTC.
func whole(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	u := t.UTC().Truncate(time.Second)
	if u.Before(t) {
		u = u.Add(time.Second)
	}
	return u
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// earliest returns the earlier of two instants. The zero time counts as later
// than any other.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// face returns the wall-clock time of a place at an instant, labelled as UTC.
func face(t time.Time, loc *time.Location) time.Time {
	l := t.In(loc)
	y, m, d := l.Date()
	return time.Date(y, m, d, l.Hour(), l.Minute(), l.Second(), 0, time.UTC)
}

// shown lists the instants at which a place has a given wall-clock time, earliest first. There
// are two in the hour that is repeated when clocks are set back. A wall-clock time that is
// skipped yields the instant of the jump, so that there is always one.
func shown(loc *time.Location, face time.Time) []time.Time {
	offset := func(t time.Time) time.Duration {
		_, s := t.In(loc).Zone()
		return time.Duration(s) * time.Second
	}
	// No zone is further from UTC than 14 hours.
	lo, hi := face.Add(-16*time.Hour), face.Add(16*time.Hour)
	before, after := offset(lo), offset(hi)
	first, second := face.Add(-before), face.Add(-after)
	if before == after {
		return []time.Time{first}
	}
	for hi.Sub(lo) > time.Second {
		mid := lo.Add((hi.Sub(lo) / 2).Truncate(time.Second))
		if offset(mid) == before {
			lo = mid
		} else {
			hi = mid
		}
	}
	change := hi
	var out []time.Time
	if first.Before(change) {
		out = append(out, first)
	}
	if !second.Before(change) {
		out = append(out, second)
	}
	if out == nil {
		out = append(out, change)
	}
	return out
}

// midnight returns the wall-clock time at which the day of t begins.
func midnight(t time.Time, loc *time.Location) time.Time {
	y, m, d := t.In(loc).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// minutes converts a number of minutes, as used by CLOCK, to a duration.
func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

// nextClock returns the first instant, t or later, at which clocks show the given number of
// minutes after midnight.
func nextClock(t time.Time, loc *time.Location, clock int) time.Time {
	// Yesterday must be tried, too, because it recurs if clocks are set back over midnight.
	for on := midnight(t, loc).AddDate(0, 0, -1); ; on = on.AddDate(0, 0, 1) {
		for _, at := range shown(loc, on.Add(minutes(clock))) {
			if !at.Before(t) {
				return at
			}
		}
	}
}

// nextDay returns the beginning of the day after the day of t.
func nextDay(t time.Time, loc *time.Location) time.Time {
	for on := midnight(t, loc).AddDate(0, 0, 1); ; on = on.AddDate(0, 0, 1) {
		for _, at := range shown(loc, on) {
			if at.After(t) {
				return at
			}
		}
	}
}

// later adds a duration in wall-clock time: a day later, clocks show the same time, whether the
// day had 23, 24 or 25 hours.
func later(t time.Time, span time.Duration, loc *time.Location) time.Time {
	if span <= 0 {
		return t
	}
	for _, at := range shown(loc, face(t, loc).Add(span)) {
		if !at.Before(t) {
			return at
		}
	}
	return t.Add(span)
}
