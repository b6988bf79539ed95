package message

import (
	"strconv"
	"strings"
	"time"

	"podesta/machiavelli"
)

// Power is a power of the game. The zero Power is nobody.
type Power struct {
	ID        string `json:"id,omitempty"`
	Name      string `json:"name,omitempty"`
	Adjective string `json:"adjective,omitempty"`
}

// PowerOf returns a power of a roster.
func PowerOf(r machiavelli.Roster, p machiavelli.Power) Power {
	if p == machiavelli.Nobody || int(p) >= len(r) {
		return Power{}
	}
	return Power{r[p].ID, r[p].Name, r[p].Adjective}
}

// nobody is the word for the owner of units that no power owns.
const nobody = "autonomous"

func (p Power) said(l Language, form string) Said {
	if p.Name == "" {
		p.Name, p.Adjective = nobody, nobody
	}
	return l.Noun(Noun{Kind: "power", Name: p.Name, Adjective: p.Adjective}, form)
}

// nameless reports whether a language has no adjective for the power, as for a power of a board
// that a user made.
func (p Power) nameless(l Language) bool { return p.said(l, "adj").Text == p.said(l, "").Text }

// Place is an area of the board, or one of its coasts.
type Place struct {
	Name  string `json:"name"`
	Coast string `json:"coast,omitempty"` // "south coast"
	Sea   bool   `json:"sea,omitempty"`
}

func (p Place) said(l Language, form string) Said {
	s := l.Noun(Noun{Kind: "place", Name: p.Name, Sea: p.Sea}, form)
	if p.Coast != "" {
		s.Text = expand(l, l.Pattern("", coastPattern, "", 0), coastNames, []Arg{Name(s.Text), noun{"coast", p.Coast}}, "").Text
	}
	return s
}

const coastPattern = "{place} ({coast})"

var coastNames = Names(coastPattern)

// noun is a noun whose kind has no Go type of its own.
type noun struct{ of, name string }

func (n noun) said(l Language, form string) Said { return l.Noun(Noun{Kind: n.of, Name: n.name}, form) }
func (n noun) kind() string                      { return n.of }

// Kind is the type of a unit with its quality, such as "army" or "professional
// fleet".
type Kind string

// KindOf returns a type with its quality.
func KindOf(t machiavelli.UnitType, q machiavelli.Quality) Kind {
	switch {
	case t == machiavelli.NoType:
		return "unit"
	case q == machiavelli.Ordinary:
		return Kind(t.String())
	}
	return Kind(q.String() + " " + t.String())
}

func (k Kind) said(l Language, form string) Said { return noun{"unit", string(k)}.said(l, form) }

// Unit is a unit with its owner, its type and its place.
type Unit struct {
	Owner Power `json:"owner,omitzero"`
	Type  Kind  `json:"type"`
	At    Place `json:"at"`
}

// The patterns of a unit inside a sentence and in a table.
const (
	unitPattern   = "the {owner:adj} {type} in {place}"
	nobodysUnit   = "the autonomous {type} in {place}"
	unitInATable  = "{type:title} {place:name}"
	whoseUnit     = "the {owner:adj} {type}"
	nobodysPlain  = "the autonomous {type}"
	unitOf        = "the {type} of {owner} in {place}" // for languages without an adjective for the power
	plainUnitOf   = "the {type} of {owner}"
	unitSomewhere = "the {type} in {place}"
)

var unitArgs = []string{"owner", "type", "place"}

func (u Unit) said(l Language, form string) Said {
	pattern := unitPattern
	switch {
	case form == "title":
		pattern = unitInATable
	case form == "bare" && u.Owner.Name == "":
		pattern, form = nobodysPlain, ""
	case form == "bare" && u.Owner.nameless(l):
		pattern, form = plainUnitOf, ""
	case form == "bare":
		pattern, form = whoseUnit, ""
	case u.Owner.Name == "":
		pattern = nobodysUnit
	case u.Owner.nameless(l):
		pattern = unitOf
	}
	return expand(l, l.Pattern("", pattern, "", 0), unitArgs, []Arg{u.Owner, u.Type, u.At}, form)
}

