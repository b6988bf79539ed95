package game

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"podesta/machiavelli/message"
)

// Hidden reports whether a character is invisible or changes how its neighbours are shown:
// control characters, direction marks, zero-width spaces, fillers and the like.
func Hidden(r rune) bool {
	return !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800'
}

// MaxName is the maximum length of a name, in characters.
const MaxName = 80

// CleanName returns a name without superfluous spaces, or an error if it is not a valid name. The
// parameter of describes, for the error, what the name is for.
func CleanName(name string, of message.Message) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case name == "":
		return "", Refuse(Invalid, message.New("A name is missing: {what}.", of))
	case !utf8.ValidString(name) || strings.ContainsFunc(name, Hidden):
		return "", Refuse(Invalid, message.New("The name contains characters that are invisible or change the direction of the text: {what}. Type it again without them.", of))
	case utf8.RuneCountInString(name) > MaxName:
		return "", Refuse(Invalid, message.New("A name is longer than {n} characters: {what}.", message.Number(MaxName), of))
	}
	return name, nil
}

// Printable reports whether a text contains only readable characters. If lines is true, line
// breaks and tabs are allowed.
func Printable(s string, lines bool) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return Hidden(r) && (!lines || r != '\n' && r != '\t')
	})
}
