package game

import "strings"

// FoldAddress returns an address as stores compare it: the capitals of ASCII
// become small letters, and everything else stays as it is.
func FoldAddress(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// SameAddress reports whether two spellings are of one mail address: they differ
// in nothing but capitals of ASCII and blanks around them.
func SameAddress(a, b string) bool {
	return FoldAddress(strings.Trim(a, " \t")) == FoldAddress(strings.Trim(b, " \t"))
}
