package source

import "strings"

// FitTitle returns a title in one line, without characters that look like a tag.
func FitTitle(s string) string {
	if !strings.ContainsAny(s, "<>\n") {
		return s
	}
	return strings.Join(strings.Fields(strings.NewReplacer("<", "", ">", "").Replace(s)), " ")
}
