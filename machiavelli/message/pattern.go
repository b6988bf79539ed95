package message

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// slot is the text between two braces of a pattern.
type slot struct {
	name, form string
	capital    bool
	choice     bool
	options    string // "pl:were|was"
}

func parse(body string) slot {
	var s slot
	end := strings.IndexAny(body, ":?")
	if end < 0 {
		end = len(body)
	} else if body[end] == '?' {
		s.choice, s.options = true, body[end+1:]
	} else {
		s.form = body[end+1:]
	}
	s.name = body[:end]
	if r, n := utf8.DecodeRuneInString(s.name); unicode.IsUpper(r) {
		s.capital, s.name = true, string(unicode.ToLower(r))+s.name[n:]
	}
	return s
}

// choose returns the first option whose traits are all among t, the traits of
// the argument.
func (s slot) choose(t Traits) string {
	rest := s.options
	for {
		option, more, several := strings.Cut(rest, "|")
		traits, text, bound := strings.Cut(option, ":")
		if !bound {
			return option
		}
		if t.hasAll(traits) {
			return text
		}
		if !several {
			return ""
		}
		rest = more
	}
}

// template is a parsed pattern.
type template struct {
	pieces []piece
	names  []string // the names in the order in which they first appear
	plural []string // the same names with n first, for a text that depends on the number n
}

// piece is a part of a pattern. It consists of text and the slot that follows
// it. If no slot follows, raw is empty.
type piece struct {
	text string
	slot slot
	raw  string // the slot as written, with its braces
}

// templates caches parsed patterns. Patterns are constants of the program or entries of
// catalogues, so there are only a few thousand. The limit is necessary because messages read from
// JSON may have other patterns.
var templates = struct {
	sync.RWMutex
	of map[string]*template
}{of: map[string]*template{}}

const mostTemplates = 1 << 15

// templateOf returns the template of a pattern.
func templateOf(pattern string) *template {
	templates.RLock()
	t, ok := templates.of[pattern]
	templates.RUnlock()
	if ok {
		return t
	}
	t = parseTemplate(strings.Clone(pattern))
	templates.Lock()
	defer templates.Unlock()
	if len(templates.of) < mostTemplates {
		templates.of[strings.Clone(pattern)] = t
	}
	return t
}

func parseTemplate(pattern string) *template {
	t := &template{}
	for pattern != "" {
		i := strings.IndexByte(pattern, '{')
		end := -1
		if i >= 0 {
			end = strings.IndexByte(pattern[i:], '}')
		}
		if end < 0 {
			t.pieces = append(t.pieces, piece{text: pattern})
			break
		}
		p := piece{text: pattern[:i], slot: parse(pattern[i+1 : i+end]), raw: pattern[i : i+end+1]}
		t.pieces = append(t.pieces, p)
		if !slices.Contains(t.names, p.slot.name) {
			t.names = append(t.names, p.slot.name)
		}
		pattern = pattern[i+end+1:]
	}
	t.plural = append(t.plural, "n")
	for _, name := range t.names {
		if name != "n" {
			t.plural = append(t.plural, name)
		}
	}
	return t
}

// Names returns the names in a pattern in the order in which they first appear.
// No name is repeated.
func Names(pattern string) []string { return slices.Clone(namesOf(pattern)) }

// namesOf returns the names in a pattern. The caller must not change them.
func namesOf(pattern string) []string {
	if strings.IndexByte(pattern, '{') < 0 {
		return nil
	}
	return templateOf(pattern).names
}

// Traits are the properties of a noun with which other words agree. They are
// separated by spaces, as in "f pl".
type Traits string

// Has reports whether t is among the traits.
func (x Traits) Has(t string) bool {
	for f := range strings.FieldsSeq(string(x)) {
		if f == t {
			return true
		}
	}
	return false
}

// hasAll reports whether x has all traits of a list separated by spaces.
func (x Traits) hasAll(list string) bool {
	for f := range strings.FieldsSeq(list) {
		if !x.Has(f) {
			return false
		}
	}
	return true
}

// Capital returns the text with its first letter in upper case.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(r) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
