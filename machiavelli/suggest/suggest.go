// Package suggest finds the word that a writer probably meant, so that error
// messages can suggest it.
package suggest

import "strings"

// Closest returns the word in the list among that is nearest to the given word.
// It ignores case. It returns "" if no word is near. A word is near if at most
// a third of the letters, or one letter, must be changed. If the given word has
// at least three letters, a word that begins with it is near, too. If several
// words are equally near, Closest returns the first of them.
func Closest(word string, among []string) string {
	w := strings.ToLower(strings.TrimSpace(word))
	best, found := max(1, len(w)/3)+1, ""
	for _, a := range among {
		l := strings.ToLower(a)
		d := Distance(w, l, best)
		if len(w) >= 3 && strings.HasPrefix(l, w) {
			d = min(d, 1)
		}
		if d < best {
			best, found = d, a
		}
	}
	return found
}

// Distance counts the letters that must be inserted, deleted, replaced or
// swapped with their neighbour to turn a into b. It returns limit if the
// distance is limit or more.
func Distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			row[j] = min(last[j-1]+change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], limit)
}
