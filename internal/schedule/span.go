package schedule

import (
	"time"

	"podesta/machiavelli/message"
)

// spanDays is the length, in days, of a span with only one end given.
const spanDays = 7

// ParseSpan reads a past time span from one date to another. A missing end is
// now; a missing start is a week before the end. Days count from their
// beginning to their end, in the zone of the writer. For from, a date without a
// year is the latest one; for to, it is the first one after from, or without
// from the nearest one. The errors are those of ParseDate.
func ParseSpan(from, to string, ctx DateContext) (start, end time.Time, err error) {
	ctx.Mode, ctx.Clock, ctx.ClockZone = Past, 0, nil
	end = ctx.Now
	if from != "" {
		if start, err = ParseDate(from, ctx); err != nil {
			return start, end, err
		}
	}
	if to != "" {
		if end, err = parseEnd(to, start, ctx); err != nil {
			return start, end, err
		}
	}
	if from == "" {
		start = end.AddDate(0, 0, -spanDays)
	}
	if end.Before(start) {
		return start, end, fail(BadDate, message.New("{start} is later than {end}: write the earlier date after FROM.", moment(start), moment(end)))
	}
	return start, end, nil
}

// parseEnd reads the end of a span that begins at start, or at an unknown time
// if start is zero.
func parseEnd(text string, start time.Time, ctx DateContext) (time.Time, error) {
	past, err := parseDate(text, ctx)
	next := ctx
	next.Mode = upcoming
	if !start.IsZero() {
		next.Now = start
	}
	later, none := parseDate(text, next)
	d := past
	switch {
	case err != nil && none != nil:
		return time.Time{}, err
	case err != nil, none == nil && !start.IsZero() && past.at.Before(start),
		none == nil && start.IsZero() && later.at.Sub(ctx.Now) < ctx.Now.Sub(past.at):
		d = later
	}
	if d.timed {
		return d.at, nil
	}
	return shown(d.zone, face(d.at, d.zone).AddDate(0, 0, 1))[0].Add(-time.Microsecond), nil
}
