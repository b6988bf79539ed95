package game

import "strings"

// FoldAddress returns the form in which stores compare an address: ASCII
// capitals become lower case, and everything else stays as it is.
func FoldAddress(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// SameAddress reports whether two spellings mean the same e-mail address: they differ only in
// ASCII case and surrounding spaces.
func SameAddress(a, b string) bool {
	return FoldAddress(strings.Trim(a, " \t")) == FoldAddress(strings.Trim(b, " \t"))
}
