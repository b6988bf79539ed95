package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"podesta/internal/client"
	"podesta/internal/journal"
)

// printable returns a text without control characters that a terminal would
// interpret: others choose names and write messages.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
}

// moment formats an instant in the time zone of this machine; a dash for none.
func moment(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.Local().Format("Mon 2 Jan 2006 15:04 MST")
}

// standingOf describes the state of a game in one line.
func standingOf(g *client.Summary) string {
	line := g.Name + " (" + g.ID + "): " + g.Status
	if g.Phase != "" {
		line += fmt.Sprintf(", %s, phase %d, revision %d", g.Phase, g.Number, g.Revision)
	}
	if g.Times.Deadline != nil && (g.Status == "active" || g.Status == "forming") {
		line += ", due " + moment(g.Times.Deadline)
	}
	return line
}

// youWords describes the caller's role in a game.
func youWords(g *client.Game) string {
	var parts []string
	if len(g.You.Powers) > 0 {
		parts = append(parts, strings.Join(powerNames(g, g.You.Powers), " and ")+fmt.Sprintf(" (seat %d)", g.You.Seat))
	} else if g.You.Player {
		parts = append(parts, "a player")
	}
	if g.You.Master {
		parts = append(parts, "master")
	}
	if g.You.Observer {
		parts = append(parts, "observer")
	}
	if len(parts) == 0 {
		return "nobody"
	}
	return strings.Join(parts, ", ")
}

// powerNames returns the names of powers by their identifiers.
func powerNames(g *client.Game, ids []string) []string {
	var out []string
	for _, id := range ids {
		i := slices.IndexFunc(g.Powers, func(p client.Power) bool { return p.ID == id })
		if i < 0 {
			out = append(out, id)
			continue
		}
		out = append(out, g.Powers[i].Name)
	}
	return out
}

// seatWords describes the state of a seat, as far as the caller may know it.
func seatWords(s *client.Seat) string {
	var out []string
	open := s.Abandoned || s.Disorder
	for _, x := range []struct {
		on   bool
		word string
	}{
		{s.Owes && !s.Given && !open, "owes orders"},
		{s.Awaited && !s.Owes && !open, "awaited"},
		{s.Awaited && open, "waiting for someone to take over"},
		{s.Given && !s.Complete, "orders are there"},
		{s.Complete, "orders complete"},
		{s.Ready, "ready"},
		{s.Wait, "waits"},
		{s.Late, "late"},
		{s.Abandoned, "abandoned"},
		{s.Disorder, "in civil disorder"},
	} {
		if x.on {
			out = append(out, x.word)
		}
	}
	if s.LateCount > 0 {
		out = append(out, "late "+count(s.LateCount, "time")+" so far")
	}
	return strings.Join(out, ", ")
}

// audienceWords names an audience.
func audienceWords(a *client.Audience) string {
	switch {
	case a.All, a.Members:
		return "all"
	case len(a.Powers) > 0 && a.Observers:
		return strings.Join(a.Powers, ", ") + ", observers"
	case len(a.Powers) > 0:
		return strings.Join(a.Powers, ", ")
	case a.Observers:
		return "observers"
	}
	return "the master"
}

// entryWords describes an entry of a log with a title and lines.
func entryWords(e *client.Entry) (title string, lines []string) {
	switch {
	case e.Press != nil:
		from := "someone"
		switch {
		case e.Press.Master:
			from = "the master"
		case len(e.Powers) > 0:
			from = strings.Join(e.Powers, ", ")
		case e.Press.Who != "":
			from = journal.SayWho(e.Press.Who, e.Number).String()
		}
		title = "press from " + from + " to " + audienceWords(&e.Press.Header)
		if e.Press.Grey && len(e.Powers) > 0 {
			title += " (grey)"
		}
		if e.Press.Fake {
			title += " (in truth to " + audienceWords(&e.To) + ")"
		}
		lines = strings.Split(strings.TrimRight(e.Press.Text, "\n"), "\n")
	case e.Result != nil:
		title = fmt.Sprintf("result of phase %d, %s", e.Result.Number, e.Result.Phase)
		switch {
		case e.Result.Over:
			lines = append(lines, "The game is over.")
		case e.Result.Next != "":
			next := "Next: " + e.Result.Next
			if e.Result.Times != nil && e.Result.Times.Deadline != nil {
				next += ", due " + moment(e.Result.Times.Deadline)
			}
			lines = append(lines, next)
		}
	case e.Notice != nil:
		title = "notice"
		if e.Notice.Text != "" {
			lines = append(lines, e.Notice.Text)
		}
		lines = append(lines, e.Notice.Lines...)
	case e.Act != nil:
		return "act of a master", actWords(e.Act)
	}
	return title, lines
}

func actWords(a *client.Act) []string {
	lines := []string{a.Text}
	if a.Why != "" {
		lines = append(lines, "Reason: "+a.Why)
	}
	return append(lines, a.Changes...)
}

// verdictLines describes the verdict on a line of orders.
func verdictLines(v *client.Verdict) []string {
	var out []string
	switch {
	case !v.OK:
		out = append(out, fmt.Sprintf("? line %d: %s", v.Line, strings.TrimSpace(v.Text)), "    "+v.Error+" ["+v.Code+"]")
		if len(v.Suggest) > 0 {
			out = append(out, "    Did you mean: "+strings.Join(v.Suggest, "; "))
		}
		return out
	case v.Replaced:
		out = append(out, "- "+v.Canonical+" (a later line takes its place)")
	default:
		out = append(out, "+ "+v.Canonical)
	}
	for _, n := range v.Notes {
		out = append(out, "    note: "+n)
	}
	return out
}

// missingWords describes what a power still owes.
func missingWords(m *client.Missing) string {
	var parts []string
	if len(m.Units) > 0 {
		parts = append(parts, "no orders for "+strings.Join(m.Units, ", "))
	}
	if len(m.Retreats) > 0 {
		parts = append(parts, "no retreat for "+strings.Join(m.Retreats, ", "))
	}
	if m.Builds > 0 {
		parts = append(parts, fmt.Sprintf("%d builds neither ordered nor waived", m.Builds))
	}
	if m.Removals > 0 {
		parts = append(parts, fmt.Sprintf("%d removals not named", m.Removals))
	}
	return m.Power + ": " + strings.Join(parts, "; ")
}

// timeFormats lists the formats in which a time can be typed.
var timeFormats = []string{time.RFC3339, "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02"}

// readTime parses a time: in this machine's time zone unless it names another,
// or a duration from now, such as +48h.
func readTime(text string, now time.Time) (time.Time, error) {
	if span, ok := strings.CutPrefix(text, "+"); ok {
		if d, err := time.ParseDuration(span); err == nil {
			return now.Add(d).UTC(), nil
		}
	}
	for _, f := range timeFormats {
		if t, err := time.ParseInLocation(f, text, time.Local); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no time: write 2026-11-30, 2026-11-30T20:00, 2026-11-30T20:00:00Z or +48h", text)
}
