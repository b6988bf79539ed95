// Package phrase puts messages into words for the readers of e-mail. It also provides message
// arguments for answers and other e-mail, such as powers, phases and audiences.
package phrase

import (
	"fmt"
	"strings"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// PhaseCode returns the short code that the old judge used for a phase, such as F1455M, or
// "Forming" before a game begins.
func PhaseCode(p machiavelli.Phase) string {
	season := map[machiavelli.Season]string{machiavelli.Spring: "S", machiavelli.Summer: "U", machiavelli.Fall: "F", machiavelli.Winter: "F"}[p.Season]
	step := map[machiavelli.Step]string{machiavelli.Orders: "M", machiavelli.Retreats: "R", machiavelli.Adjustments: "B"}[p.Step]
	if season == "" || step == "" {
		return "Forming"
	}
	return fmt.Sprintf("%s%04d%s", season, p.Year, step)
}

// GameCode returns the code of a game's phase, followed by X if the game is over or P if it is
// paused.
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

// OneLine returns a text for a header field or a line of a log: without line breaks and other
// control characters, truncated to n characters.
func OneLine(s string, n int) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' }), " ")
	if runes := []rune(s); len(runes) > n {
		s = strings.TrimSpace(string(runes[:n-1])) + "…"
	}
	return strings.TrimSpace(s)
}

// Person returns the name of a person or program for use in messages.
func Person(name string) message.Message {
	return message.New("{text}", message.Name(OneLine(name, 60)))
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
