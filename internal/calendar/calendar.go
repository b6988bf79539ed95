// Package calendar writes deadlines as calendar entries (RFC 5545).
package calendar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Entry is an event in a calendar.
type Entry struct {
	UID       string // the same in all versions of the entry
	Sequence  int64  // increases when the entry changes, so that calendars update it
	Stamp     time.Time
	At        time.Time
	Until     time.Time // zero for an entry of a quarter of an hour
	Summary   string
	URL       string        // page of the entry; empty if there is none
	Alarm     string        // reminder shown before the entry; empty for none
	Before    time.Duration // time from the alarm to the entry, in whole minutes; 0 means 12 hours
	Cancelled bool
	Organizer string // the e-mail address of the judge; required for an entry that is sent
}

// Feed is a calendar to which people subscribe.
type Feed struct {
	Name    string
	Every   time.Duration // how often a calendar should fetch the feed, in whole minutes
	Entries []Entry
}

// header contains the first lines of every calendar.
var header = []string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//podesta//judge//EN"}

// String returns the calendar with all its entries. It has no METHOD, which belongs
// to entries that are sent (RFC 5546).
func (f *Feed) String() string {
	every := duration(f.Every)
	lines := append(slices.Clone(header), "NAME:"+escaped(f.Name), "X-WR-CALNAME:"+escaped(f.Name), "REFRESH-INTERVAL;VALUE=DURATION:"+every, "X-PUBLISHED-TTL:"+every)
	for i := range f.Entries {
		lines = append(lines, f.Entries[i].lines()...)
	}
	return written(append(lines, "END:VCALENDAR"))
}

// String returns the entry as a calendar of its own, to be sent (RFC 5546).
func (e Entry) String() string {
	method := "PUBLISH"
	if e.Cancelled {
		method = "CANCEL"
	}
	return written(slices.Concat(header, []string{"METHOD:" + method}, e.lines(), []string{"END:VCALENDAR"}))
}

// lines returns the lines of the entry within a calendar.
func (e *Entry) lines() []string {
	const stamp = "20060102T150405Z"
	status := "CONFIRMED"
	if e.Cancelled {
		status = "CANCELLED"
	}
	lines := []string{
		"BEGIN:VEVENT",
		"UID:" + escaped(e.UID),
		fmt.Sprintf("SEQUENCE:%d", e.Sequence),
		"DTSTAMP:" + e.Stamp.UTC().Format(stamp),
		"DTSTART:" + e.At.UTC().Format(stamp),
		"DTEND:" + e.ends().UTC().Format(stamp),
		"SUMMARY:" + escaped(e.Summary),
		"STATUS:" + status,
		"TRANSP:TRANSPARENT",
	}
	if e.Organizer != "" {
		lines = append(lines, "ORGANIZER:mailto:"+plain(e.Organizer))
	}
	if e.URL != "" {
		lines = append(lines, "URL:"+plain(e.URL))
	}
	if e.Alarm != "" {
		lines = append(lines, "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-"+duration(cmp.Or(e.Before, 12*time.Hour)), "DESCRIPTION:"+escaped(e.Alarm), "END:VALARM")
	}
	return append(lines, "END:VEVENT")
}

// shown is the duration of an entry without an end, because calendars need an end after the
// beginning.
const shown = 15 * time.Minute

// ends returns when the entry ends.
func (e *Entry) ends() time.Time {
	if e.Until.After(e.At) {
		return e.Until
	}
	return e.At.Add(shown)
}

// Ahead returns how long before the end of a phase a calendar reminds people. Longer phases
// have earlier reminders.
func Ahead(phase time.Duration) time.Duration {
	switch {
	case phase >= 24*time.Hour:
		return 12 * time.Hour
	case phase >= 3*time.Hour:
		return time.Hour
	}
	return max(time.Minute, phase/3).Truncate(time.Minute)
}

// duration returns a time in whole minutes as calendars write it, such as PT12H or PT90M.
func duration(d time.Duration) string {
	if d%time.Hour == 0 {
		return fmt.Sprintf("PT%dH", d/time.Hour)
	}
	return fmt.Sprintf("PT%dM", d/time.Minute)
}

// written joins the lines of a calendar file, folded and ended as RFC 5545 requires.
func written(lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(folded(l) + "\r\n")
	}
	return b.String()
}

// plain returns valid text without control characters, which would end a line.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// escaped escapes a text (RFC 5545, 3.3.11).
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`).Replace(plain(s))
}

// folded breaks a line after at most 73 bytes, but never within a character.
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
