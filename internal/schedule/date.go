package schedule

import (
	"time"

	"podesta/machiavelli/message"
)

// Mode determines whether a date must lie before or after now.
type Mode uint8

// The modes of dates.
const (
	Future   Mode = iota // for deadlines: an incomplete date means the next such date
	Past                 // for history: an incomplete date means the last such date
	upcoming             // for absences: like Future, but the day may be today
)

// usualClock is the time of day, in minutes after midnight, of dates in a phase without CLOCK.
const usualClock = 23*60 + 30

// soon is the maximum time from now to a date without a year.
const soon = 120 * day

// DateContext is the context that determines the meaning of a date.
type DateContext struct {
	Now       time.Time
	Zone      *time.Location // time zone of the writer; nil for UTC
	Mode      Mode
	Clock     int            // default time of day, in minutes after midnight; NoClock: 23:30
	ClockZone *time.Location // time zone of Clock, which is the game's; nil for Zone
}

// date is the result of parsing a date.
type date struct {
	at    time.Time      // in UTC
	timed bool           // whether a time of day was given
	zone  *time.Location // the zone in which it was read
}

// ParseDate parses a date and returns it as an instant in UTC. It accepts, in any order and case,
// with or without commas:
//
//	Nov 27, 27 November     the day of that month
//	27                      the next day with that number
//	Fri                     the next Friday, not today
//	Nov                     the last day of the month (in the past: the first)
//	23:30, 8pm              with one of the above, or alone: today, or tomorrow if past
//	2026                    the year
//	Fri Nov 27 2026 23:30:00 +0000       as the judge writes it
//	2026-11-27, 2026-11-27T23:30Z        ISO 8601
//	+36h, +2d, +1d12h, in 3 days         from now
//	today, tomorrow, yesterday
//	UTC, +02:00, CET, Europe/Rome        a zone, after any of these
//
// A time without a zone is in ctx.Zone. A date without a time of day is at ctx.Clock in
// ctx.ClockZone. A time that clocks skip means the instant of the jump. If a time occurs twice,
// the first one that fits counts. A date without a year that is more than 120 days ahead is
// refused. The errors are BadDate, NotADay, PastDate, FutureDate, FarDate and BadZone.
func ParseDate(text string, ctx DateContext) (time.Time, error) {
	d, err := parseDate(text, ctx)
	return d.at, err
}

func parseDate(text string, ctx DateContext) (date, error) {
	w, err := readWritten(text)
	if err != nil {
		return date{}, err
	}
	ctx.Now, ctx.Zone = whole(ctx.Now), zone(ctx.Zone)
	if w.zone != nil {
		ctx.Zone, ctx.ClockZone = w.zone, nil
	}
	if ctx.ClockZone == nil {
		ctx.ClockZone = ctx.Zone
	}
	if ctx.Clock < 0 || ctx.Clock >= 24*60 {
		ctx.Clock = usualClock
	}
	s := &seeker{DateContext: ctx, text: text, w: w, today: midnight(ctx.Now, ctx.Zone)}
	d := date{timed: w.timed || w.isRelative, zone: ctx.Zone}
	if d.at, err = s.find(); err == nil {
		err = s.check(d.at)
	}
	if err != nil {
		return date{}, err
	}
	return d, nil
}

// seeker finds the instant that a written date means.
type seeker struct {
	DateContext
	text  string // the date as written
	w     written
	today time.Time // the wall-clock time at which today begins, as UTC
	on    time.Time // the wall-clock time at which the found day begins, as UTC
}

// put returns the instant that is meant on a day. on is the wall-clock time at which the day
// begins.
func (s *seeker) put(on time.Time) time.Time {
	s.on = on
	loc, face := s.ClockZone, on.Add(minutes(s.Clock))
	if s.w.timed {
		loc, face = s.Zone, on.Add(s.w.clock)
	}
	all := shown(loc, face)
	if s.Mode != Past && !all[0].After(s.Now) {
		return all[len(all)-1]
	}
	return all[0]
}

// fits reports whether an instant lies on the required side of now.
func (s *seeker) fits(at time.Time) bool {
	switch {
	case s.Mode == Past:
		return !at.After(s.Now)
	case s.Mode == upcoming && !s.w.timed && s.on.Equal(s.today):
		return true
	}
	return at.After(s.Now)
}

// step returns the direction of the search, 1 or -1.
func (s *seeker) step() int {
	if s.Mode == Past {
		return -1
	}
	return 1
}

