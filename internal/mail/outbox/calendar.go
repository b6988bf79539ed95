package outbox

import (
	"fmt"
	"strings"
	"time"

	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// calendar returns the deadline of a game as a calendar entry. It has the same
// UID in all e-mail about the game, and a rising sequence, so that a calendar
// moves it. told is the time of the log entry.
func (r *reader) calendar(told, at time.Time, cancel bool) string {
	o, g := r.o, r.g
	name := message.Name(g.Name)
	const stamp = "20060102T150405Z"
	method, status := "PUBLISH", "CONFIRMED"
	if cancel {
		method, status = "CANCEL", "CANCELLED"
	}
	lines := []string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//podesta//judge//EN", "METHOD:" + method,
		"BEGIN:VEVENT",
		"UID:" + g.ID + "-deadline@" + o.c.Domain(),
		fmt.Sprintf("SEQUENCE:%d", sequence(told)),
		"DTSTAMP:" + o.clock.Now().UTC().Format(stamp),
		"DTSTART:" + at.UTC().Format(stamp),
		"DTEND:" + at.UTC().Format(stamp),
		"SUMMARY:" + calendarText(r.say(message.New("Orders due: {game}, {phase}", name, message.Phase(g.Phase)))),
		"STATUS:" + status,
		"TRANSP:TRANSPARENT",
	}
	if page := o.c.PageOf(g); page != "" {
		lines = append(lines, "URL:"+page)
	}
	if !cancel {
		lines = append(lines, "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT12H", "DESCRIPTION:"+calendarText(r.say(message.New("Orders due: {game}", name))), "END:VALARM")
	}
	lines = append(lines, "END:VEVENT", "END:VCALENDAR")
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(folded(l) + "\r\n")
	}
	return b.String()
}

// sequence returns a number that rises with the time of the log entry. The
// number of the entry would rise, too, but its gaps would reveal the number of
// entries for others.
func sequence(told time.Time) int64 {
	return max(0, told.Unix()-time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC).Unix())
}

// calendarText escapes a text for a calendar (RFC 5545, 3.3.11).
func calendarText(s string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`).Replace(phrase.OneLine(s, 200))
}

// folded breaks a line after at most 73 bytes, not within a character.
func folded(s string) string {
	const most = 73
	var b strings.Builder
	n := 0
	for _, r := range s {
		size := len(string(r))
		if n+size > most {
			b.WriteString("\r\n ")
			n = 1
		}
		b.WriteRune(r)
		n += size
	}
	return b.String()
}
