package schedule

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// longestDate is the maximum length of a written date, in bytes.
const longestDate = 200

// written holds the elements of a date as written.
type written struct {
	year    int // 0 without a year
	month   time.Month
	day     int
	weekday *time.Weekday

	timed bool
	clock time.Duration // time after midnight

	zone      *time.Location
	fromToday *int // number of days from today

	isRelative   bool
	relative     time.Duration
	relativeDays int
}

// badDate returns the error for an unreadable date, with examples of dates.
func badDate(problem message.Message) error {
	return fail(BadDate, message.New("{problem} For example, write {examples} or {example}.", problem, message.Order("Fri 23:30, Nov 27 23:30, 2026-11-27 23:30"), message.Order("+36h")))
}

// readWritten parses the elements of a date, without determining the day that they mean.
func readWritten(text string) (written, error) {
	var w written
	if len(text) > longestDate {
		return w, badDate(message.New("This is too long for a date."))
	}
	text = strings.NewReplacer(",", " ", "\u2212", "-", "\u2013", "-").Replace(text)
	words := strings.Fields(text)
	for len(words) > 0 {
		n, err := w.take(words)
		if err != nil {
			return w, err
		}
		words = words[n:]
	}
	return w, w.sensible(text)
}

// take parses the first of the words, together with the next one if they belong together, and
// returns the number of words parsed.
func (w *written) take(words []string) (int, error) {
	word := words[0]
	upper := strings.ToUpper(word)
	switch upper {
	case "AT", "ON", "BY", "THE", "OF":
		return 1, nil
	case "TODAY", "TOMORROW", "YESTERDAY":
		if w.fromToday != nil {
			return 0, twice(message.New("days"), word)
		}
		n := map[string]int{"TODAY": 0, "TOMORROW": 1, "YESTERDAY": -1}[upper]
		w.fromToday = &n
		return 1, nil
	case "NOON", "MIDNIGHT":
		return 0, fail(BadDate, message.New("Write {word} as a time of day: 12:00, or 00:00 of the day that begins then.", quoted(word)))
	case "IN":
		if len(words) > 1 {
			n, err := w.takeRelative("+"+words[1], words[2:])
			return n + 1, err
		}
	}
	if d, ok := weekdayNamed(upper); ok {
		if w.weekday != nil {
			return 0, twice(message.New("days of the week"), word)
		}
		w.weekday = &d
		return 1, nil
	}
	if m, ok := monthNamed(upper); ok {
		if w.month != 0 {
			return 0, twice(message.New("months"), word)
		}
		w.month = m
		return 1, nil
	}
	first := word[0]
	switch {
	case first == '+' || first == '-':
		if loc, ok := offsetZone(word); ok {
			return 1, w.setZone(loc, word)
		}
		return w.takeRelative(word, words[1:])
	case first >= '0' && first <= '9':
		return w.takeNumber(word, words[1:])
	}
	loc, err := zoneNamed(word)
	if err != nil {
		return 0, err
	}
	return 1, w.setZone(loc, word)
}

// takeNumber parses an element that begins with a digit: a day, a year, a time or an ISO date.
func (w *written) takeNumber(word string, after []string) (int, error) {
	if strings.Contains(word, ":") && !isISO(word) {
		return w.takeTime(word, after)
	}
	if isISO(word) {
		return 1, w.takeISO(word)
	}
	if strings.HasSuffix(strings.ToUpper(word), "M") || len(after) > 0 && isHalf(after[0]) {
		return w.takeTime(word, after)
	}
	number := word
	if upper := strings.ToUpper(word); len(word) > 2 {
		for _, end := range []string{"ST", "ND", "RD", "TH"} {
			number = strings.TrimSuffix(upper, end)
			if number != upper {
				break
			}
		}
	}
	n, ok := digits(number, 1, 4)
	switch {
	case !ok:
		return 0, badDate(message.New("{word} is neither a day nor a time.", quoted(word)))
	case len(number) <= 2 && n >= 1 && n <= 31:
		if w.day != 0 {
			return 0, fail(BadDate, message.New("There are two days of the month, {first} and {second}. If {second} is the year, write it with four digits.", message.Number(w.day), message.Number(n)))
		}
		w.day = n
		return 1, nil
	case len(number) == 2 && n >= 81:
		return 1, w.setYear(1900+n, word)
	case len(number) == 4 && n >= 1900:
		return 1, w.setYear(n, word)
	case len(number) >= 3 && n/100 < 24 && n%100 < 60:
		return 0, fail(BadDate, message.New("{word} is not a year. If it is a time of day, write {time}.", quoted(word), message.Order(fmt.Sprintf("%02d:%02d", n/100, n%100))))
	}
	return 0, fail(BadDate, message.New("{word} is neither a day of the month (1 to 31) nor a year (four digits).", quoted(word)))
}

