package handbook

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Hit is a section that contains all words of a search.
type Hit struct {
	Page    *Page
	Section Section
	Address string
	Excerpt string // the text around the first word
}

// MaxHits is the maximum number of sections that a search returns.
const MaxHits = 50

// Search returns the sections that contain all words, at most MaxHits of them. Sections with more
// of the words in their headings come first, otherwise the order of the contents applies. The
// title of the page counts as part of each section. Matching ignores case, and finds parts of
// words. The script of the site, docsearch.ts, does the same.
func (b *Book) Search(words string) []Hit {
	wanted := strings.Fields(strings.ToLower(words))
	if len(wanted) == 0 {
		return nil
	}
	type ranked struct {
		Hit
		rank int
	}
	var found []ranked
	for _, c := range b.Chapters {
		for _, p := range c.Pages {
			for _, s := range p.Sections {
				text, title, head := strings.ToLower(s.Text), strings.ToLower(s.Title), strings.ToLower(p.Title)
				rank := 0
				for _, w := range wanted {
					switch {
					case strings.Contains(title, w):
						rank++
					case !strings.Contains(text, w) && !strings.Contains(head, w):
						rank = -len(wanted)
					}
				}
				if rank >= 0 {
					found = append(found, ranked{Hit{p, s, address(p, s), excerpt(s.Text, wanted)}, rank})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return cmp.Compare(b.rank, a.rank) })
	hits := make([]Hit, min(len(found), MaxHits))
	for i := range hits {
		hits[i] = found[i].Hit
	}
	return hits
}

// address returns the address of a section.
func address(p *Page, s Section) string {
	if s.Anchor == "" {
		return p.Address
	}
	return p.Address + "#" + s.Anchor
}

// around is the number of bytes of text in an excerpt before and after a word.
const around = 90

// excerpt returns the text around the first of the words that it contains.
func excerpt(text string, words []string) string {
	at, lower := 0, strings.ToLower(text)
	for _, w := range words {
		if i := strings.Index(lower, w); i >= 0 {
			at = min(i, len(text))
			break
		}
	}
	from, to := at-around, min(at+around, len(text))
	before, after := "… ", " …"
	if from <= 0 {
		from, before = 0, ""
	} else if i := strings.IndexByte(text[from:at], ' '); i >= 0 {
		from += i + 1
	}
	if to == len(text) {
		after = ""
	} else if i := strings.LastIndexByte(text[at:to], ' '); i > 0 {
		to = at + i
	}
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	for to < len(text) && to > from && !utf8.RuneStart(text[to]) {
		to--
	}
	return before + text[from:to] + after
}
