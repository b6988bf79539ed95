package schedule

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"podesta/machiavelli/message"
)

// Master is the seat number of a master in absences.
const Master = 0

// MaxPending is the maximum number of absences that a person may have set at a time.
const MaxPending = 3

// DefaultMaxAbsence is the number of days of absence that players in a new game may set without
// the master. MAX ABSENCE accepts 0 to LongestMaxAbsence.
const (
	DefaultMaxAbsence = 15
	LongestMaxAbsence = 31
)

// longestAbsence is the maximum length of an absence that a master may set or approve.
const longestAbsence = 366 * day

// noAbsence is the command that removes an absence.
const noAbsence = message.Order("SET NO ABSENCE")

// Absence is a period, from Start to just before End, in which a person cannot give orders.
// Deadlines that are set later avoid it.
type Absence struct {
	Seat       int // Master for an absence of a master
	Start, End time.Time
}

// Holds reports whether the absence includes the instant.
func (a Absence) Holds(at time.Time) bool { return !at.Before(a.Start) && at.Before(a.End) }

// Pending returns the absences that have not ended, sorted by start.
func Pending(absences []Absence, now time.Time) []Absence {
	var out []Absence
	for _, a := range absences {
		if a.End.After(now) {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b Absence) int {
		return cmp.Or(a.Start.Compare(b.Start), a.End.Compare(b.End), cmp.Compare(a.Seat, b.Seat))
	})
	return out
}

// AddAbsence adds an absence to those of the same person and returns those that are pending then.
// maxDays is the game's MAX ABSENCE. free lifts this limit for absences that a master sets or
// approves. The errors are BadAbsence, ManyAbsences, OverAbsence and LongAbsence. After
// LongAbsence, the master may approve the absence, and it can be added with free.
func AddAbsence(own []Absence, a Absence, now time.Time, maxDays int, free bool) ([]Absence, error) {
	own = Pending(own, now)
	a.Start, a.End = whole(a.Start), whole(a.End)
	switch {
	case !a.End.After(a.Start):
		return own, fail(BadAbsence, message.New("The absence would end ({end}) before it begins ({start}). Write the later date second.", moment(a.End), moment(a.Start)))
	case !a.End.After(now):
		return own, fail(BadAbsence, message.New("The absence would already be over: it ends {end}. Write dates that are still to come, with the year if need be.", moment(a.End)))
	case a.End.Sub(a.Start) > longestAbsence:
		return own, fail(BadAbsence, message.New("An absence can last a year at most."))
	case a.Start.Sub(now) > longestAbsence:
		return own, fail(BadAbsence, message.New("An absence can be set a year ahead at most; this one begins {start}.", moment(a.Start)))
	}
	for _, o := range own {
		if a.Start.Before(o.End) && o.Start.Before(a.End) {
			return own, fail(OverAbsence, message.New("There is already an absence from {start} to {end}. Remove it first with {command} and a date in it.", moment(o.Start), moment(o.End), noAbsence))
		}
	}
	if len(own) >= MaxPending {
		return own, fail(ManyAbsences, message.New("You already have {n} absences, the most that are allowed at a time. Remove one with {command} and a date in it.", message.Number(len(own)), noAbsence))
	}
	if !free && a.End.After(Shortened(a, maxDays)) {
		return own, fail(LongAbsence, message.Plural(maxDays, "Longer than {n} day, so I have asked the master; you will hear.", "Longer than {n} days, so I have asked the master; you will hear."))
	}
	return Pending(append(own, a), now), nil
}

// Shortened returns the end of an absence, cut to the number of days that players may set
// themselves. The absence may be an hour longer than these days, in case clocks are set back.
func Shortened(a Absence, maxDays int) time.Time {
	if longest := time.Duration(maxDays) * day; a.End.Sub(a.Start) > longest+time.Hour {
		return a.Start.Add(longest)
	}
	return a.End
}

// ParseAbsence reads the dates of SET ABSENCE: a start and, after TO, an end. A start without a
// time of day is the beginning of the day, or now if the day is today; an end without a time is
// 23:59. Without an end, the absence lasts a day. An end without a year is the first such date
// after the start.
func ParseAbsence(text string, seat int, ctx DateContext) (Absence, error) {
	first, second, isTo := cutTo(text)
	ctx.Mode, ctx.Clock, ctx.ClockZone = upcoming, 0, nil
	start, err := parseDate(first, ctx)
	if err != nil {
		return Absence{}, err
	}
	a := Absence{Seat: seat, Start: latest(start.at, whole(ctx.Now))}
	if !isTo {
		a.End = later(start.at, day, start.zone)
		return a, nil
	}
	ctx.Now, ctx.Clock, ctx.Zone = a.Start, 23*60+59, start.zone
	end, err := parseDate(second, ctx)
	if Code(err) == PastDate {
		err = fail(BadAbsence, message.New("The absence would end before it begins ({start}). Write the later date second.", moment(a.Start)))
	}
	if err != nil {
		return Absence{}, err
	}
	a.End = end.at
	return a, nil
}

// cutTo splits a text at the word TO or a synonym.
func cutTo(text string) (before, after string, found bool) {
	words := strings.Fields(text)
	for i, w := range words {
		switch strings.ToUpper(w) {
		case "TO", "UNTIL", "TILL", "THROUGH", "-", "\u2013":
			return strings.Join(words[:i], " "), strings.Join(words[i+1:], " "), true
		}
	}
	return text, "", false
}
