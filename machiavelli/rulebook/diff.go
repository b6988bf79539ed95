package rulebook

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Change is a difference between two games, in words.
type Change struct {
	Group  string // group that the option belongs to
	Option string // name of the option; empty for the board
	Title  string
	Before string // meaning of the option's value in the first game
	Now    string // meaning of the value in the second game
	From   string // names of the two values
	To     string
}

// Diff returns what a player who changes from one game to another must know. The result contains
// the options in which their rules differ, in the order of the register. Options without effect
// on the other game's rulebook, such as who can be bribed in a game without money, are left out.
// The boards come from the settings.
func Diff(a *rules.Set, from *position.Setting, b *rules.Set, to *position.Setting) []Change {
	var out []Change
	if from.Board.Slug != to.Board.Slug {
		out = append(out, Change{Group: "the board", Title: "The board", Before: from.Board.Title, Now: to.Board.Title})
	}
	for _, d := range a.Diff(*b) {
		if d.Option == "victory-cities-few-players" && follows(a) && follows(b) || !matters(b, to, d.Option, d.Here) {
			continue
		}
		o, _ := rules.Find(d.Option)
		out = append(out, Change{
			Group: o.Group, Option: o.Name, Title: o.Title,
			Before: meaning(o, d.Here), Now: meaning(o, d.There),
			From: d.Here, To: d.There,
		})
	}
	return out
}

// follows reports whether games with few players need as many cities as other
// games.
func follows(r *rules.Set) bool { return r.VictoryCitiesFewPlayers == r.VictoryCities }

// matters reports whether another value of an option changes the rulebook of a
// game.
func matters(r *rules.Set, s *position.Setting, option, value string) bool {
	other := *r
	if err := other.Apply(option, value); err != nil {
		return false
	}
	return body(r, s) != body(&other, s)
}

// body returns the text of a rulebook without its title.
func body(r *rules.Set, s *position.Setting) string {
	var w strings.Builder
	New(r, s).writeMarkdown(&w, "##")
	return w.String()
}

// meaning describes a value of an option.
func meaning(o *rules.Option, value string) string {
	i := slices.IndexFunc(o.Values, func(v rules.Value) bool { return v.Name == value })
	if _, err := strconv.Atoi(value); i < 0 || o.Max > 0 && err == nil {
		return value
	}
	return o.Values[i].Doc
}

// Changes formats differences for readers, as Markdown or as plain text. Each
// has a line of its own, and the lines are grouped.
func Changes(changes []Change, markdown bool) string {
	if len(changes) == 0 {
		return "There is no difference.\n"
	}
	var w strings.Builder
	group := ""
	for _, c := range changes {
		if c.Group != group {
			if group != "" {
				w.WriteByte('\n')
			}
			group = c.Group
			if markdown {
				w.WriteString("**" + capital(group) + "**\n\n")
			} else {
				w.WriteString(capital(group) + "\n")
			}
		}
		value := ""
		if c.Option != "" {
			value = fmt.Sprintf(" (%s: %s, was %s)", c.Option, c.To, c.From)
			if markdown {
				value = fmt.Sprintf(" <small>[%s: %s → %s]</small>", c.Option, c.From, c.To)
			}
		}
		if markdown {
			fmt.Fprintf(&w, "- %s: **%s**; before: %s.%s\n", c.Title, c.Now, c.Before, value)
			continue
		}
		wrap(&w, fmt.Sprintf("%s: %s; before: %s.%s", c.Title, c.Now, c.Before, value), "  * ", "    ", 100)
	}
	return w.String()
}
