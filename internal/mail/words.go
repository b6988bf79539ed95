package mail

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// The widths of lines. Letters about games are narrower than answers: few mail
// programs show more without breaking lines themselves.
const (
	answerWidth = 78
	lineWidth   = 72
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

// oneLine makes a text fit for a header field or a line of a log: without line
// breaks and other control characters, and at most n characters long.
func oneLine(s string, n int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' }), " ")
	if runes := []rune(s); len(runes) > n {
		s = strings.TrimSpace(string(runes[:n-1])) + "…"
	}
	return strings.TrimSpace(s)
}

// seatName is what a seat's player is called: by the powers.
func seatName(g *judge.Game, seat int) string {
	if seat < 1 || seat > len(g.Setting.Seats) {
		return "nobody"
	}
	var names []string
	for _, p := range g.Setting.Seats[seat-1] {
		names = append(names, g.Setting.Powers[p].Name)
	}
	return strings.Join(names, " and ")
}

// seatOf is the seat of a power; 0 if it has none.
func seatOf(g *judge.Game, p machiavelli.Power) int {
	for i, powers := range g.Setting.Seats {
		if p != machiavelli.Nobody && slices.Contains(powers, p) {
			return i + 1
		}
	}
	return 0
}

// typed is a game's name as it is typed behind a power's letter.
func typed(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' {
			return -1
		}
		return r
	}, name)
}

// audienceWords names an audience.
func audienceWords(g *judge.Game, a judge.Audience) string {
	if a.All || a.Members {
		return "everybody"
	}
	var names []string
	for _, seat := range a.Seats {
		names = append(names, seatName(g, seat))
	}
	if a.Observers {
		names = append(names, "the observers")
	}
	switch {
	case a.Account != "":
		return "somebody without a seat"
	case len(names) == 0:
		return "the masters"
	}
	return list(names)
}

// unitLine is a unit as reports of orders have it: "Army Pisa".
func unitLine(t report.Teller, u position.Unit) string {
	typ := u.Type.String()
	return strings.ToUpper(typ[:1]) + typ[1:] + " " + t.Place(u.Place())
}

// seatList lists the powers of seats.
func seatList(g *judge.Game, seats []int) string {
	names := make([]string, len(seats))
	for i, n := range seats {
		names[i] = seatName(g, n)
	}
	return list(names)
}
