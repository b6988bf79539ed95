package outbox

import (
	"time"

	"podesta/internal/calendar"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// calendar returns the deadline of a game as a calendar entry. The entry has the same UID in all
// e-mail about the game and an increasing sequence number, so that a calendar moves it when the
// deadline changes. The parameter told is the time of the log entry.
func (r *reader) calendar(told, at time.Time, cancel bool) string {
	o, g := r.o, r.g
	name := message.Name(g.Name)
	e := calendar.Entry{
		UID: g.ID + "-deadline@" + o.c.Domain(), Sequence: sequence(told), Stamp: o.clock.Now(), At: at, URL: o.c.PageOf(g), Cancelled: cancel, Organizer: o.c.Address,
		Summary: phrase.OneLine(r.say(message.New("Orders due: {game}, {phase}", name, message.Phase(g.Phase))), 200),
	}
	if !cancel {
		e.Before = calendar.Ahead(at.Sub(told))
		e.Alarm = phrase.OneLine(r.say(message.New("Orders due: {game}", name)), 200)
	}
	return e.String()
}

// sequence returns a number that increases with the time of the log entry. The number of the
// entry would increase too, but its gaps would reveal the number of entries for other people.
func sequence(told time.Time) int64 {
	return max(0, told.Unix()-time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Unix())
}
