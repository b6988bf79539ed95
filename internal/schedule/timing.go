package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// NoClock is the value of Clock for deadlines at any time of day.
const NoClock = -1

// EveryDay is the value of Days for deadlines on all days.
const EveryDay = "SMTWTFS"

// Weekdays is the value of Days for no deadlines on weekends.
const Weekdays = "-MTWTF-"

// Timing determines how long the phases of a class last. Durations are whole
// seconds.
type Timing struct {
	// Clock is the time of day of deadlines, in minutes after midnight in the game's zone; NoClock
	// means exactly Next after the beginning of the phase.
	Clock int
	Min   time.Duration // time from the beginning of the phase before which it is not resolved
	Next  time.Duration // minimum time to the deadline; 0 for no deadline
	Grace time.Duration // length of the grace period after the deadline
	Delay time.Duration // time from the last awaited order to the resolution
	// Days has seven characters, one per day, beginning with Sunday. A capital letter stands for a
	// whole day, a lower-case letter for a day from noon on, and - for a day without deadlines.
	Days string
}

// DefaultTiming is the timing of a new game.
func DefaultTiming(c Class) Timing {
	switch c {
	case Moves:
		return Timing{Clock: 23*60 + 30, Min: 12 * time.Hour, Next: 71 * time.Hour, Grace: 167 * time.Hour, Delay: 30 * time.Minute, Days: "-MTWTF-"}
	default:
		return Timing{Clock: NoClock, Next: 23 * time.Hour, Grace: 71 * time.Hour, Delay: 30 * time.Minute, Days: "-mTWTF-"}
	}
}

// Untimed returns the timing of a game without deadlines: a phase is resolved when everyone is
// ready.
func Untimed() Timing { return Timing{Clock: NoClock, Days: EveryDay} }

// The bounds of a timing.
const (
	shortestNext = time.Minute
	longestSpan  = 366 * day
	longestDelay = 7 * day
)

// Validate returns a BadTiming error for an invalid timing, or nil.
func (t Timing) Validate() error {
	if t.Clock < NoClock || t.Clock >= 24*60 {
		return fail(BadTiming, message.New("{setting} is in minutes after midnight, from 0 to 1439 (1410 is 23:30), or -1 for no fixed time of day; {n} is neither.", setting("CLOCK"), message.Number(t.Clock)))
	}
	for _, s := range []struct {
		item      string
		span      time.Duration
		low, high time.Duration
	}{
		{"MIN", t.Min, 0, longestSpan},
		{"NEXT", t.Next, shortestNext, longestSpan},
		{"GRACE", t.Grace, 0, longestSpan},
		{"DELAY", t.Delay, 0, longestDelay},
	} {
		if s.item == "NEXT" && s.span == 0 {
			continue
		}
		if s.span < s.low {
			return fail(BadTiming, message.New("{setting} must be at least {n} hours.", setting(s.item), message.Order(hours(s.low))))
		}
		if s.span > s.high {
			return fail(BadTiming, message.New("{setting} must be at most {n} hours.", setting(s.item), message.Order(hours(s.high))))
		}
	}
	if t.Next > 0 && t.Min > t.Next {
		return fail(BadTiming, message.New("{min} is {n} hours and {next} {n2}: no phase could be resolved by its deadline. Make {min} smaller or {next} larger.",
			setting("MIN"), message.Order(hours(t.Min)), setting("NEXT"), message.Order(hours(t.Next))))
	}
	if err := validDays(t.Days); err != nil {
		return err
	}
	if !t.settles() {
		return fail(BadTiming, message.New("{clock} is before noon, but deadlines fall only from noon on ({days} {value}): there would never be a deadline. Allow all of at least one day, or choose a time from 12:00 on.",
			setting("CLOCK"), setting("DAYS"), message.Order(t.Days)))
	}
	return nil
}

func validDays(days string) error {
	if len(days) != len(EveryDay) {
		return badDays(message.New("{value} is not that", quoted(days)))
	}
	for i, c := range []byte(days) {
		if c != '-' && c&^0x20 != EveryDay[i] {
			return badDays(message.New("the character for {day} in {value} is neither {capital}, {small} nor -",
				weekdays[i], quoted(days), message.Order(EveryDay[i:i+1]), message.Order(EveryDay[i]|0x20)))
		}
	}
	if days == "-------" {
		return fail(BadTiming, message.New("No day is left for deadlines. Allow at least one."))
	}
	return nil
}

// badDays returns the error for an invalid list of days.
func badDays(why message.Message) error {
	return fail(BadTiming, message.New("{setting} takes seven characters from Sunday to Saturday, such as {example}: the English day's first letter as a capital, as a small letter for a day from noon on, or - if nothing is resolved on that day; {why}.",
		setting("DAYS"), message.Order(Weekdays), why))
}

// weekdays lists the days of the week, beginning with Sunday.
var weekdays = [7]message.Message{
	message.New("Sunday"), message.New("Monday"), message.New("Tuesday"), message.New("Wednesday"),
	message.New("Thursday"), message.New("Friday"), message.New("Saturday"),
}

// settles reports whether any instant is allowed by both Clock and Days.
func (t Timing) settles() bool {
	mornings := t.Clock >= 0 && t.Clock < 12*60
	return len(t.Days) == len(EveryDay) && strings.ContainsFunc(t.Days, func(c rune) bool {
		return c >= 'A' && c <= 'Z' || !mornings && c >= 'a' && c <= 'z'
	})
}

// shortestPatience is the minimum NEXT of phases that are not live.
const shortestPatience = time.Hour

// Live reports whether phases are played live, because they last less than an hour. A live phase
// never lasts longer than NEXT, unless someone extends it.
func (t Timing) Live() bool { return t.Next > 0 && t.Next < shortestPatience }

// doubled returns the timing with NEXT and DELAY doubled, for the beginning of a game with press,
// when players must first get to know each other. Live phases keep their pace.
func (t Timing) doubled() Timing {
	if t.Live() {
		return t
	}
	t.Next *= 2
	t.Delay *= 2
	return t
}

// span adds NEXT or GRACE to an instant. With CLOCK it adds wall-clock time, so that a short day
// does not move the deadline to another day; otherwise it adds elapsed time.
func (t Timing) span(from time.Time, d time.Duration, loc *time.Location) time.Time {
	if t.Clock >= 0 {
		return later(from, d, loc)
	}
	return from.Add(d)
}

// workday returns the first instant from at on that Days allows. If Clock and Days allow no
// instant, it returns at.
func (t Timing) workday(at time.Time, loc *time.Location) time.Time {
	if !t.settles() {
		return at
	}
	for {
		local := at.In(loc)
		c := t.Days[local.Weekday()]
		switch {
		case c == '-':
			at = nextDay(at, loc)
			continue
		case c >= 'a' && local.Hour() < 12:
			return nextClock(at, loc, 12*60)
		}
		return at
	}
}

// String formats the timing as listings do, so that ParseItems can parse it:
//
//	clock 1410 min 12.00 next 71.00 grace 167.00 delay 0.50 days -MTWTF-
func (t Timing) String() string {
	return fmt.Sprintf("clock %d min %s next %s grace %s delay %s days %s",
		t.Clock, hours(t.Min), hours(t.Next), hours(t.Grace), hours(t.Delay), t.Days)
}

// hours formats a duration in hours with at least two decimals, exact to the second.
func hours(d time.Duration) string {
	s := strings.TrimRight(strconv.FormatFloat(d.Hours(), 'f', 5, 64), "0")
	for dot := strings.IndexByte(s, '.'); len(s)-dot-1 < 2; {
		s += "0"
	}
	return s
}
