package config

import "strings"

// nearest returns the key that was probably meant, or "". It also finds a
// correct name in a wrong section.
func nearest(written string) string {
	best, least := "", len(written)/3+1
	last := written[strings.LastIndexByte(written, '.')+1:]
	for i := range Keys {
		k := &Keys[i]
		if k.Hidden {
			continue
		}
		d := distance(strings.ToLower(written), k.Name)
		if _, name := k.Section(); name == last {
			d = min(d, 1)
		}
		if d < least || d == least && best == "" {
			best, least = k.Name, d
		}
	}
	return best
}

// distance returns the edit distance between two words: the number of letters to change, add or
// remove to turn one into the other.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
