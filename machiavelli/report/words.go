// Package report describes events in words. It writes the results of a phase in
// the classic judge's order and columns, an explanation of every failed order,
// and a headline. It computes no results.
//
// Sentences are messages, which any language can render; String returns the
// English text. The classic report and its words for orders are English only.
package report

import (
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// Teller puts the units, places and powers of one game's setting into words.
type Teller struct{ s *position.Setting }

// New returns the teller for a setting.
func New(s *position.Setting) Teller { return Teller{s} }

// Power returns the power's name, or "autonomous" for Nobody.
func (t Teller) Power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "autonomous"
	}
	return t.s.Powers[p].Name
}

// PowerOf returns the power as an argument of messages.
func (t Teller) PowerOf(p machiavelli.Power) message.Power { return message.PowerOf(t.s.Powers, p) }

// PlaceOf returns the place as an argument of messages.
func (t Teller) PlaceOf(p board.Place) message.Place {
	a := &t.s.Board.Areas[p.At]
	return message.Place{Name: a.Name, Coast: p.Coast.String(), Sea: a.Sea}
}

// AreaOf returns the area as an argument of messages.
func (t Teller) AreaOf(id board.ID) message.Place { return t.PlaceOf(board.Place{At: id}) }

// UnitOf returns the unit as an argument of messages.
func (t Teller) UnitOf(u position.Unit) message.Unit {
	return message.Unit{Owner: t.PowerOf(u.Owner), Type: message.KindOf(u.Type, u.Quality), At: t.PlaceOf(u.Place())}
}

// Who returns the power's name for use in a sentence, such as "Milan" or "the
// Papacy".
func (t Teller) Who(p machiavelli.Power) string { return t.who(p) }

// who returns the power's name for use in a sentence, such as "Milan" or "the
// Papacy".
func (t Teller) who(p machiavelli.Power) string { return inWords(t.PowerOf(p)) }

// inWords returns an argument in English.
func inWords(a message.Arg) string { return message.New("{it}", a).String() }

// Adjective returns the power's adjective, such as "Florentine", or
// "autonomous" for Nobody.
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
func (t Teller) place(p board.Place) string { return inWords(t.PlaceOf(p)) }

// area returns the area's name.
func (t Teller) area(id board.ID) string { return t.s.Board.Areas[id].Name }

// kind returns the unit's quality and type: "professional army".
func kind(u position.Unit) string { return string(message.KindOf(u.Type, u.Quality)) }

// Unit returns the unit for use in a sentence: "the Florentine army in Pisa".
func (t Teller) Unit(u position.Unit) string { return inWords(t.UnitOf(u)) }

// classicUnit returns the unit as the tables show it: "Army Pisa".
func (t Teller) classicUnit(u position.Unit) string {
	return titled(kind(u)) + " " + t.Place(u.Place())
}

// set lists a set's powers for a message, such as "Milan and Venice".
func (t Teller) set(set machiavelli.PowerSet) message.List {
	var of []message.Power
	for p := machiavelli.Power(1); int(p) < len(t.s.Powers); p++ {
		if set.Has(p) {
			of = append(of, t.PowerOf(p))
		}
	}
	return message.ListOf(message.And, of)
}

// powers lists a set's powers as text, such as "Milan and Venice".
func (t Teller) powers(set machiavelli.PowerSet) string { return inWords(t.set(set)) }

// units lists units for use in a sentence.
func (t Teller) units(us []position.Unit) message.List {
	of := make([]message.Unit, len(us))
	for i, u := range us {
		of[i] = t.UnitOf(u)
	}
	return message.ListOf(message.And, of)
}

// places lists places for use in a sentence.
func (t Teller) places(how message.Join, ps []board.Place) message.List {
	of := make([]message.Place, len(ps))
	for i, p := range ps {
		of[i] = t.PlaceOf(p)
	}
	return message.ListOf(how, of)
}

// clauses lists messages, joined in the given way.
func clauses(how message.Join, list []message.Message) message.List {
	return message.ListOf(how, list)
}

// joined lists words, as in "a, b and c". The parameter and is the word before
// the last one.
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

// titled returns the text with every word capitalised.
func titled(s string) string {
	w := strings.Fields(s)
	for i := range w {
		w[i] = message.Capital(w[i])
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

// count returns a number with a noun, such as "1 unit" or "3 units".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
