package inbox

import (
	"strings"
	"unicode"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// The words with which a reply accepts or declines to add an address to an account.
var (
	yesWords = []string{"yes", "confirm"}
	noWords  = []string{"no", "not", "never", "stop"}
)

// errNoYes is the answer to a reply without the required YES.
var errNoYes = game.Refuse(game.Invalid, message.New("Nothing was changed: the e-mail you answered asks whether an address belongs to you. If it does, answer that e-mail again and begin with a line that says YES. If it does not, you need not do anything."))

// errDeclined answers a reply that begins with no to an e-mail that asks to
// verify an address.
var errDeclined = game.Refuse(game.Invalid, message.New("Nothing was changed: your answer begins with no. If you want the address confirmed after all, answer that e-mail again and begin with a line that says YES."))

// firstWord returns the first word that the sender wrote, in lower case, and
// its line.
func firstWord(text string) (word, line string) {
	for l := range strings.Lines(text) {
		l = strings.TrimRight(l, "\r\n")
		words := strings.FieldsFunc(l, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
		if len(words) > 0 {
			return strings.ToLower(words[0]), l
		}
	}
	return "", ""
}

// without returns a text in which the first line that equals the given one is replaced with an
// empty line.
func without(text, line string) string {
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		next := len(text)
		l := text[at:]
		if end >= 0 {
			l, next = text[at:at+end], at+end+1
		}
		if strings.TrimSpace(l) == strings.TrimSpace(line) {
			return text[:at] + "\n" + text[next:] // keeps the numbers of the other lines
		}
		at = next
	}
	return text
}