func (w *written) setYear(year int, word string) error {
	if w.year != 0 {
		return twice(message.New("years"), word)
	}
	w.year = year
	return nil
}

func (w *written) setZone(loc *time.Location, word string) error {
	if w.zone != nil {
		return twice(message.New("time zones"), word)
	}
	w.zone = loc
	return nil
}

func twice(what message.Message, word string) error {
	return fail(BadDate, message.New("The date has two {what}; the second is {word}. Leave one out.", what, quoted(word)))
}

// isHalf reports whether a word is am or pm.
func isHalf(word string) bool {
	upper := strings.ToUpper(word)
	return upper == "AM" || upper == "PM"
}

// takeTime parses a time such as 23:30, 23:30:00, 8pm or 8:30 pm. A zone may follow the first two
// without a space.
func (w *written) takeTime(word string, after []string) (int, error) {
	bad := func() (int, error) {
		return 0, fail(BadDate, message.New("{word} is not a time of day. Write hours and minutes from 00:00 to 23:59, for example 20:30.", quoted(word)))
	}
	if w.timed {
		return 0, twice(message.New("times of day"), word)
	}
	used, clock, half := 1, strings.ToUpper(word), ""
	switch {
	case strings.HasSuffix(clock, "AM"), strings.HasSuffix(clock, "PM"):
		clock, half = clock[:len(clock)-2], clock[len(clock)-2:]
	case len(after) > 0 && isHalf(after[0]):
		used, half = 2, strings.ToUpper(after[0])
	}
	if i := strings.IndexAny(clock, "Z+-"); i > 0 {
		loc, ok := offsetZone(clock[i:])
		if !ok || half != "" {
			return bad()
		}
		if err := w.setZone(loc, clock[i:]); err != nil {
			return 0, err
		}
		clock = clock[:i]
	}
	parts := strings.Split(clock, ":")
	if len(parts) > 3 || len(parts) == 1 && half == "" {
		return bad()
	}
	var n [3]int
	for i, p := range parts {
		var ok bool
		least := 2
		if i == 0 {
			least = 1
		}
		if i == 2 {
			p, _, _ = strings.Cut(p, ".")
		}
		if n[i], ok = digits(p, least, 2); !ok {
			return bad()
		}
	}
	if half != "" {
		if n[0] < 1 || n[0] > 12 {
			return bad()
		}
		n[0] %= 12
		if half == "PM" {
			n[0] += 12
		}
	}
	if n[0] > 23 || n[1] > 59 || n[2] > 59 {
		return bad()
	}
	w.timed = true
	w.clock = time.Duration(n[0])*time.Hour + time.Duration(n[1])*time.Minute + time.Duration(n[2])*time.Second
	return used, nil
}

// isISO reports whether a word begins like 2026-11-27.
func isISO(word string) bool {
	return len(word) >= 10 && word[4] == '-' && word[7] == '-' && strings.Trim(word[:4]+word[5:7]+word[8:10], "0123456789") == ""
}

