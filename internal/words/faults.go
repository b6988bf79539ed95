package words

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"podesta/machiavelli/message"
)

// Faults returns the faults in the translations of a language: arguments and marks that differ
// from those of the English text, forms that no noun has, and words that the glossary forbids.
// Texts without a translation are ignored.
func Faults(f *File, terms []Term) []string {
	forms := knownForms(f)
	var out []string
	for _, e := range f.Entries {
		if !e.Done() || slices.Contains(nounKinds, e.Ctx) {
			continue
		}
		note := func(format string, args ...any) {
			out = append(out, fmt.Sprintf("%s.po, %q: ", e.Area, e.ID)+fmt.Sprintf(format, args...))
		}
		for i, s := range e.Str {
			text := e.ID
			if e.Plural != "" && i > 0 {
				text = e.Plural
			}
			if !e.Message() {
				if !SameMarks(text, s) {
					note("%q should have the marks %v, and has %v", s, Marks(text), Marks(s))
				}
				if v := verbs(s); v != verbs(text) && (e.Plural == "" || v != "" && v != verbs(e.Plural)) {
					note("%q should have the verbs %s, and has %s", s, verbs(text),
						v)
				}
				continue
			}
			if a, b := argumentsOf(text), argumentsOf(s); !slices.Equal(a, b) {
				note("%q should have the arguments %v, and has %v", s, a, b)
			}
			for _, m := range chosen.FindAllStringSubmatch(s, -1) {
				for option := range strings.SplitSeq(m[1], "|") {
					if traits, _, bound := strings.Cut(option, ":"); bound && !traitWords.MatchString(traits) {
						note("%q has a colon behind %q, where only traits such as f or pl can stand", s, traits)
					}
				}
			}
			for _, m := range formed.FindAllStringSubmatch(s, -1) {
				if form, _, _ := strings.Cut(m[1], "/"); !forms[form] {
					note("%q asks for the form %s, which no noun has", s, form)
				}
			}
		}
		for i := range terms {
			if never, found := terms[i].Breach(e); found {
				note("for %q the glossary has %s, not %q: %q", terms[i].English, strings.Join(terms[i].Said, ", "), never, e.Str)
			}
		}
	}
	return out
}

// formed matches a placeholder with a form.
var formed = regexp.MustCompile(`\{\w+:([^{}]+)\}`)

// chosen matches a placeholder with options, and traitWords the words before the colon of an
// option.
var (
	chosen     = regexp.MustCompile(`\{\w+\?([^{}]+)\}`)
	traitWords = regexp.MustCompile(`^[a-z]{1,4}( [a-z]{1,4})*$`)
)

// verb matches a formatting verb of package fmt.
var verb = regexp.MustCompile(`%(?:\[\d+\])?([a-z])`)

// verbs returns the verbs of a text, sorted.
func verbs(text string) string {
	var all []string
	for _, m := range verb.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

// argumentsOf returns the arguments of a message, sorted. In a plural, the number may be written
// in words.
func argumentsOf(text string) []string {
	return slices.Sorted(slices.Values(slices.DeleteFunc(message.Names(text), func(s string) bool { return s == "n" })))
}

// knownForms returns the forms that a translation can use: the forms of nouns, those in the
// header, those that arguments have in every language, and the prefixes that an asterisk
// completes.
func knownForms(f *File) map[string]bool {
	out := map[string]bool{"*": true, "name": true, "n": true, "bare": true, "title": true}
	add := func(form string) {
		out[form] = true
		for i := range form {
			out[form[:i]+"*"] = true
		}
	}
	for _, k := range nounKinds {
		forms, err := parseForms(f.Get("X-Forms-" + k))
		if err != nil {
			continue // New reports the error
		}
		for form := range maps.Keys(forms) {
			add(form)
		}
	}
	for _, e := range f.Entries {
		if slices.Contains(nounKinds, e.Ctx) && e.Done() {
			if n, err := parseNoun(e.Str[0]); err == nil {
				for form := range maps.Keys(n.forms) {
					add(form)
				}
			}
		}
	}
	return out
}
