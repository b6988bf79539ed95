// Package message represents what the game and the judge say by patterns with
// typed arguments. Nothing is put into words before it reaches its reader, so
// every reader can have their own language.
//
// The pattern is the English text, as in gettext, with the arguments' names in
// braces:
//
//	message.New("{Power} {power?pl:pay|pays} {sum} to {to}.", milan, message.Ducats(18), venice)
//
// The arguments follow in the order in which their names first appear. Write
// whole sentences or whole clauses: a translator cannot reorder fragments.
//
//	{sum}             the argument
//	{Power}           the same, with a capital first letter
//	{place:name}      a noun in one of its forms, here without an article
//	{who?pl:were|was} "were" if the argument has the trait pl (plural), otherwise "was"
//
// The forms and traits of English are listed at [English]. Other languages have
// their own, which their catalogues define. A translation names the form that it
// needs, whatever form the English pattern has.
//
// String returns the English text, so that tests and users of the game's
// packages need no catalogue. The JSON form is stable.
package message

import (
	"reflect"
	"slices"
	"strings"
)

// Message is a text with its arguments. The zero Message is empty.
type Message struct {
	ID   string // the English pattern, or the one for 1 if the text depends on a number
	Many string // the English pattern for other numbers, or empty
	Args []Arg  // the arguments, in the order of Names
}

// Arg is an argument of a message: [Power], [Place], [Unit], [Kind], [Coast], [Ducats],
// [Number], [Setting], [Season], [Step], [Campaign], [Phase], [Moment], [Order], [Name],
// [List] or another [Message].
type Arg interface {
	said(l Language, form string) Said
	kind() string
}

// New returns the message with the given pattern. The arguments follow in the
// order in which their names first appear in the pattern. New panics if their
// number is wrong, because that is a mistake in the program.
func New(pattern string, args ...Arg) Message {
	if len(namesOf(pattern)) != len(args) {
		panic("message: the pattern has other arguments: " + pattern)
	}
	return Message{ID: pattern, Args: args}
}

// Plural returns a message whose text depends on the number n. The pattern one is for 1, and the
// pattern many for other numbers. Both may contain {n}. The arguments follow in the order of
// their names in many, without n.
func Plural(n int, one, many string, args ...Arg) Message {
	m := Message{ID: one, Many: many}
	if len(m.names()) != len(args)+1 {
		panic("message: the pattern has other arguments: " + many)
	}
	m.Args = append(append(make([]Arg, 0, len(args)+1), Number(n)), args...)
	return m
}

// Sentence returns a clause as a sentence, which begins with a capital and ends
// with a full stop. A message that is a sentence already, and an empty one, is
// returned unchanged.
func Sentence(clause Message) Message {
	if clause.IsZero() || clause.isSentence() {
		return clause
	}
	return New(sentencePattern, clause)
}

// isSentence reports whether the English text ends with a full stop, a question mark or an
// exclamation mark.
func (m Message) isSentence() bool {
	if i := len(m.ID) - 1; m.ID[i] != '}' {
		return strings.IndexByte(".!?", m.ID[i]) >= 0
	}
	switch a := at(m.Args, len(m.Args)-1).(type) {
	case Message:
		return !a.IsZero() && a.isSentence()
	case Name:
		return strings.HasSuffix(string(a), ".") || strings.HasSuffix(string(a), "!") || strings.HasSuffix(string(a), "?")
	}
	return false
}

const sentencePattern = "{Clause}."

// IsZero reports whether the message is empty.
func (m Message) IsZero() bool { return m.ID == "" }

// names returns the names of the arguments in the order of Args. The caller must
// not change them.
func (m Message) names() []string {
	if m.Many == "" {
		return namesOf(m.ID)
	}
	return templateOf(m.Many).plural
}

// Equal reports whether two messages are the same.
func (m Message) Equal(x Message) bool {
	return m.ID == x.ID && m.Many == x.Many && (len(m.Args) == 0 && len(x.Args) == 0 || reflect.DeepEqual(m.Args, x.Args))
}

// Contains reports whether the message is x, or x is among its arguments or
// among their arguments at any depth.
func (m Message) Contains(x Message) bool {
	return m.Equal(x) || slices.ContainsFunc(m.Args, func(a Arg) bool { return contains(a, x) })
}

func contains(a Arg, x Message) bool {
	switch a := a.(type) {
	case Message:
		return a.Contains(x)
	case List:
		return slices.ContainsFunc(a.Of, func(a Arg) bool { return contains(a, x) })
	}
	return false
}

// WithNames returns the message with each Name in it, at any depth, replaced by what the function
// f returns for the Name.
func (m Message) WithNames(f func(Name) Name) Message {
	m.Args = withNames(m.Args, f)
	return m
}

func withNames(args []Arg, f func(Name) Name) []Arg {
	out := slices.Clone(args)
	for i, a := range out {
		switch a := a.(type) {
		case Name:
			out[i] = f(a)
		case Message:
			out[i] = a.WithNames(f)
		case List:
			out[i] = List{a.How, withNames(a.Of, f)}
		}
	}
	return out
}

// String returns the message in English.
func (m Message) String() string { return m.In(English) }

// In returns the message in a language.
func (m Message) In(l Language) string {
	if m.ID == "" {
		return ""
	}
	return m.said(l, "").Text
}

func (m Message) said(l Language, form string) Said {
	if m.ID == "" {
		return Said{}
	}
	if p, ok := l.(Partial); ok {
		l = p.For(m.ID)
	}
	n := 0
	if m.Many != "" {
		n = int(m.Args[0].(Number))
	}
	pattern := l.Pattern("", m.ID, m.Many, n)
	if len(m.Args) == 0 || strings.IndexByte(pattern, '{') < 0 {
		return Said{Text: pattern} // braces in the text belong to a title that someone has written
	}
	return expand(l, pattern, m.names(), m.Args, form)
}

func (Message) kind() string { return "message" }

// agreeing returns the form of an adjective that agrees with noun, the name of an argument.
func agreeing(l Language, adjective, noun string, names []string, args []Arg) string {
	if at := slices.Index(names, noun); at >= 0 && args[at].said(l, "").Traits.Has("f") {
		return adjective + ".f"
	}
	return adjective
}

// expand fills in a pattern. The parameter form is the form wanted for the whole text. It
// replaces the asterisk in a slot. A form with a slash agrees with another argument. For example,
// adj/type means the form adj.f if the argument type is feminine, and otherwise adj.
func expand(l Language, pattern string, names []string, args []Arg, form string) Said {
	var room [256]byte
	out := room[:0]
	var traits Traits
	pieces := templateOf(pattern).pieces
	for i := range pieces {
		p := &pieces[i]
		out = append(out, p.text...)
		if p.raw == "" {
			continue
		}
		at := slices.Index(names, p.slot.name)
		if at < 0 {
			out = append(out, p.raw...)
			continue
		}
		want := strings.Replace(p.slot.form, "*", form, 1)
		if adjective, noun, agrees := strings.Cut(want, "/"); agrees {
			want = agreeing(l, adjective, noun, names, args)
		}
		s := args[at].said(l, want)
		if part, _, star := strings.Cut(p.slot.form, "*"); star && part != "" && form != "" && s.Text == args[at].said(l, "").Text {
			s = args[at].said(l, part) // the noun has no such form
		}
		switch {
		case p.slot.form == "*":
			traits = s.Traits
		case p.slot.choice:
			s.Text = p.slot.choose(s.Traits)
		}
		if p.slot.capital {
			s.Text = Capital(s.Text)
		}
		out = append(out, s.Text...)
	}
	return Said{Text: string(out), Traits: traits}
}
