// Package report describes events in words: the results of a phase in the
// classic judge's order and columns, explanations of every failed order, and a
// headline. It computes no results.
package report

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// Teller puts the units, places and powers of one game's setting into words.
type Teller struct{ s *position.Setting }

// New returns the teller for a setting.
func New(s *position.Setting) Teller { return Teller{s} }

// Power returns the power's name, "autonomous" for nobody.
func (t Teller) Power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "autonomous"
	}
	return t.s.Powers[p].Name
}

// spoken holds the powers whose names need an article in a sentence, and
// whether they are plural.
var spoken = map[string]struct {
	name string
	many bool
}{
	"papacy": {"the Papacy", false},
	"turks":  {"the Turks", true},
}

// Who returns the power's name for use in a sentence: "Milan", "the Papacy".
func (t Teller) Who(p machiavelli.Power) string { return t.who(p) }

// who returns the power's name for use in a sentence: "Milan", "the Papacy".
func (t Teller) who(p machiavelli.Power) string {
	if s, ok := spoken[t.s.Powers[p].ID]; ok && p != machiavelli.Nobody {
		return s.name
	}
	return t.Power(p)
}

// does returns the power with a verb in the singular or plural form: "Milan
// takes", "the Turks take".
func (t Teller) does(p machiavelli.Power, one, many string) string {
	verb := one
	if t.many(p) {
		verb = many
	}
	return t.who(p) + " " + verb
}

// many reports whether the power's name is plural: "the Turks".
func (t Teller) many(p machiavelli.Power) bool { return spoken[t.s.Powers[p].ID].many }

// Adjective returns "Florentine", for example, or "autonomous" for Nobody.
func (t Teller) Adjective(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "autonomous"
	}
	return t.s.Powers[p].Adjective
}

// Place returns the area's name with its coast in brackets: "Croatia (south
// coast)".
func (t Teller) Place(p board.Place) string {
	n := t.s.Board.Areas[p.At].Name
	if p.Coast != machiavelli.NoCoast {
		n += " (" + p.Coast.String() + ")"
	}
	return n
}

// place returns the place's name for use in a sentence: "Pisa", "the Ionian
// Sea".
func (t Teller) place(p board.Place) string {
	if t.s.Board.Areas[p.At].Sea {
		return "the " + t.Place(p)
	}
	return t.Place(p)
}

// area returns the area's name.
func (t Teller) area(id board.ID) string { return t.s.Board.Areas[id].Name }

// kind returns the unit's quality and type: "professional army".
func kind(u position.Unit) string {
	if u.Quality != machiavelli.Ordinary {
		return u.Quality.String() + " " + u.Type.String()
	}
	return u.Type.String()
}

// Unit returns the unit for use in a sentence: "the Florentine army in Pisa".
func (t Teller) Unit(u position.Unit) string {
	return "the " + t.Adjective(u.Owner) + " " + kind(u) + " in " + t.place(u.Place())
}

// classicUnit returns the unit as the tables show it: "Army Pisa".
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

// units lists units for use in a sentence.
func (t Teller) units(us []position.Unit) string {
	var names []string
	for _, u := range us {
		names = append(names, t.Unit(u))
	}
	return joined(names, "and")
}

// joined returns "a", "a and b", or "a, b and c".
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

// capital returns the text with its first letter in upper case.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// titled returns the text with every word capitalised.
func titled(s string) string {
	w := strings.Fields(s)
	for i := range w {
		w[i] = capital(w[i])
	}
	return strings.Join(w, " ")
}

// article returns the word with "a" or "an".
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiouAEIOU", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// were returns "was" for one and "were" for several.
func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// lower returns the text with its first letter in lower case.
func lower(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