// Somewhere is a unit of which only the type and the place are stated, such as "the army in
// Pisa".
type Somewhere struct {
	Type Kind  `json:"type"`
	At   Place `json:"at"`
}

func (u Somewhere) said(l Language, form string) Said {
	return expand(l, l.Pattern("", unitSomewhere, "", 0), unitArgs[1:], []Arg{u.Type, u.At}, form)
}

// Coast is one of the coasts of an area, without the area, such as "north
// coast".
type Coast string

// CoastOf returns a coast.
func CoastOf(c machiavelli.Coast) Coast { return Coast(c.String()) }

func (c Coast) said(l Language, form string) Said { return noun{"coast", string(c)}.said(l, form) }

// Country is a home country.
type Country string

func (c Country) said(l Language, form string) Said { return noun{"country", string(c)}.said(l, form) }

// Ducats is a sum of money, such as "18 ducats", or "18" in the form n.
type Ducats machiavelli.Ducats

func (d Ducats) said(l Language, form string) Said {
	text := strconv.Itoa(int(d))
	if form != "n" {
		text = expand(l, l.Pattern("", "{n} ducat", "{n} ducats", int(d)), []string{"n"}, []Arg{Number(d)}, "").Text
	}
	return Said{text, l.Number(int(d))}
}

// Number is a whole number.
type Number int

func (n Number) said(l Language, _ string) Said { return Said{strconv.Itoa(int(n)), l.Number(int(n))} }

// Decimal is a number with decimals, written with a point, such as "39.024". Each language
// replaces the point by its own decimal sign.
type Decimal string

const decimalPattern = "{whole}.{decimals}"

var decimalNames = Names(decimalPattern)

func (d Decimal) said(l Language, _ string) Said {
	whole, decimals, ok := strings.Cut(string(d), ".")
	if !ok {
		return Said{Text: whole}
	}
	return Said{Text: expand(l, l.Pattern("", decimalPattern, "", 0), decimalNames, []Arg{Name(whole), Name(decimals)}, "").Text}
}

// Setting is a setting of a game. It has a word for commands and programs, and a title for pages.
type Setting struct {
	Word  string `json:"word"`
	Title string `json:"title"`
}

func (s Setting) said(l Language, _ string) Said {
	if t, ok := l.(Titled); ok && t.Titles() {
		return expand(l, l.Pattern("", titlePattern, "", 0), titleArgs, []Arg{Message{ID: s.Title}}, "")
	}
	return Said{Text: s.Word}
}

const titlePattern = "“{title}”"

var titleArgs = []string{"title"}

// Season is a season, such as "summer".
type Season machiavelli.Season

func (s Season) said(l Language, form string) Said {
	return noun{"season", machiavelli.Season(s).String()}.said(l, form)
}

// Step is the kind of orders that a phase asks for, such as "retreats".
type Step machiavelli.Step

func (s Step) said(l Language, form string) Said {
	return noun{"step", machiavelli.Step(s).String()}.said(l, form)
}

// Campaign is a season of a year, such as "summer 1456".
type Campaign struct {
	Season machiavelli.Season `json:"season"`
	Year   int                `json:"year"`
}

func (c Campaign) said(l Language, form string) Said {
	return expand(l, l.Pattern("", "{season} {year}", "", 0), phaseArgs[:2], []Arg{Season(c.Season), Number(c.Year)}, form)
}

// Phase is a phase in the form of a heading, such as "Summer 1456, orders".
type Phase machiavelli.Phase

var phaseArgs = []string{"season", "year", "step"}

func (p Phase) said(l Language, form string) Said {
	return expand(l, l.Pattern("", "{Season} {year}, {step}", "", 0), phaseArgs, []Arg{Season(p.Season), Number(p.Year), Step(p.Step)}, form)
}

// Moment is a moment in seconds since 1970, UTC.
type Moment int64

func (m Moment) said(l Language, _ string) Said {
	return Said{Text: l.Moment(time.Unix(int64(m), 0).UTC())}
}

