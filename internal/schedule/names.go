package schedule

import (
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// named reports whether a word, in capitals, is a full name or at least its
// first three letters.
func named(word, name string) bool {
	return len(word) >= 3 && strings.HasPrefix(strings.ToUpper(name), word)
}

func weekdayNamed(word string) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if named(word, d.String()) {
			return d, true
		}
	}
	return 0, false
}

func monthNamed(word string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if named(word, m.String()) {
			return m, true
		}
	}
	return 0, false
}

// unitNamed returns the letter for the name of a unit of time.
func unitNamed(word string) (string, bool) {
	switch strings.TrimSuffix(strings.ToUpper(word), "S") {
	case "M", "MIN", "MINUTE":
		return "M", true
	case "H", "HOUR":
		return "H", true
	case "D", "DAY":
		return "D", true
	case "W", "WEEK":
		return "W", true
	}
	return "", false
}

// abbreviated maps unambiguous abbreviations of time zones to their hours ahead of UTC. They are
// European, or American as used in mail headers.
var abbreviated = map[string]int{
	"UT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3,
	"EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}

// zoneNamed returns the zone with a name such as UTC, UTC+2, CET or Europe/Rome.
func zoneNamed(word string) (*time.Location, error) {
	upper := strings.ToUpper(word)
	if h, ok := abbreviated[upper]; ok {
		return time.FixedZone(upper, h*3600), nil
	}
	for _, base := range []string{"UTC", "GMT"} {
		if offset, found := strings.CutPrefix(upper, base); found && offset != "" {
			if len(offset) == 2 { // as in UTC+2
				offset = offset[:1] + "0" + offset[1:]
			}
			if len(offset) == 3 { // as in UTC+02
				offset += "00"
			}
			if loc, ok := offsetZone(offset); ok {
				return loc, nil
			}
		}
	}
	if strings.Contains(word, "/") || upper == "UTC" || upper == "GMT" || upper == "Z" {
		return Zone(word)
	}
	return nil, badDate(message.New("{word} is not part of a date. Write days of the week and months in English, and zones as in UTC, +02:00 or {zone}.", quoted(word), rome))
}

// offsetZone parses an offset: Z, +0200 or +02:00.
func offsetZone(word string) (*time.Location, bool) {
	if word == "Z" || word == "z" {
		return time.UTC, true
	}
	if len(word) == 6 && word[3] == ':' {
		word = word[:3] + word[4:]
	}
	if len(word) != 5 || word[0] != '+' && word[0] != '-' {
		return nil, false
	}
	n, ok := digits(word[1:], 4, 4)
	if !ok || n/100 > 14 || n%100 > 59 {
		return nil, false
	}
	seconds := (n/100*60 + n%100) * 60
	if word[0] == '-' {
		seconds = -seconds
	}
	if seconds == 0 {
		return time.UTC, true
	}
	return time.FixedZone(word, seconds), true
}
