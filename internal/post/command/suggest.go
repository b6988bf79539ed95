package command

import "strings"

// closest lists the candidates that a writer may have meant by a word, the
// nearest only; none if no candidate is near: with a third of the letters, but
// at least one, changed, added, left out or swapped.
func closest(word string, candidates []string) []string {
	word = strings.ToUpper(word)
	best, found := max(1, len(word)/3)+1, ""
	for _, c := range candidates {
		if d := distance(word, c, best); d < best {
			best, found = d, c
		}
	}
	if found == "" {
		return nil
	}
	return []string{found}
}

// distance counts the letters to insert, delete, replace or swap with their
// neighbour to make b of a; limit for as many or more.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 40 {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
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
