package words

import (
	"strconv"
	"strings"
	"time"
)

// The texts of times. The names of days and months are lists, so that a
// translator sees all of them together.
const (
	dayNames   = "Sun Mon Tue Wed Thu Fri Sat"
	monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
	momentText = "{weekday} {day} {month} {year}, {time} {zone}"
)

// Moment formats a moment in the usual way of the language, in its time zone.
func (c *Catalogue) Moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	days, months := strings.Fields(c.T(dayNames)), strings.Fields(c.T(monthNames))
	if len(days) != 7 || len(months) != 12 {
		days, months = strings.Fields(dayNames), strings.Fields(monthNames)
	}
	return strings.NewReplacer(
		"{weekday}", days[t.Weekday()], "{day}", strconv.Itoa(t.Day()), "{month}", months[t.Month()-1],
		"{year}", strconv.Itoa(t.Year()), "{time}", t.Format("15:04"), "{zone}", t.Format("MST"),
	).Replace(c.T(momentText))
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
