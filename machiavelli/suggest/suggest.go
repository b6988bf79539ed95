// Package suggest finds the word that a writer probably meant, for the "did
// you mean" of error messages.
package suggest

import "strings"

// Closest returns the word in among that is nearest to word, ignoring case, or
// "" if none is near: more than a third of the letters (at least one) would
// have to be changed. A word that begins with word counts as near if word has
// three letters. Of equally near words the first wins.
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

// Distance counts the letters to insert, delete, replace or swap with their
// neighbour to turn a into b. It returns limit for any distance of limit or
// more.
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
