package board

import (
	"slices"
	"strings"
)

// suggestions is how many names Suggest gives at most.
const suggestions = 3

// Suggest gives the full names of up to three areas that name may have been
// meant for, the likeliest first: those with a name that begins so, then those
// with a name few letters away.
func (b *Board) Suggest(name string) []string {
	key := make([]byte, 0, len(name))
	for i := 0; i < len(name) && len(key) < 40; i++ {
		if l, ok := letter(name[i]); ok {
			key = append(key, 'a'+l)
		}
	}
	if len(key) == 0 {
		return nil
	}
	const far = 99
	best := make([]int, len(b.Areas))
	for i := range best {
		best[i] = far
	}
	limit := max(1, len(key)/3)
	for _, w := range b.names.words {
		d := far
		if len(key) >= 2 && strings.HasPrefix(w.key, string(key)) {
			d = 0
		} else if len(w.key) > 3 || w.key[0] == key[0] { // most short codes are one letter from many words
			if e := distance(string(key), w.key); e <= limit && e < len(key) {
				d = e
			}
		}
		best[w.id] = min(best[w.id], d)
	}
	var ids []ID
	for i := 1; i < len(best); i++ {
		if best[i] < far {
			ids = append(ids, ID(i))
		}
	}
	slices.SortStableFunc(ids, func(x, y ID) int { return best[x] - best[y] })
	var out []string
	for _, id := range ids[:min(len(ids), suggestions)] {
		out = append(out, b.Areas[id].Name)
	}
	return out
}

// distance counts the letters to insert, drop, replace or swap with their
// neighbour to make one word of the other.
func distance(s, t string) int {
	before, last, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(t)]
}
