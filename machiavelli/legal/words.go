package legal

import (
	"fmt"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

func problemf(code, format string, args ...any) *Problem {
	return &Problem{Code: code, Message: sentence(fmt.Sprintf(format, args...))}
}

// suggesting adds suggestions to a problem.
func (p *Problem) suggesting(what ...string) *Problem {
	p.Suggest = append(p.Suggest, what...)
	return p
}

// sentence returns a text with its first letter in upper case.
func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// place returns an area's name for use in a sentence.
func (g *ground) place(at board.ID) string {
	if g.b.Seas.Has(at) {
		return "the " + g.b.Areas[at].Name
	}
	return g.b.Areas[at].Name
}

// the returns a unit for use in a sentence: "the army in Padua".
func (g *ground) the(u *position.Unit) string {
	return "the " + u.Type.String() + " in " + g.place(u.At)
}

// short returns a unit in the form of an order: "F Provence/sc".
func (g *ground) short(u *position.Unit) string {
	return u.Type.Letter() + " " + g.b.Name(u.Place())
}

// an returns a unit type with its article.
func an(t machiavelli.UnitType) string {
	if s := t.String(); s != "" && strings.IndexByte("aeiou", s[0]) >= 0 {
		return "an " + s
	} else {
		return "a " + s
	}
}

// adjective describes the owner of a unit: "Milanese", or "autonomous" for
// Nobody.
func (g *ground) adjective(p machiavelli.Power) string {
	if int(p) >= len(g.p.Setting.Powers) {
		return "unknown"
	}
	return g.p.Setting.Powers[p].Adjective
}

// list joins names: "a, b or c".
func list(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// places lists areas for a sentence.
func (g *ground) places(s board.Set, last string) string {
	var names []string
	for at := s.Next(board.None); at != board.None; at = s.Next(at) {
		names = append(names, g.place(at))
	}
	return list(names, last)
}

// coasts names the coasts of a set.
func coasts(s board.CoastSet, last string) string {
	var names []string
	for k := machiavelli.NorthCoast; k < machiavelli.NumCoasts; k++ {
		if s.Has(k) {
			names = append(names, "the "+k.String())
		}
	}
	return list(names, last)
}

// standing describes what stands in a place where another unit was expected: ";
// the unit there is an army".
func (g *ground) standing(at board.ID) string {
	f, c := g.field[at], g.garrison[at]
	switch {
	case f >= 0 && c >= 0:
		return "; the units there are " + an(g.p.Units[f].Type) + " and a garrison"
	case f >= 0:
		return "; the unit there is " + an(g.p.Units[f].Type)
	case c >= 0:
		return "; the unit there is a garrison"
	}
	return ""
}

// serials lists a power's units in the 1978 notation.
func (g *ground) serials(power machiavelli.Power) string {
	var names []string
	for i := range g.p.Units {
		if u := &g.p.Units[i]; u.Owner == power && u.Serial != 0 {
			names = append(names, u.Type.Letter()+strconv.Itoa(int(u.Serial)))
		}
	}
	return list(names, "and")
}
