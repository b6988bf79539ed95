package schedule

import (
	"fmt"
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// Weekdays is the value of Days for a game without deadlines on weekends.
const Weekdays = "-MTWTF-"

// Except returns the value of Days for a game without deadlines on some days.
func Except(rest ...time.Weekday) string {
	days := []byte(EveryDay)
	for _, d := range rest {
		days[d] = '-'
	}
	return string(days)
}

// Pace is a timing as people think of it: one campaign per interval, at a time
// of day, not on certain days. Timings converts it to exact values.
type Pace struct {
	Every   time.Duration // from the deadline of one campaign to that of the next
	Between time.Duration // for retreats and winter; 0: depends on Every
	Clock   int           // time of day of the campaigns' deadlines, in minutes after midnight; NoClock: any
	Days    string        // as in Timing; empty: every day
}

// NamedPace is a pace that the creator of a game can choose.
type NamedPace struct {
	Name string // for forms and commands
	Pace Pace
}

// Paces lists the paces offered, the usual one first.
func Paces() []NamedPace {
	return []NamedPace{
		{"three-days", Pace{Every: 3 * day, Clock: usualClock, Days: Weekdays}},
		{"daily", Pace{Every: day, Clock: 20 * 60}},
		{"weekly", Pace{Every: 7 * day, Clock: 20 * 60}},
		{"evening", Pace{Every: 20 * time.Minute, Clock: NoClock}},
	}
}

// The limits of paces. From slow on, a phase is counted in days.
const (
	fastestPace = 5 * time.Minute
	slow        = 12 * time.Hour
	slowestPace = 31 * day
)

// Timings returns the timings of moves, retreats and adjusts, indexed by Class.
// With CLOCK a phase is planned an hour shorter than full days because CLOCK
// would otherwise add a day. The usual pace returns DefaultTiming. The error is
// a BadPace or BadTiming.
func (p Pace) Timings() ([3]Timing, error) {
	var out [3]Timing
	if p.Days == "" {
		p.Days = EveryDay
	}
	p.Every, p.Between = p.Every.Round(time.Second), p.Between.Round(time.Second)
	switch {
	case p.Every < fastestPace || p.Every > slowestPace:
		return out, fail(BadPace, message.New("A campaign takes from five minutes to 31 days."))
	case p.Every < slow && p.Clock >= 0:
		return out, fail(BadPace, message.New("Campaigns shorter than 12 hours cannot end at a fixed time of day. Leave the time of day out, or let a campaign take a day."))
	case p.Between < 0 || p.Between > slowestPace:
		return out, fail(BadPace, message.New("Retreats and winter take up to 31 days."))
	}
	if p.Every >= slow {
		out = p.slow()
	} else {
		out = p.live()
	}
	for _, t := range out {
		if err := t.Validate(); err != nil {
			return out, err
		}
	}
	return out, nil
}

// slow returns the timings of a game by e-mail.
func (p Pace) slow() [3]Timing {
	between := p.Between
	if between == 0 {
		between = clamp(p.Every/3, slow, 2*day).Truncate(time.Hour)
	}
	short := func(d time.Duration) time.Duration {
		if d%day == 0 {
			return d - time.Hour
		}
		return d
	}
	next := p.Every
	if p.Clock >= 0 {
		next = short(next)
	}
	moves := Timing{
		Clock: p.Clock, Min: min(12*time.Hour, p.Every/6), Next: next,
		Grace: clamp(2*p.Every+day, 3*day, 7*day) - time.Hour, Delay: 30 * time.Minute, Days: p.Days,
	}
	rest := Timing{
		Clock: NoClock, Next: short(between),
		Grace: clamp(3*between, 36*time.Hour, 3*day) - time.Hour, Delay: 30 * time.Minute, Days: afterRest(p.Days),
	}
	return [3]Timing{Moves: moves, Retreats: rest, Adjusts: rest}
}

// live returns the timings of a game in which all play at the same time.
func (p Pace) live() [3]Timing {
	between := p.Between
	if between == 0 {
		between = max(p.Every/3, 2*time.Minute)
	}
	of := func(every time.Duration) Timing {
		return Timing{Clock: NoClock, Next: every, Grace: every, Delay: min(every/20, 30*time.Minute).Truncate(time.Second), Days: p.Days}
	}
	return [3]Timing{Moves: of(p.Every), Retreats: of(between), Adjusts: of(between)}
}

// afterRest lets a day after a free day begin at noon, so that no one has to
// retreat on the first morning.
func afterRest(days string) string {
	if len(days) != len(EveryDay) {
		return days
	}
	out := []byte(days)
	for i := range out {
		if days[(i+6)%7] == '-' && out[i] != '-' {
			out[i] |= 0x20
		}
	}
	return string(out)
}

func clamp(d, low, high time.Duration) time.Duration { return min(max(d, low), high) }

// String describes the pace: "a campaign every 3 days, at 20:00, not on
// Saturday and Sunday".
func (p Pace) String() string {
	every := "every " + Left(p.Every)
	switch p.Every {
	case day:
		every = "a day"
	case 7 * day:
		every = "a week"
	}
	return strings.Join(append([]string{"a campaign " + every}, clockAndDays(p.Clock, p.Days)...), ", ")
}

// Words describes the timing: "at least 71 hours, at 23:30, not on Saturday and
// Sunday, then grace of 167 hours".
func (t Timing) Words() string {
	if t.Next == 0 {
		return "no deadline"
	}
	parts := append([]string{"at least " + inHours(t.Next)}, clockAndDays(t.Clock, t.Days)...)
	if t.Grace > 0 {
		parts = append(parts, "then grace of "+inHours(t.Grace))
	} else {
		parts = append(parts, "without grace")
	}
	return strings.Join(parts, ", ")
}

// inHours returns a duration in hours, or in minutes if these are not full.
func inHours(d time.Duration) string {
	n, unit := d/time.Hour, "hour"
	if d%time.Hour != 0 {
		n, unit = d/time.Minute, "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

func clockAndDays(clock int, days string) []string {
	var out []string
	if clock >= 0 {
		out = append(out, fmt.Sprintf("at %02d:%02d", clock/60, clock%60))
	}
	var on, off, noon []string
	for k := range days {
		i := (k + 1) % len(days) // the week begins on Monday
		name := time.Weekday(i).String()
		switch c := days[i]; {
		case c == '-':
			off = append(off, name)
		case c >= 'a':
			noon = append(noon, name)
			on = append(on, name)
		default:
			on = append(on, name)
		}
	}
	switch {
	case len(off) > 3:
		out = append(out, "only on "+and(on))
	case len(off) > 0:
		out = append(out, "not on "+and(off))
	}
	if len(noon) > 0 {
		out = append(out, "from noon on "+and(noon))
	}
	return out
}

// and joins words: "a", "a and b", "a, b and c".
func and(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}
