// Package wordstest provides a pseudo-language for tests, which finds texts that bypass the
// catalogues.
package wordstest

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"podesta/internal/words"
)

// Tag is the tag of the pseudo-language.
const Tag = "en-XA"

// untouched matches what a pseudo translation leaves unchanged.
var untouched = regexp.MustCompile(`\{=[^{}]*\}|\{[^{}:?]*[@=][^{}:]*:|\{[A-Za-z]\w*(:[a-z*./]+)?\}|\{\w+\?([a-z ]+:)?|\|([a-z ]+:)?|</?[a-z]+[0-9]*>|%(\[\d\])?[a-z%]|&\w+;`)

// Catalogue returns the pseudo-language of all texts. It reads the folder
// ../words/it, so it is for tests of packages directly in internal.
func Catalogue(t testing.TB) *words.Catalogue {
	t.Helper()
	po, err := words.ReadLanguage(os.DirFS("../words"), "it")
	if err != nil {
		t.Fatal(err)
	}
	c, err := pseudo(po)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// pseudo returns a language with English letters that have accents: text without accents is in
// no catalogue. po contains all texts.
func pseudo(po *words.File) (*words.Catalogue, error) {
	po.Header = "X-Native-Name: Pseudo\nPlural-Forms: nplurals=2; plural=n != 1;\n"
	for _, e := range po.Entries {
		e.Fuzzy = false
		e.Str = []string{Accented(e.ID)}
		if e.Plural != "" {
			e.Str = append(e.Str, Accented(e.Plural))
		}
	}
	return words.New(Tag, po)
}

var marks = func() *strings.Replacer {
	var pairs []string
	plain, marked := []rune("abcdefghijklmnopqrstuvwxyz"), []rune("áƀçďéƒĝĥíĵķĺɱńóṕɋŕšťúṽŵẋýž")
	upper := []rune("ÁƁÇĎÉƑĜĤÍĴĶĹṀŃÓṔɊŔŠŤÚṼŴẊÝŽ")
	for i := range plain {
		pairs = append(pairs, string(plain[i]), string(marked[i]), strings.ToUpper(string(plain[i])), string(upper[i]))
	}
	return strings.NewReplacer(pairs...)
}()

// Accented returns the pseudo translation of a text.
func Accented(s string) string {
	var out strings.Builder
	at := 0
	for _, m := range untouched.FindAllStringIndex(s, -1) {
		out.WriteString(marks.Replace(s[at:m[0]]) + s[m[0]:m[1]])
		at = m[1]
	}
	return out.String() + marks.Replace(s[at:])
}
