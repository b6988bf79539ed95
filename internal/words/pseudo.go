package words

import (
	"regexp"
	"strings"
	"sync"
)

// PseudoTag is the language tag of the pseudo-language.
const PseudoTag = "en-XA"

// offersPseudo reports whether All contains the pseudo-language. Only test programs that run as
// separate processes set it.
var offersPseudo bool

// Pseudo returns a language for tests, whose words are English words with marks on their letters.
// A text without marks is not in any catalogue.
var Pseudo = sync.OnceValue(func() *Catalogue {
	po, err := ReadLanguage(files, "it") // a complete language, because only the keys are used
	if err != nil {
		panic(err)
	}
	po.Header = "X-Native-Name: Pseudo\nX-English-Name: Pseudo\nPlural-Forms: nplurals=2; plural=n != 1;\n"
	for _, e := range po.Entries {
		e.Fuzzy = false
		e.Str = []string{marked(e.ID)}
		if e.Plural != "" {
			e.Str = append(e.Str, marked(e.Plural))
		}
	}
	c, err := New(PseudoTag, po)
	if err != nil {
		panic(err)
	}
	return c
})

// unmarked matches the parts of a text that the pseudo-language leaves unchanged.
var unmarked = regexp.MustCompile(`\{=[^{}]*\}|\{[^{}:?]*[@=][^{}:]*:|\{[A-Za-z]\w*(:[a-z*./]+)?\}|\{\w+\?([a-z ]+:)?|\|([a-z]{1,5}( [a-z]{1,5})?:)?|</?[a-z]+[0-9]*>|%(\[\d\])?[a-z%]|&\w+;`)

var accents = func() *strings.Replacer {
	var pairs []string
	plain, marked := []rune("abcdefghijklmnopqrstuvwxyz"), []rune("áƀçďéƒĝĥíĵķĺɱńóṕɋŕšťúṽŵẋýž")
	upper := []rune("ÁƁÇĎÉƑĜĤÍĴĶĹṀŃÓṔɊŔŠŤÚṼŴẊÝŽ")
	for i := range plain {
		pairs = append(pairs, string(plain[i]), string(marked[i]), strings.ToUpper(string(plain[i])), string(upper[i]))
	}
	return strings.NewReplacer(pairs...)
}()

// marked returns a text in the pseudo-language.
func marked(s string) string {
	var out strings.Builder
	at := 0
	for _, m := range unmarked.FindAllStringIndex(s, -1) {
		out.WriteString(accents.Replace(s[at:m[0]]) + s[m[0]:m[1]])
		at = m[1]
	}
	return out.String() + accents.Replace(s[at:])
}
