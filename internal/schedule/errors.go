package schedule

import (
	"errors"
	"strconv"
	"time"

	"podesta/machiavelli/message"
)

// Error is an error for people: a code for callers, and sentences that explain what is wrong and
// what would be right.
type Error struct {
	Code    string
	Message message.Message
}

// Error returns the message in English.
func (e *Error) Error() string { return e.Message.String() }

// Say returns the message.
func (e *Error) Say() message.Message { return e.Message }

// The codes of errors.
const (
	BadTiming    = "bad_timing"    // invalid item of SET MOVES, RETREATS or ADJUSTS
	BadZone      = "bad_zone"      // an unknown time zone
	BadDate      = "bad_date"      // a date that cannot be read
	NotADay      = "not_a_day"     // a date that does not exist
	PastDate     = "past_date"     // a date in the past
	FutureDate   = "future_date"   // a date in the future, although it must be in the past
	FarDate      = "far_date"      // a date too far away, or without the year that it needs
	BadOrder     = "bad_order"     // a grace period that ends before the deadline
	BadAbsence   = "bad_absence"   // an absence that ends before it begins, or has ended
	ManyAbsences = "many_absences" // too many absences at a time
	OverAbsence  = "over_absence"  // an absence that overlaps another one
	LongAbsence  = "long_absence"  // an absence that the master must approve
)

// Code returns the code of an error of this package, or "" for any other.
func Code(err error) string {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func fail(code string, m message.Message) error { return &Error{code, m} }

// moment returns an instant as an argument of a message.
func moment(t time.Time) message.Moment { return message.Moment(t.Unix()) }

// quoted formats a person's text for a message: in quotes, without control characters, and
// shortened.
func quoted(s string) message.Order {
	const longest = 40
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "..."
	}
	return message.Order(strconv.Quote(s))
}
