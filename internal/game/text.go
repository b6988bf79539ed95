package game

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Hidden reports whether a character cannot be seen where it stands, or changes
// how those around it are shown: controls, marks that turn the direction of
// writing, blanks of no width, fillers and the like.
func Hidden(r rune) bool {
	return !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800'
}

// MaxName is the longest name, in characters.
const MaxName = 80

// CleanName is a name without blanks at its ends; of whom it is stands in the
// error.
func CleanName(name, of string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case name == "":
		return "", Invalidf("A name is missing: %s.", of)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, Hidden):
		return "", Invalidf("The name contains characters that are invisible or change the direction of the text: %s. Type it again without them.", of)
	case utf8.RuneCountInString(name) > MaxName:
		return "", Invalidf("A name is longer than %d characters: %s.", MaxName, of)
	}
	return name, nil
}

// Printable reports whether a text holds nothing but what can be read; lines
// allows line breaks and tabs.
func Printable(s string, lines bool) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return Hidden(r) && (!lines || r != '\n' && r != '\t')
	})
}
