package words

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Accepted returns the available language that a browser prefers according to its header
// Accept-Language, or the first language if the header contains none of them.
func Accepted(header string, all []*Catalogue) *Catalogue {
	best, most := all[0], 0.0
	for i, part := range strings.Split(header, ",") {
		if i == 20 { // real browsers list only a few
			break
		}
		tag, rest, _ := strings.Cut(part, ";")
		q := 1.0
		if v, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(v, 64); err != nil {
				continue
			}
		}
		tag = strings.TrimSpace(tag)
		base, _, _ := strings.Cut(tag, "-")
		for _, c := range all {
			if (strings.EqualFold(c.Tag, tag) || strings.EqualFold(c.Tag, base) && !offers(tag, all)) && q > most {
				best, most = c, q
			}
		}
	}
	return best
}

// offers reports whether one of the languages has the tag.
func offers(tag string, all []*Catalogue) bool {
	return slices.ContainsFunc(all, func(c *Catalogue) bool { return strings.EqualFold(c.Tag, tag) })
}

// Find returns the language with the given tag or name, either its own name or the English one,
// or nil. Case and accents are ignored.
func Find(word string, all []*Catalogue) *Catalogue {
	want := bare(word)
	for _, c := range all {
		for _, name := range []string{c.Tag, c.Name, c.English} {
			if name != "" && bare(name) == want {
				return c
			}
		}
	}
	return nil
}

// bare returns a word in lower case without accents.
func bare(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(strings.TrimSpace(word)))
}
