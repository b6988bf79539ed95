package schedule

import (
	"fmt"
	"time"

	"podesta/machiavelli/message"
)

// Say returns clauses that describe how long phases of a kind last.
func (t Timing) Say() message.Message {
	var out []message.Message
	add := func(m message.Message) { out = append(out, m) }
	span := sayLength(t.Next)
	days, running, noon := sayDays(t.Days)
	if t.Next > 0 && (t.Clock >= 0 || days != nil || noon != nil) {
		span = message.New("at least {time}", span)
	}
	if t.Next == 0 {
		add(message.New("no deadline"))
		add(message.New("a phase is resolved when all orders are in"))
		return message.New("{times}", message.ListOf(message.Clauses, out))
	}
	add(span)
	if m := t.falls(days, running); !m.IsZero() {
		add(m)
	}
	if noon != nil {
		add(message.New("no deadline falls before noon on {days}", message.ListOf(message.And, noon)))
	}
	if t.Grace > 0 {
		add(message.New("grace of {time}", sayLength(t.Grace)))
	}
	if t.Min > 0 {
		add(message.New("nothing is resolved within the first {time}", sayLength(t.Min)))
	}
	if t.Delay > 0 {
		add(message.New("after the last orders the judge waits {time}", sayLength(t.Delay)))
	}
	return message.New("{times}", message.ListOf(message.Clauses, out))
}

// falls returns a clause with the times and days of deadlines. It is empty if they can be at any
// time.
func (t Timing) falls(days []message.Message, running bool) message.Message {
	clock := message.Name(fmt.Sprintf("%d:%02d", t.Clock/60, t.Clock%60))
	switch {
	case t.Clock >= 0 && running:
		return message.New("deadlines fall at {time}, from {first} to {last}", clock, days[0], days[len(days)-1])
	case t.Clock >= 0 && days != nil:
		return message.New("deadlines fall at {time} on {days}", clock, message.ListOf(message.And, days))
	case t.Clock >= 0:
		return message.New("deadlines fall at {time}", clock)
	case running:
		return message.New("deadlines fall from {first} to {last}", days[0], days[len(days)-1])
	case days != nil:
		return message.New("deadlines fall on {days}", message.ListOf(message.And, days))
	}
	return message.Message{}
}

// sayLength returns a length of time in words.
func sayLength(d time.Duration) message.Message {
	hours := func(n int) message.Message { return message.Plural(n, "{n} hour", "{n} hours") }
	minutes := func(n int) message.Message { return message.Plural(n, "{n} minute", "{n} minutes") }
	switch {
	case d >= 2*day && d%day == 0:
		return message.Plural(int(d/day), "{n} day", "{n} days")
	case d%time.Hour == 0:
		return hours(int(d / time.Hour))
	case d >= time.Hour:
		return message.New("{hours} {minutes}", hours(int(d/time.Hour)), minutes(int(d%time.Hour/time.Minute)))
	case d%time.Minute == 0:
		return minutes(int(d / time.Minute))
	}
	return message.Plural(int(d/time.Second), "{n} second", "{n} seconds")
}

// DayNames lists the days of the week, beginning with Sunday.
var DayNames = [7]message.Message{
	message.New("Sunday"), message.New("Monday"), message.New("Tuesday"), message.New("Wednesday"),
	message.New("Thursday"), message.New("Friday"), message.New("Saturday"),
}

// sayDays returns the days on which deadlines fall, or none if they fall on all days; whether
// these are more than two in a row; and those of them on which deadlines fall only from noon on.
func sayDays(days string) (all []message.Message, running bool, noon []message.Message) {
	if len(days) != len(EveryDay) {
		return nil, false, nil
	}
	first, last := 0, 0 // the week begins on Monday
	for i := range 7 {
		at := (i + 1) % 7
		if days[at] == '-' {
			continue
		}
		if len(all) == 0 {
			first = i
		}
		last = i
		all = append(all, DayNames[at])
		if days[at] >= 'a' {
			noon = append(noon, DayNames[at])
		}
	}
	if len(all) == 7 {
		return nil, false, noon
	}
	return all, len(all) > 2 && last-first == len(all)-1, noon
}
