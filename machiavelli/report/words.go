// Package report tells events in words: the results of a phase in the judge's
// classic order and columns, an explanation of every order that failed, and a
// headline. It computes no result.
package report

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// Teller puts the units, places and powers of one game's setting into words.
type Teller struct{ s *position.Setting }

// New makes the teller of a setting.
func New(s *position.Setting) Teller { return Teller{s} }

// Power is the power's name, "autonomous" for nobody.
func (t Teller) Power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "autonomous"
	}
	return t.s.Powers[p].Name
}

// spoken has the powers whose names stand with an article in a sentence, and
// whether they are many.
var spoken = map[string]struct {
	name string
	many bool
}{
	"papacy": {"the Papacy", false},
	"turks":  {"the Turks", true},
}

// Who is the power as a sentence has it: "Milan", "the Papacy".
func (t Teller) Who(p machiavelli.Power) string { return t.who(p) }

// who is the power as a sentence has it: "Milan", "the Papacy".
func (t Teller) who(p machiavelli.Power) string {
	if s, ok := spoken[t.s.Powers[p].ID]; ok && p != machiavelli.Nobody {
		return s.name
	}
	return t.Power(p)
}

// does is the power with a verb, in the form for one or for many: "Milan
// takes", "the Turks take".
func (t Teller) does(p machiavelli.Power, one, many string) string {
	verb := one
	if t.many(p) {
		verb = many
	}
	return t.who(p) + " " + verb
}

// many reports whether the name of the power is that of many: "the Turks".
func (t Teller) many(p machiavelli.Power) bool { return spoken[t.s.Powers[p].ID].many }

// Adjective is "Florentine", or "autonomous" for nobody.
func (t Teller) Adjective(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "autonomous"
	}
	return t.s.Powers[p].Adjective
}

// Place is the area's name, with its coast in brackets: "Croatia (south
// coast)".
func (t Teller) Place(p board.Place) string {
	n := t.s.Board.Areas[p.At].Name
	if p.Coast != machiavelli.NoCoast {
		n += " (" + p.Coast.String() + ")"
	}
	return n
}

// place is the place as a sentence has it: "Pisa", "the Ionian Sea".
func (t Teller) place(p board.Place) string {
	if t.s.Board.Areas[p.At].Sea {
		return "the " + t.Place(p)
	}
	return t.Place(p)
}

// area is the area's name.
func (t Teller) area(id board.ID) string { return t.s.Board.Areas[id].Name }

// kind is the unit's quality and type: "professional army".
func kind(u position.Unit) string {
	if u.Quality != machiavelli.Ordinary {
		return u.Quality.String() + " " + u.Type.String()
	}
	return u.Type.String()
}

// Unit is the unit as a sentence has it: "the Florentine army in Pisa".
func (t Teller) Unit(u position.Unit) string {
	return "the " + t.Adjective(u.Owner) + " " + kind(u) + " in " + t.place(u.Place())
}

// classicUnit is the unit as the tables have it: "Army Pisa".
func (t Teller) classicUnit(u position.Unit) string {
	return titled(kind(u)) + " " + t.Place(u.Place())
}

// powers lists the powers of a set: "Milan and Venice".
func (t Teller) powers(set machiavelli.PowerSet) string {
	var names []string
	for p := machiavelli.Power(1); int(p) < len(t.s.Powers); p++ {
		if set.Has(p) {
			names = append(names, t.who(p))
		}
	}
	return joined(names, "and")
}

// units lists units as a sentence has them.
func (t Teller) units(us []position.Unit) string {
	var names []string
	for _, u := range us {
		names = append(names, t.Unit(u))
	}
	return joined(names, "and")
}

// joined is "a", "a and b", "a, b and c".
func joined(words []string, and string) string {
	switch n := len(words); n {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " " + and + " " + words[n-1]
	}
}

// capital writes the first letter in upper case.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// titled capitalises every word.
func titled(s string) string {
	w := strings.Fields(s)
	for i := range w {
		w[i] = capital(w[i])
	}
	return strings.Join(w, " ")
}

// article is "a" or "an" with the word.
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiouAEIOU", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// were is "was" for one thing and "were" for several.
func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// lower writes the first letter in lower case.
func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