// takeISO parses a date such as 2026-11-27 or 2026-11-27T23:30Z.
func (w *written) takeISO(word string) error {
	if w.year != 0 || w.month != 0 || w.day != 0 {
		return twice(message.New("dates"), word)
	}
	w.year, _ = strconv.Atoi(word[:4])
	month, _ := strconv.Atoi(word[5:7])
	w.day, _ = strconv.Atoi(word[8:10])
	if month < 1 || month > 12 || w.day < 1 || w.day > 31 || w.year < 1900 {
		return fail(NotADay, message.New("There is no day {date}. Write the year, then the month, then the day.", message.Order(word[:10])))
	}
	w.month = time.Month(month)
	rest := word[10:]
	switch {
	case rest == "":
		return nil
	case rest[0] == 'T' || rest[0] == 't':
		_, err := w.takeTime(rest[1:], nil)
		return err
	}
	return fail(BadDate, message.New("{word} is not a date. For example, write {example} or {example2}.", quoted(word), message.Order("2026-11-27"), message.Order("2026-11-27T23:30Z")))
}

// takeRelative parses a relative time such as +36h, +1d12h, -2d or +36 hours. after holds the
// words that follow.
func (w *written) takeRelative(word string, after []string) (int, error) {
	bad := func() (int, error) {
		return 0, fail(BadDate, message.New("{word} is not a span of time. Write a number and {h} for hours, {d} for days, {w} for weeks or {m} for minutes, for example {example} or {example2}.", quoted(word), message.Order("h"), message.Order("d"), message.Order("w"), message.Order("m"), message.Order("+36h"), message.Order("+2d")))
	}
	if w.isRelative {
		return 0, twice(message.New("spans of time"), word)
	}
	sign := 1
	if word[0] == '-' {
		sign = -1
	}
	rest, used := strings.ToUpper(word[1:]), 1
	if strings.Trim(rest, "0123456789") == "" && len(after) > 0 {
		if u, ok := unitNamed(after[0]); ok {
			rest, used = rest+u, 2
		}
	}
	if rest == "" {
		return bad()
	}
	for rest != "" {
		i := strings.IndexFunc(rest, func(c rune) bool { return c < '0' || c > '9' })
		if i < 1 {
			return bad()
		}
		n, ok := digits(rest[:i], 1, 5)
		if !ok {
			return bad()
		}
		switch n *= sign; rest[i] {
		case 'M':
			w.relative += minutes(n)
		case 'H':
			w.relative += time.Duration(n) * time.Hour
		case 'D':
			w.relativeDays += n
		case 'W':
			w.relativeDays += 7 * n
		default:
			return bad()
		}
		if w.relative.Abs() > farthest || w.relativeDays*sign > int(farthest/day) {
			return 0, fail(FarDate, message.New("{word} is more than five years. Write a shorter span of time.", quoted(word)))
		}
		rest = rest[i+1:]
	}
	w.isRelative = true
	return used, nil
}

// sensible returns an error for elements that do not form a date.
func (w written) sensible(text string) error {
	named := w.weekday != nil || w.month != 0 || w.day != 0 || w.year != 0
	switch {
	case !named && !w.timed && !w.isRelative && w.fromToday == nil:
		if strings.TrimSpace(text) == "" {
			return badDate(message.New("There is no date."))
		}
		return badDate(message.New("{text} has neither a day nor a time.", quoted(text)))
	case w.isRelative && (named || w.timed || w.fromToday != nil):
		return fail(BadDate, message.New("Write a span of time such as {example} by itself, without a day or a time of day.", message.Order("+36h")))
	case w.fromToday != nil && named:
		return fail(BadDate, message.New("Write either {words} or the date, not both.", message.ListOf(message.Or, []message.Order{"today", "tomorrow", "yesterday"})))
	case w.year != 0 && w.month == 0:
		return fail(BadDate, message.New("A year needs a month and a day, for example {example}.", message.Order("Nov 27 "+strconv.Itoa(w.year))))
	case w.weekday != nil && w.month != 0 && w.day == 0:
		return fail(BadDate, message.New("A month needs the number of the day besides the day of the week, for example {example}.", message.Order("Fri Nov 27")))
	}
	return nil
}
