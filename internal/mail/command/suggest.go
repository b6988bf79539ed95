package command

import (
	"strings"

	"podesta/machiavelli/suggest"
)

// longestWord is the maximum length, in bytes, of a word for which there are
// suggestions.
const longestWord = 40

// closest returns the candidate nearest to a word, or nil if none is close enough. A third of the
// letters, or one letter of a short word, may be changed, added, left out or swapped.
func closest(word string, candidates []string) []string {
	if len(word) > longestWord {
		return nil
	}
	word = strings.ToUpper(word)
	best, found := max(1, len(word)/3)+1, ""
	for _, c := range candidates {
		if d := suggest.Distance(word, c, best); d < best {
			best, found = d, c
		}
	}
	if found == "" {
		return nil
	}
	return []string{found}
}
