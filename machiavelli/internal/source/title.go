package source

import (
	"strings"
	"unicode"
)

// FitTitle returns a title without what it cannot have: signs that look like a tag, or
// that nobody sees, or that change what readers see of the rest.
func FitTitle(s string) string {
	if !strings.ContainsFunc(s, unfit) {
		return s
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unfit(r) {
			return -1
		}
		return r
	}, s))
}

func unfit(r rune) bool {
	return r == '<' || r == '>' || r == unicode.ReplacementChar || !unicode.IsGraphic(r) ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == '\u2800'
}
