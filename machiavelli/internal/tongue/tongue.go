// Package tongue contains the names of places, coasts, powers and units in the languages of the
// pages, so that orders can be written with the names that players read there. The file
// names.txt is written from the catalogues of internal/words.
package tongue

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
)

//go:embed names.txt
var file string

// table is the parsed file.
type table struct {
	of map[string]map[string][]string // maps kind and English name to the names without accents
}

var read = sync.OnceValue(func() table {
	t := table{map[string]map[string][]string{}}
	for line := range strings.Lines(file) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) < 3 {
			continue
		}
		kind, english := f[0], f[1]
		if t.of[kind] == nil {
			t.of[kind] = map[string][]string{}
		}
		for _, name := range f[2:] {
			t.of[kind][english] = append(t.of[kind][english], spellings(name)...)
		}
	}
	return t
})

// The kinds of names.
const (
	Place = "place"
	Power = "power"
	Unit  = "unit"
	Coast = "coast"
)

// Names returns the names of other languages for an English one, without accents. A name with
// umlauts has two spellings.
func Names(kind, english string) []string { return read().of[kind][english] }

// spellings returns a name without accents and, if it has umlauts, also the spelling with two
// vowels.
func spellings(name string) []string {
	plain := Fold(name)
	if long := Fold(umlauts.Replace(name)); long != plain {
		return []string{plain, long}
	}
	return []string{plain}
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue")

// Key returns the form in which names are compared. It has letters and digits in lower case
// without accents, and a space between words.
func Key(name string) string {
	var b strings.Builder
	gap := false
	for _, r := range Fold(name) {
		switch {
		case r == '\'':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(unicode.ToLower(r))
		default:
			gap = true
		}
	}
	return b.String()
}

// Fold returns a text with its letters without accents, and with typographic
// apostrophes as plain ones.
func Fold(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		b.WriteString(Letter(r))
	}
	return b.String()
}

// Letter returns what replaces a character in a text without accents. This is the plain letter or
// letters, nothing for an accent that stands alone, or the character itself.
func Letter(r rune) string {
	switch {
	case r <= unicode.MaxASCII:
	case Apostrophe(r):
		return "'"
	case unicode.Is(unicode.Mn, r):
		return ""
	default:
		if plain, ok := letters[r]; ok {
			return plain
		}
	}
	return string(r)
}

// Apostrophe reports whether a character is used as an apostrophe.
func Apostrophe(r rune) bool {
	switch r {
	case '\'', '\u2018', '\u2019', '\u201b', '\u02b9', '\u02bb', '\u02bc', '\u02c8', '\u00b4', '\u2032', '\uff07':
		return true
	}
	return false
}

// letters maps Latin letters with accents to the plain ones.
var letters = func() map[rune]string {
	m := map[rune]string{'ß': "ss", 'ẞ': "SS", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE", 'ﬁ': "fi", 'ﬂ': "fl"}
	for plain, with := range map[string]string{
		"a": "àáâãäåāăą", "c": "çćĉċč", "d": "ďđð", "e": "èéêëēĕėęě", "g": "ĝğġģ", "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ",
		"l": "ĺļľŀł", "n": "ñńņňŉ", "o": "òóôõöøōŏő", "r": "ŕŗř", "s": "śŝşšș", "t": "ţťŧț", "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
	} {
		for _, r := range with {
			m[r] = plain
			if u := unicode.ToUpper(r); u != r {
				m[u] = strings.ToUpper(plain)
			}
		}
	}
	m['İ'] = "I"
	delete(m, 'I')
	return m
}()
