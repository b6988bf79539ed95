package schedule

import (
	"time"

	"podesta/machiavelli/message"
)

// spanDays is the length, in days, of a span with only one given end.
const spanDays = 7

// ParseSpan parses a past time span from one date to another. A missing end means now; a missing
// start means a week before the end. Days count from their beginning to their end, in the writer's
// zone. A date without a year means, in the text from, the latest such date. In the text to, it
// means the first such date after from or, if from is empty, the nearest one. The errors are those
// of ParseDate.
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

// parseEnd parses the end of a span. start is its beginning, or zero if that is unknown.
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
