package command

import (
	"crypto/subtle"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stars stand where a secret was.
const stars = "********"

// Secret is a password or a token that somebody wrote. Whatever way it is
// printed, logged or encoded, stars come out; only Reveal gives it away.
type Secret struct{ value *string }

// NewSecret keeps a secret. The empty text is no secret.
func NewSecret(s string) Secret {
	if s == "" {
		return Secret{}
	}
	return Secret{&s}
}

// Reveal is the secret itself, for comparing and hashing only.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Empty reports whether nothing was written.
func (s Secret) Empty() bool { return s.value == nil }

// Equal compares two secrets, in the same time wherever they differ.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

// String is stars, or nothing for no secret.
func (s Secret) String() string {
	if s.Empty() {
		return ""
	}
	return stars
}

// GoString is stars.
func (s Secret) GoString() string { return stars }

// Format prints stars for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalText encodes stars, as JSON, XML and the like.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue logs stars.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Hide replaces the secrets in a text by stars, where they stand as words.
// Secrets of less than four characters stay: they would tear words apart that
// are none.
func Hide(text string, secrets []Secret) string {
	for _, s := range secrets {
		word := s.Reveal()
		if utf8.RuneCountInString(word) < shortest {
			continue
		}
		var b strings.Builder
		rest := text
		for {
			i := indexWord(rest, word)
			if i < 0 {
				break
			}
			b.WriteString(rest[:i])
			b.WriteString(stars)
			rest = rest[i+len(word):]
		}
		if b.Len() > 0 {
			text = b.String() + rest
		}
	}
	return text
}

// Holds reports whether a text holds one of the secrets as a word.
func Holds(text string, secrets []Secret) bool {
	for _, s := range secrets {
		if word := s.Reveal(); utf8.RuneCountInString(word) >= shortest && indexWord(text, word) >= 0 {
			return true
		}
	}
	return false
}

// shortest is the number of characters from which on a secret is sought in
// texts.
const shortest = 4

// indexWord is where a word begins in a text, -1 if nowhere; it is no word
// where letters or digits stand directly before or behind it.
func indexWord(text, word string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(word):])
		first, _ := utf8.DecodeRuneInString(word)
		last, _ := utf8.DecodeLastRuneInString(word)
		if !(isWordRune(before) && isWordRune(first)) && !(isWordRune(after) && isWordRune(last)) {
			return i
		}
		from = i + 1
	}
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