func (s *seeker) find() (time.Time, error) {
	w := s.w
	switch {
	case w.isRelative:
		from := s.Now
		if w.relativeDays != 0 {
			from = shown(s.Zone, face(from, s.Zone).AddDate(0, 0, w.relativeDays))[0]
		}
		return whole(from.Add(w.relative)), nil
	case w.fromToday != nil:
		return s.put(s.today.AddDate(0, 0, *w.fromToday)), nil
	case w.month != 0 && w.day != 0:
		return s.monthDay()
	case w.month != 0:
		return s.wholeMonth()
	case w.day != 0:
		return s.dayNumber()
	case w.weekday != nil:
		k := s.today
		for k = k.AddDate(0, 0, s.step()); k.Weekday() != *w.weekday; {
			k = k.AddDate(0, 0, s.step())
		}
		return s.put(k), nil
	}
	at := s.put(s.today)
	if !s.fits(at) {
		at = s.put(s.today.AddDate(0, 0, s.step()))
	}
	return at, nil
}

// monthDay finds a date given by month and day, and by year if there is one.
func (s *seeker) monthDay() (time.Time, error) {
	w := s.w
	if w.year != 0 {
		on := time.Date(w.year, w.month, w.day, 0, 0, 0, 0, time.UTC)
		if on.Day() != w.day {
			return time.Time{}, fail(NotADay, s.missing())
		}
		return s.put(on), nil
	}
	found := false
	var at time.Time
	// A leap day is at most eight years away.
	for y := 0; y <= 8; y++ {
		on := time.Date(s.today.Year()+y*s.step(), w.month, w.day, 0, 0, 0, 0, time.UTC)
		if on.Day() != w.day {
			continue
		}
		if at, found = s.put(on), true; s.fits(at) {
			break
		}
	}
	if !found {
		return at, fail(NotADay, s.missing())
	}
	return at, nil
}

// missing returns the message for a day that does not exist.
func (s *seeker) missing() message.Message {
	return message.New("There is no such day as {date}.", quoted(s.text))
}

// wholeMonth finds the end of a future month, or the beginning of a past one.
func (s *seeker) wholeMonth() (time.Time, error) {
	year := s.w.year
	if year == 0 {
		year = s.today.Year()
	}
	in := func(year int) time.Time {
		if s.Mode == Past {
			return s.put(time.Date(year, s.w.month, 1, 0, 0, 0, 0, time.UTC))
		}
		return s.put(time.Date(year, s.w.month+1, 0, 0, 0, 0, 0, time.UTC))
	}
	at := in(year)
	if s.w.year == 0 && !s.fits(at) {
		at = in(year + s.step())
	}
	return at, nil
}

// dayNumber finds the nearest day with a number.
func (s *seeker) dayNumber() (time.Time, error) {
	var at time.Time
	for k := 0; k <= 3; k++ { // one of two successive months has 31 days
		on := time.Date(s.today.Year(), s.today.Month()+time.Month(k*s.step()), s.w.day, 0, 0, 0, 0, time.UTC)
		if on.Day() != s.w.day {
			continue
		}
		if at = s.put(on); s.fits(at) {
			break
		}
	}
	return at, nil
}

// check returns an error for an instant that a date must not mean.
func (s *seeker) check(at time.Time) error {
	w := s.w
	if w.weekday != nil && !s.on.IsZero() && s.on.Weekday() != *w.weekday {
		return fail(BadDate, message.New("{date} is another day of the week: it would be {moment}. Correct the date, or leave out the day of the week.", quoted(s.text), moment(at)))
	}
	if !s.fits(at) {
		if s.Mode == Past {
			return fail(FutureDate, message.New("{moment} is still to come; a date in the past is needed.", moment(at)))
		}
		return fail(PastDate, message.New("{moment} has gone by: it is now {now}. Write a date that is still to come.", moment(at), moment(s.Now)))
	}
	ahead := at.Sub(s.Now)
	if s.Mode == Past {
		return nil
	}
	if ahead > farthest {
		return fail(FarDate, message.New("{moment} is more than five years ahead. Write an earlier date.", moment(at)))
	}
	if w.year == 0 && !w.isRelative && ahead > soon {
		return fail(FarDate, message.New("Without a year this would be {moment}, more than 120 days ahead. If you mean that, write the date with its year: {date}.", moment(at), message.Order(s.on.Format("Jan 2 2006"))))
	}
	return nil
}
