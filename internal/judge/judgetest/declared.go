package judgetest

import (
	"fmt"
	"strings"

	"podesta/internal/act"
)

// Can reports whether the declaration of a command permits it to people who have all of the given
// roles. People with an account are not strangers.
func Can(c *act.Command, is act.Who) bool {
	if c.Scope == act.Seat && is&act.Master != 0 {
		is |= act.Player // a master can act for any seat
	}
	return c.Who&act.Anyone != 0 || c.Who&is != 0
}

// Typed returns a word for each argument that a command needs. Each word is valid for its
// argument, but need not make sense in a game.
func Typed(c *act.Command) map[string]string {
	out := map[string]string{}
	for i := range c.Args {
		a := &c.Args[i]
		if !a.Required {
			continue
		}
		switch {
		case len(a.Of) > 0:
			out[a.Name] = a.Of[0]
		case a.Kind == act.Number:
			out[a.Name] = fmt.Sprint(max(a.Least, 1))
		case a.Kind == act.Place, a.Kind == act.Writer:
			out[a.Name] = "1"
		case a.Kind == act.Power:
			out[a.Name] = "V"
		case a.Kind == act.Time:
			out[a.Name] = "2026-12-24T18:00:00Z"
		case a.Kind == act.Switch:
			out[a.Name] = "true"
		case a.Name == "email":
			out[a.Name] = "nobody@example.org"
		case a.Name == "game":
			out[a.Name] = "played"
		default:
			out[a.Name] = "none"
		}
	}
	return out
}

// Misspelt returns a word with its letters changed so slightly that it is still recognized.
func Misspelt(word string) string { return strings.ToLower(word[:1]) + word[:1] + word[1:] }
