package schedule

import (
	"math"
	"strconv"
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// items lists the items of SET MOVES, RETREATS and ADJUSTS: the word, the
// shortest form that is accepted, the word in messages, and the title on pages.
var items = []struct {
	word, need, short string
	title             message.Message
}{
	{"CLOCK", "C", "CLOCK", message.New("Time of day")},
	{"MINIMUM", "M", "MIN", message.New("Not before")},
	{"NEXT", "N", "NEXT", message.New("Time until the deadline")},
	{"GRACE", "G", "GRACE", message.New("Grace")},
	{"DELAY", "DE", "DELAY", message.New("After the last orders")},
	{"DAYS", "DA", "DAYS", message.New("Days")},
}

// setting returns an item as messages use it.
func setting(word string) message.Setting {
	for _, i := range items {
		if i.word == word || i.short == word {
			return message.Setting{Word: i.short, Title: i.title.ID}
		}
	}
	panic("schedule: no item " + word)
}

// item returns the item with the given name or abbreviation.
func item(word string) string {
	word = strings.ToUpper(word)
	for _, i := range items {
		if strings.HasPrefix(word, i.need) && strings.HasPrefix(i.word, word) {
			return i.word
		}
	}
	return ""
}

// ParseItems parses items and their values, as they follow SET MOVES:
//
//	CLOCK 1410 NEXT 71 DAYS -MTWTF-
//
// and returns t with these values. CLOCK is in minutes after midnight, or a time of day such as
// 23:30, or NONE; the others are in hours with decimals, or with a unit, such as 30m and 3d.
// ParseItems stops at the first word that is not an item, and returns this word and those that
// follow as rest, for another SET. The result is valid. If the error, a BadTiming, is not nil,
// nothing is set.
func ParseItems(t Timing, words []string) (set Timing, rest []string, err error) {
	set = t
	n := 0
	for ; n < len(words); n += 2 {
		name := item(words[n])
		if name == "" {
			break
		}
		if n+1 == len(words) {
			return t, nil, fail(BadTiming, message.New("{setting} needs a value after it, for example {example}.", setting(name), message.Order(example(name))))
		}
		if err := set.put(name, words[n+1]); err != nil {
			return t, nil, err
		}
	}
	if n == 0 {
		what := message.New("nothing")
		if len(words) > 0 {
			what = message.New("{word}", quoted(words[0]))
		}
		return t, nil, fail(BadTiming, message.New("Expected one of {items}, with a value, but found {what}. For example: {example}.",
			message.ListOf(message.And, []message.Order{"CLOCK", "MIN", "NEXT", "GRACE", "DELAY", "DAYS"}), what, message.Order("CLOCK 1410 NEXT 71 DAYS -MTWTF-")))
	}
	if err := set.Validate(); err != nil {
		return t, nil, err
	}
	return set, words[n:], nil
}

func example(item string) string {
	switch item {
	case "CLOCK":
		return "CLOCK 1410"
	case "MINIMUM":
		return "MIN 12"
	case "NEXT":
		return "NEXT 71"
	case "GRACE":
		return "GRACE 167"
	case "DELAY":
		return "DELAY 0.5"
	}
	return "DAYS -MTWTF-"
}

// put parses and sets the value of one item.
func (t *Timing) put(item, value string) error {
	switch item {
	case "CLOCK":
		clock, ok := parseClock(value)
		if !ok {
			return fail(BadTiming, message.New("{setting} takes a time of day such as 23:30, the same in minutes after midnight, from 0 to 1439 (1410 is 23:30), or {none}; {value} is none of them.", setting(item), message.Order("none"), quoted(value)))
		}
		t.Clock = clock
		return nil
	case "DAYS":
		if err := validDays(value); err != nil {
			return err
		}
		t.Days = value
		return nil
	}
	span, ok := parseSpan(value)
	if !ok {
		return fail(BadTiming, message.New("{setting} takes a span of time, such as {example}, {example2} or {example3}, or a number of hours such as 71 or 0.5; {value} is neither.", setting(item), message.Order("30m"), message.Order("71h"), message.Order("3d"), quoted(value)))
	}
	switch item {
	case "MINIMUM":
		t.Min = span
	case "NEXT":
		if span < shortestNext {
			return fail(BadTiming, message.New("{setting} must be at least one minute; {value} is shorter.", setting(item), quoted(value)))
		}
		t.Next = span
	case "GRACE":
		t.Grace = span
	case "DELAY":
		t.Delay = span
	}
	return nil
}

// parseClock parses a time of day such as 1410 or 23:30, or -1 or NONE.
func parseClock(s string) (int, bool) {
	switch strings.ToUpper(s) {
	case "-1", "NONE", "OFF", "NO":
		return NoClock, true
	}
	if h, m, found := strings.Cut(s, ":"); found {
		hour, ok1 := digits(h, 1, 2)
		minute, ok2 := digits(m, 2, 2)
		return hour*60 + minute, ok1 && ok2 && hour < 24 && minute < 60
	}
	n, ok := digits(s, 1, 4)
	return n, ok && n < 24*60
}

// digits parses a number with least to most decimal digits.
func digits(s string, least, most int) (int, bool) {
	if len(s) < least || len(s) > most {
		return 0, false
	}
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// parseSpan parses hours with decimals, or a number with a unit (s, m, h, d, w), to the second.
func parseSpan(s string) (time.Duration, bool) {
	unit := time.Hour
	if n := len(s); n > 0 {
		switch s[n-1] | 0x20 {
		case 's':
			unit, s = time.Second, s[:n-1]
		case 'm':
			unit, s = time.Minute, s[:n-1]
		case 'h':
			s = s[:n-1]
		case 'd':
			unit, s = day, s[:n-1]
		case 'w':
			unit, s = 7*day, s[:n-1]
		}
	}
	if s == "" || len(s) > 12 || strings.Trim(s, "0123456789.") != "" || strings.Count(s, ".") > 1 {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false
	}
	seconds := math.Round(f * unit.Seconds())
	if seconds > (10 * longestSpan).Seconds() { // prevents an overflow; Validate checks limits
		return 0, false
	}
	return time.Duration(seconds) * time.Second, true
}
