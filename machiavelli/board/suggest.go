package board

import (
	"slices"
	"strings"

	"podesta/machiavelli/suggest"
)

// suggestions is the maximum number of names that Suggest returns.
const suggestions = 3

// Suggest returns the full names of up to three areas that name may have been
// meant for. Areas with a name that begins with the given text come first, and
// areas with a similar name follow.
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
		} else if len(w.key) > 3 || w.key[0] == key[0] { // most short codes are one letter away from many words
			if e := suggest.Distance(string(key), w.key, limit+1); e <= limit && e < len(key) {
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
