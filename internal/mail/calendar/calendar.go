// Package calendar writes deadlines as calendar entries (RFC 5545).
package calendar

import (
	"fmt"
	"strings"
	"time"
	"unicode"
)

// Entry is a moment in a calendar.
type Entry struct {
	UID       string // the same in all versions of the entry
	Sequence  int64  // rises, so that a calendar moves the entry
	Stamp     time.Time
	At        time.Time
	Summary   string
	URL       string // page of the entry; empty: none
	Alarm     string // shown twelve hours before; empty: nothing
	Cancelled bool
}

// String returns the entry as a calendar of its own.
func (e Entry) String() string {
	const stamp = "20060102T150405Z"
	method, status := "PUBLISH", "CONFIRMED"
	if e.Cancelled {
		method, status = "CANCEL", "CANCELLED"
	}
	lines := []string{
		"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//podesta//judge//EN", "METHOD:" + method,
		"BEGIN:VEVENT",
		"UID:" + escaped(e.UID),
		fmt.Sprintf("SEQUENCE:%d", e.Sequence),
		"DTSTAMP:" + e.Stamp.UTC().Format(stamp),
		"DTSTART:" + e.At.UTC().Format(stamp),
		"DTEND:" + e.At.UTC().Format(stamp),
		"SUMMARY:" + escaped(e.Summary),
		"STATUS:" + status,
		"TRANSP:TRANSPARENT",
	}
	if e.URL != "" {
		lines = append(lines, "URL:"+plain(e.URL))
	}
	if e.Alarm != "" {
		lines = append(lines, "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT12H", "DESCRIPTION:"+escaped(e.Alarm), "END:VALARM")
	}
	lines = append(lines, "END:VEVENT", "END:VCALENDAR")
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
