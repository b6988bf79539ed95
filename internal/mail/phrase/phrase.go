// Package phrase contains texts and line breaking for answers and other e-mail:
// names of games, seats and phases, times in the reader's zone, lists and
// counts.
package phrase

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// The widths of lines. E-mail about games is narrower than answers: few mail
// programs show more without breaking lines themselves.
const (
	AnswerWidth = 78
	LineWidth   = 72
)

// Count returns a number with its noun: "1 order", "3 orders".
func Count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// PhaseCode returns the short code of a phase that the old judge used: F1455M.
func PhaseCode(p machiavelli.Phase) string {
	season := map[machiavelli.Season]string{machiavelli.Spring: "S", machiavelli.Summer: "U", machiavelli.Fall: "F", machiavelli.Winter: "F"}[p.Season]
	step := map[machiavelli.Step]string{machiavelli.Orders: "M", machiavelli.Retreats: "R", machiavelli.Adjustments: "B"}[p.Step]
	if season == "" || step == "" {
		return "Forming"
	}
	return fmt.Sprintf("%s%04d%s", season, p.Year, step)
}

// GameCode returns the code of a game's phase, followed by its state.
func GameCode(g *game.Game) string {
	code := PhaseCode(g.Phase)
	switch {
	case g.Number == 0:
		return "Forming"
	case g.Finished:
		return code + "X"
	case g.Status == game.Paused:
		return code + "P"
	}
	return code
}

// Zone returns the time zone of an account, or UTC if it has none.
func Zone(a *game.Account) *time.Location {
	if a == nil || a.Zone == "" {
		return time.UTC
	}
	loc, err := schedule.Zone(a.Zone)
	if err != nil {
		return time.UTC
	}
	return loc
}

// When formats an instant in the reader's zone: "Mon 7 Dec 2026, 20:00
// Europe/Rome".
func When(t time.Time, loc *time.Location) string {
	return t.In(loc).Format("Mon 2 Jan 2006, 15:04 ") + loc.String()
}

// Soon formats an instant for a subject: "Mon 20:00", with the date if it is not
// within a week.
func Soon(t, now time.Time, loc *time.Location) string {
	if d := t.Sub(now); d < 0 || d > 6*24*time.Hour {
		return t.In(loc).Format("Mon 2 Jan 15:04")
	}
	return t.In(loc).Format("Mon 15:04")
}

// PhaseName returns the name of a phase: "Spring 1454", "Spring 1454 retreats",
// or "" before a game has begun.
func PhaseName(p machiavelli.Phase) string {
	if p.Season == 0 {
		return ""
	}
	season, step, _ := strings.Cut(p.Title(), ", ")
	if p.Step != machiavelli.Retreats {
		return season
	}
	return season + " " + step
}

// DueName names what is due in a phase: "orders", "retreats", "adjustments".
func DueName(p machiavelli.Phase) string {
	if p.Season == 0 {
		return "orders"
	}
	_, step, _ := strings.Cut(p.Title(), ", ")
	return step
}

// Wrap breaks a text into lines of at most width columns. The first line begins
// with first, the others with indent. Longer words stay whole.
func Wrap(text, first, indent string, width int) string {
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

// List joins words with commas and "and".
func List(words []string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// OneLine returns a text for a header field or a line of a log: without line breaks
// and other control characters, cut to n characters.
func OneLine(s string, n int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' }), " ")
	if runes := []rune(s); len(runes) > n {
		s = strings.TrimSpace(string(runes[:n-1])) + "…"
	}
	return strings.TrimSpace(s)
}

// Seat returns the name of a seat: its powers.
func Seat(g *game.Game, seat int) string {
	if seat < 1 || seat > len(g.Setting.Seats) {
		return "nobody"
	}
	var names []string
	for _, p := range g.Setting.Seats[seat-1] {
		names = append(names, g.Setting.Powers[p].Name)
	}
	return strings.Join(names, " and ")
}

// SeatOf returns the seat of a power, or 0.
func SeatOf(g *game.Game, p machiavelli.Power) int {
	for i, powers := range g.Setting.Seats {
		if p != machiavelli.Nobody && slices.Contains(powers, p) {
			return i + 1
		}
	}
	return 0
}

// Typed returns a game's name as players type it after a power's letter:
// without spaces.
func Typed(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' {
			return -1
		}
		return r
	}, name)
}

// Audience names an audience.
func Audience(g *game.Game, a game.Audience) string {
	if a.All || a.Members {
		return "everybody"
	}
	var names []string
	for _, seat := range a.Seats {
		names = append(names, Seat(g, seat))
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
	return List(names)
}

// Unit names a unit as reports of orders do: "Army Pisa".
func Unit(t report.Teller, u position.Unit) string {
	typ := u.Type.String()
	return strings.ToUpper(typ[:1]) + typ[1:] + " " + t.Place(u.Place())
}

// Seats lists the names of seats.
func Seats(g *game.Game, seats []int) string {
	names := make([]string, len(seats))
	for i, n := range seats {
		names[i] = Seat(g, n)
	}
	return List(names)
}
