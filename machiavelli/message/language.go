package message

import (
	"strings"
	"time"
)

// Said is an argument in words. Other words agree with its traits.
type Said struct {
	Text   string
	Traits Traits
}

// Language puts messages into words.
type Language interface {
	// Pattern returns the pattern of a message in the language. The parameter context
	// distinguishes texts that are the same in English. If many is not empty, the result is the
	// pattern for the number n.
	Pattern(context, id, many string, n int) string
	// Noun returns a noun in one of its forms. The empty form is used inside a sentence.
	Noun(n Noun, form string) Said
	// Number returns the traits of n things, such as "one" for 1.
	Number(n int) Traits
	// Moment returns a moment in words, with its date and time.
	Moment(t time.Time) string
}

// Partial is a language whose translation may be unfinished.
type Partial interface {
	Language

	// For returns the language in which the message with that id is said. It is
	// English if the pattern has no translation, so that no sentence mixes
	// languages.
	For(id string) Language
}

// Titled is a language that may name settings by their titles, as pages do,
// rather than by the words of commands.
type Titled interface {
	Language

	Titles() bool
}

// Noun is a noun as a language needs it to find its forms.
type Noun struct {
	Kind      string // "power", "place", "unit", "season", "step", "coast", "country"
	Name      string // English name, as in a table, such as "Papacy"
	Adjective string // English adjective of a power, such as "Papal"
	Sea       bool   // whether it is a sea area
}

// English is the language of the patterns. Its nouns have these forms:
//
//	power   "the Papacy"; name: "Papacy"; adj: "Papal"
//	place   "the Ionian Sea"; name: "Ionian Sea"
//	unit    "the Papal army in Rome"; title: "Army Rome"
//	kind    "army"; a: "an army"; title: "Army"
//	coast   "north coast"; the: "the north coast"
//	season  "summer"
//	phase   "Summer 1456, orders"
//	sum     "18 ducats"; n: "18"
//
// It has two traits. The trait pl belongs to lists of several things and to
// powers with a plural name, and the trait one belongs to the number 1.
var English Language = english{}

type english struct{}

// spoken holds the powers whose names need an article in a sentence, and whether
// they are plural.
var spoken = map[string]Said{
	"Papacy": {"the Papacy", ""},
	"Turks":  {"the Turks", "pl"},
}

func (english) Pattern(_, id, many string, n int) string {
	if many != "" && n != 1 {
		return many
	}
	return id
}

func (english) Noun(n Noun, form string) Said {
	switch n.Kind {
	case "power":
		s, ok := spoken[n.Name]
		switch {
		case form == "adj":
			return Said{n.Adjective, s.Traits}
		case form == "name" || !ok:
			return Said{n.Name, s.Traits}
		}
		return s
	case "place":
		if n.Sea && form != "name" {
			return Said{Text: "the " + n.Name}
		}
	case "coast":
		if form == "the" {
			return Said{Text: "the " + n.Name}
		}
	case "unit":
		switch form {
		case "a":
			return Said{Text: article(n.Name)}
		case "title":
			return Said{Text: title(n.Name)}
		}
	}
	return Said{Text: n.Name}
}

func (english) Number(n int) Traits {
	if n == 1 {
		return "one"
	}
	return ""
}

// Moment returns the moment in the form "Sat 21 Nov 2026, 17:05 UTC".
func (english) Moment(t time.Time) string { return t.UTC().Format("Mon 2 Jan 2006, 15:04 MST") }

// article returns the word with "a" or "an".
func article(word string) string {
	if word != "" && strings.ContainsRune("aeiouAEIOU", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// title returns the text with every word capitalised.
func title(s string) string {
	w := strings.Fields(s)
	for i := range w {
		w[i] = Capital(w[i])
	}
	return strings.Join(w, " ")
}
