package gamestate

import (
	"strconv"
	"strings"
	"unicode"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// Enumerate joins words with commas and "and": "a", "a and b", "a, b and c".
func Enumerate(words []string) string {
	var out []byte
	for i, w := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			out = append(out, " and "...)
		default:
			out = append(out, ", "...)
		}
		out = append(out, w...)
	}
	return string(out)
}

// Sentences joins several sentences.
func Sentences(list ...message.Message) message.Message {
	return message.New("{sentences}", message.ListOf(message.Sentences, list))
}

// SeatKey returns the key of a seat's items.
func SeatKey(seat int) string { return strconv.Itoa(seat) }

// Storable replaces bytes that some databases cannot store with U+FFFD. A line with such bytes can
// then be stored, and is refused as the original would be.
func Storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// ReaderItem is the kind of the items that mark observers who have ever received copies of messages
// between others. They are keyed by account.
const ReaderItem = "reader"

// ended returns a text with a full stop at its end.
func ended(s string) string {
	if strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// maxPress is the maximum length of a message and of a note in a diary, in
// bytes.
const maxPress = 32 << 10

// CleanText returns a text without unprintable characters and without blank lines around it. The
// parameter what names the text in errors.
func CleanText(text string, what message.Message) (string, error) {
	if len(text) > maxPress {
		return "", game.Refuse(game.TooLarge, message.New("{What} is longer than {n} KB; nothing was sent. Send it in parts.", what, message.Number(maxPress>>10)))
	}
	text = strings.ToValidUTF8(strings.ReplaceAll(text, "\r\n", "\n"), "\uFFFD")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\n', r == '\t', !unicode.IsControl(r) && !unicode.Is(unicode.Bidi_Control, r):
			return r
		}
		return -1
	}, text)
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return "", game.Refuse(game.Invalid, message.New("{What} has no text.", what))
	}
	return strings.Join(lines, "\n"), nil
}

// NameItem is the kind of the items that map names to games. They belong to no
// game.
const NameItem = "name"

// NameKey returns the form in which names of games are compared and used in mail addresses:
// letters and digits, in lower case.
func NameKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, account.Fold(name))
}

// The kinds of the items of a game with a custom beginning: the entered text,
// while the game is forming, and the resulting first position. Each has a
// single key.
const (
	TypedItem  = "typed"
	OriginItem = "origin"
	OnlyKey    = "position"
)
