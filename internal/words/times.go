package words

import (
	"strconv"
	"strings"
	"time"
)

// The texts of times. The names of days and months are lists, so that a
// translator sees all of them together.
//
//lang:words
const (
	dayNames   = "Sun Mon Tue Wed Thu Fri Sat"
	monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
	momentText = "{weekday} {day} {month} {year}, {time} {zone}"
	weekText   = "{weekday} {time}"
	dayText    = "{weekday} {day} {month} {time}"
)

// Moment formats a moment in the usual way of the language, in its time zone.
func (c *Catalogue) Moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return c.timed(momentText, t, t.Format("MST"))
}

// MomentIn formats a time like Moment, but in a given time zone, which it names in full, such as
// "Europe/Rome".
func (c *Catalogue) MomentIn(t time.Time, zone *time.Location) string {
	return c.timed(momentText, t.In(zone), zone.String())
}

// Soon formats a time near now, in its time zone, such as "Mon 20:00". It adds the date unless
// the time is within a week.
func (c *Catalogue) Soon(t, now time.Time) string {
	if d := t.Sub(now); d < 0 || d > 6*24*time.Hour {
		return c.timed(dayText, t, "")
	}
	return c.timed(weekText, t, "")
}

// timed fills in the pattern of a moment.
func (c *Catalogue) timed(pattern string, t time.Time, zone string) string {
	days, months := strings.Fields(c.T(dayNames)), strings.Fields(c.T(monthNames))
	if len(days) != 7 || len(months) != 12 {
		days, months = strings.Fields(dayNames), strings.Fields(monthNames)
	}
	// A page can contain hundreds of times, for which a Replacer would be too slow.
	var b strings.Builder
	rest := c.T(pattern)
	for {
		at := strings.IndexByte(rest, '{')
		end := strings.IndexByte(rest[at+1:], '}') + at + 1
		if at < 0 || end <= at {
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(rest[:at])
		switch name := rest[at : end+1]; name {
		case "{weekday}":
			b.WriteString(days[t.Weekday()])
		case "{day}":
			b.WriteString(strconv.Itoa(t.Day()))
		case "{month}":
			b.WriteString(months[t.Month()-1])
		case "{year}":
			b.WriteString(strconv.Itoa(t.Year()))
		case "{time}":
			b.WriteString(t.Format("15:04"))
		case "{zone}":
			b.WriteString(zone)
		default:
			b.WriteString(name)
		}
		rest = rest[end+1:]
	}
}

// Span formats a duration in its two largest units, to the minute.
func (c *Catalogue) Span(d time.Duration) string {
	const day = 24 * time.Hour
	var parts []string
	add := func(n time.Duration, one, many string) {
		if n > 0 && len(parts) < 2 {
			parts = append(parts, c.N(int(n), one, many))
		}
	}
	add(d/day, "%d day", "%d days")
	add(d%day/time.Hour, "%d hour", "%d hours")
	if d < day {
		add(d%time.Hour/time.Minute, "%d minute", "%d minutes")
	}
	if len(parts) == 0 {
		return c.T("less than a minute")
	}
	return strings.Join(parts, " ")
}
