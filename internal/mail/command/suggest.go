package command

import (
	"strings"

	"podesta/machiavelli/suggest"
)

// longestWord is how long a word can be, in bytes, that somebody has misspelt.
const longestWord = 40

// closest lists the candidates that a writer may have meant by a word, the
// nearest only; none if no candidate is near: with a third of the letters, but
// at least one, changed, added, left out or swapped.
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
