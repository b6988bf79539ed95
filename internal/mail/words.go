package mail

import (
	"fmt"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli"
)

// count is a number with its word.
func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// phaseCode is a phase as old players know it: F1455M.
func phaseCode(p machiavelli.Phase) string {
	season := map[machiavelli.Season]string{machiavelli.Spring: "S", machiavelli.Summer: "U", machiavelli.Fall: "F", machiavelli.Winter: "F"}[p.Season]
	step := map[machiavelli.Step]string{machiavelli.Orders: "M", machiavelli.Retreats: "R", machiavelli.Adjustments: "B"}[p.Step]
	if season == "" || step == "" {
		return "Forming"
	}
	return fmt.Sprintf("%s%04d%s", season, p.Year, step)
}

// gameCode is the code of a game's phase, with its state behind it.
func gameCode(g *judge.Game) string {
	code := phaseCode(g.Phase)
	switch {
	case g.Number == 0:
		return "Forming"
	case g.Finished:
		return code + "X"
	case g.Status == judge.Paused:
		return code + "P"
	}
	return code
}

// zone is the time zone of an account.
func zone(a *judge.Account) *time.Location {
	if a == nil || a.Zone == "" {
		return time.UTC
	}
	loc, err := schedule.Zone(a.Zone)
	if err != nil {
		return time.UTC
	}
	return loc
}

// when is an instant for a reader, in their zone: "Mon 7 Dec 2026, 20:00
// Europe/Rome".
func when(t time.Time, loc *time.Location) string {
	return t.In(loc).Format("Mon 2 Jan 2006, 15:04 ") + loc.String()
}

// soon is an instant for a subject: "Mon 20:00", or with the day if it is not
// within a week.
func soon(t, now time.Time, loc *time.Location) string {
	if d := t.Sub(now); d < 0 || d > 6*24*time.Hour {
		return t.In(loc).Format("Mon 2 Jan 15:04")
	}
	return t.In(loc).Format("Mon 15:04")
}

// phaseName is what a phase is called: "Spring 1454", "Spring 1454 retreats";
// nothing before a game has begun.
func phaseName(p machiavelli.Phase) string {
	if p.Season == 0 {
		return ""
	}
	season, step, _ := strings.Cut(p.Title(), ", ")
	if p.Step != machiavelli.Retreats {
		return season
	}
	return season + " " + step
}

// dueName is what is due in a phase: "orders", "retreats", "adjustments".
func dueName(p machiavelli.Phase) string {
	if p.Season == 0 {
		return "orders"
	}
	_, step, _ := strings.Cut(p.Title(), ", ")
	return step
}

// upperFirst is a text with a capital letter.
func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// wrap breaks a text into lines of at most width columns; further lines begin
// with indent. Words that are longer stay whole.
func wrap(text, first, indent string, width int) string {
	var b strings.Builder
	line, empty := first, true
	for _, w := range strings.Fields(text) {
		if !empty && len([]rune(line))+1+len([]rune(w)) > width {
			b.WriteString(line + "\n")
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line += w
		empty = false
	}
	return b.String() + line
}

// list is words with commas and "and".
func list(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}