// Order is text in the order language, or a word of it. No language changes it.
type Order string

func (o Order) said(Language, string) Said { return Said{Text: string(o)} }

// List is a list of arguments.
type List struct {
	How Join
	Of  []Arg
}

// Join is the way in which the parts of a list are joined.
type Join string

// The ways to join a list.
const (
	And       Join = "and"       // "a, b and c"
	Or        Join = "or"        // "a, b or c"
	Commas    Join = "commas"    // "a, b, c"
	Clauses   Join = "clauses"   // "a; b; c"
	Sentences Join = "sentences" // "A. B. C."
	Route     Join = "route"     // "a → b → c"
	Lines     Join = "lines"     // each part on a line of its own
)

// ListOf returns a list of arguments of one type.
func ListOf[A Arg](how Join, of []A) List {
	l := List{How: how, Of: make([]Arg, len(of))}
	for i, a := range of {
		l.Of[i] = a
	}
	return l
}

var listArgs = []string{"list", "last"}

func (x List) said(l Language, form string) Said {
	n := len(x.Of)
	switch n {
	case 0:
		return Said{}
	case 1:
		return x.Of[0].said(l, form)
	}
	words, women := make([]string, n), true
	var last Said
	for i, a := range x.Of {
		last = a.said(l, form)
		words[i] = last.Text
		women = women && last.Traits.Has("f")
	}
	out := Said{Traits: "pl m"}
	if women {
		out.Traits = "pl f"
	}
	pattern := ""
	switch x.How {
	case And:
		pattern = "{list} and {last}"
	case Or:
		pattern = "{list} or {last}"
	case Clauses:
		out.Text = strings.Join(words, "; ")
		return out
	case Route:
		out.Text = strings.Join(words, " → ")
		return out
	case Sentences:
		out.Text = strings.Join(words, " ")
		return out
	case Lines:
		out.Text = strings.Join(words, "\n")
		return out
	default:
		out.Text = strings.Join(words, ", ")
		return out
	}
	out.Text = expand(l, l.Pattern("", pattern, "", 0), listArgs, []Arg{Name(strings.Join(words[:n-1], ", ")), finished(last)}, "").Text
	return out
}

// finished is an argument that is already in words.
type finished Said

func (f finished) said(Language, string) Said { return Said(f) }
func (finished) kind() string                 { return "" }

func (Power) kind() string     { return "power" }
func (Place) kind() string     { return "place" }
func (Kind) kind() string      { return "kind" }
func (Unit) kind() string      { return "unit" }
func (Somewhere) kind() string { return "somewhere" }
func (Coast) kind() string     { return "coast" }
func (Country) kind() string   { return "country" }
func (Setting) kind() string   { return "setting" }
func (Ducats) kind() string    { return "ducats" }
func (Number) kind() string    { return "number" }
func (Decimal) kind() string   { return "decimal" }
func (Season) kind() string    { return "season" }
func (Step) kind() string      { return "step" }
func (Campaign) kind() string  { return "campaign" }
func (Phase) kind() string     { return "phase" }
func (Moment) kind() string    { return "moment" }
func (Order) kind() string     { return "order" }
func (Name) kind() string      { return "name" }
func (List) kind() string      { return "list" }

// Patterns returns the patterns from which arguments with several parts are composed. Catalogues
// translate them like the patterns of messages.
func Patterns() []Message {
	return []Message{
		{ID: unitPattern},
		{ID: nobodysUnit},
		{ID: unitInATable},
		{ID: whoseUnit},
		{ID: nobodysPlain},
		{ID: unitOf},
		{ID: plainUnitOf},
		{ID: unitSomewhere},
		{ID: coastPattern},
		{ID: programPattern},
		{ID: computerPattern},
		{ID: titlePattern},
		{ID: decimalPattern},
		{ID: "{n} ducat", Many: "{n} ducats"},
		{ID: "{season} {year}"},
		{ID: "{Season} {year}, {step}"},
		{ID: "{list} and {last}"},
		{ID: "{list} or {last}"},
		{ID: sentencePattern},
	}
}
