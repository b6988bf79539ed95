package lang

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A shape is a text with numbered gaps, "You play {1}.", for sentences that are
// put together where nothing is known of languages: by the game's own packages.
// T knows a sentence by its shape, and what stands in the gaps is translated by
// itself.
type shape struct {
	text    string
	pattern *regexp.Regexp
	gaps    []string // the marks in the order in which the pattern has them
	fixed   int      // how many letters are given
}

var gap = regexp.MustCompile(`\{\d\}`)

// newShape is the shape of a text; false for one without gaps.
func newShape(text string) (shape, bool) {
	at := gap.FindAllStringIndex(text, -1)
	if at == nil {
		return shape{}, false
	}
	s := shape{text: text}
	var expr strings.Builder
	any := "(.+?)"
	if fixedLetters(gap.ReplaceAllString(text, "")) < fewLetters { // it would fit too much
		any = `(-?\d+)`
	}
	expr.WriteString("^")
	from := 0
	for _, m := range at {
		expr.WriteString(regexp.QuoteMeta(text[from:m[0]]) + any)
		s.gaps = append(s.gaps, text[m[0]:m[1]])
		s.fixed += m[0] - from
		from = m[1]
	}
	s.fixed += len(text) - from
	s.pattern = regexp.MustCompile(expr.String() + regexp.QuoteMeta(text[from:]) + "$")
	return s, true
}

// fewLetters is how many letters a shape needs if anything may stand in its
// gaps; in those with fewer only numbers may.
const fewLetters = 3

func fixedLetters(s string) int {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}

// shapes are those of a language, the most certain first, with what they gave
// lately.
type shapes struct {
	all []shape

	mu   sync.Mutex
	seen map[string]string // empty: no shape
}

// maxSeen is how many texts are remembered.
const maxSeen = 20000

func (x *shapes) add(text string) {
	if s, ok := newShape(text); ok {
		x.all = append(x.all, s)
	}
}

func (x *shapes) sort() {
	slices.SortStableFunc(x.all, func(a, b shape) int { return b.fixed - a.fixed })
}

// shaped translates a text by its shape; false if it has none.
func (c *Catalogue) shaped(text string) (string, bool) {
	x := &c.shapes
	if len(x.all) == 0 || len(text) > 400 || !strings.Contains(text, " ") {
		return "", false
	}
	x.mu.Lock()
	out, known := x.seen[text]
	x.mu.Unlock()
	if known {
		return out, out != ""
	}
	for _, s := range x.all {
		m := s.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		var pairs []string
		for i, g := range s.gaps {
			pairs = append(pairs, g, c.T(m[i+1]))
		}
		said, _ := c.Say(s.text)
		out = strings.NewReplacer(pairs...).Replace(said)
		break
	}
	x.mu.Lock()
	if x.seen == nil || len(x.seen) >= maxSeen {
		x.seen = map[string]string{}
	}
	x.seen[text] = out
	x.mu.Unlock()
	return out, out != ""
}
