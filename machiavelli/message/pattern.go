package message

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// slot is what stands between two braces of a pattern.
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

// choose returns the first option whose traits are all there.
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

// Names returns the names in a pattern, each once, in the order in which they
// first appear.
func Names(pattern string) []string { return appendNames(nil, pattern) }

// fewNames is how many names most patterns have at most. Room for them needs no
// allocation.
const fewNames = 8

// appendNames adds the names in a pattern to those that are there.
func appendNames(out []string, pattern string) []string {
	for {
		i := strings.IndexByte(pattern, '{')
		if i < 0 {
			return out
		}
		pattern = pattern[i+1:]
		end := strings.IndexByte(pattern, '}')
		if end < 0 {
			return out
		}
		if name := parse(pattern[:end]).name; !slices.Contains(out, name) {
			out = append(out, name)
		}
		pattern = pattern[end+1:]
	}
}

// count returns the number of names in a pattern.
func count(pattern string) int {
	var room [fewNames]string
	return len(appendNames(room[:0], pattern))
}

// Traits are the properties of a noun with which other words agree, separated
// by spaces: "pl", "f pl".
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

// hasAll reports whether all traits of a list with spaces are there.
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
