package command

import (
	"crypto/subtle"
	"fmt"
	"log/slog"
	"strings"
	"unicode"
	"unicode/utf8"
)

// stars is printed in place of a secret.
const stars = "********"

// Secret is a password or a token as written. If it is printed, logged or encoded, the result is
// stars; only Reveal returns it.
type Secret struct{ value *string }

// NewSecret returns a secret. An empty text means no secret.
func NewSecret(s string) Secret {
	if s == "" {
		return Secret{}
	}
	return Secret{&s}
}

// Reveal returns the secret itself. It is only for comparing and hashing.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Empty reports whether there is no secret.
func (s Secret) Empty() bool { return s.value == nil }

// Equal compares two secrets in constant time.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

// String returns stars, or "" for no secret.
func (s Secret) String() string {
	if s.Empty() {
		return ""
	}
	return stars
}

// GoString returns stars.
func (s Secret) GoString() string { return stars }

// Format prints the result of String for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalText returns the result of String, for JSON, XML and other encodings.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue returns the result of String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Hide replaces secrets in a text with stars if they are whole words. Secrets with fewer than four
// characters are not replaced, because that would hide ordinary words.
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

// Holds reports whether a text contains one of the secrets as a word.
func Holds(text string, secrets []Secret) bool {
	for _, s := range secrets {
		if word := s.Reveal(); utf8.RuneCountInString(word) >= shortest && indexWord(text, word) >= 0 {
			return true
		}
	}
	return false
}

// shortest is the minimum length, in characters, of secrets that Hide replaces and Holds finds.
const shortest = 4

// indexWord returns the index of a word in a text, or -1. A match next to a
// letter or digit is not a word.
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
