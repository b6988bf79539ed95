package lang

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A shape is a text with numbered gaps, "You play {1}.", for sentences that are
// put together where nothing is known of languages: by the game's own packages.
// T knows a sentence by its shape, and what stands in the gaps is translated by
// itself.
type shape struct {
	text    string
	given   []string // what stands before the gaps, between them, and after the last
	gaps    []string // the marks between
	numbers bool     // only numbers stand in the gaps
	fixed   int      // how many bytes are given
}

var gap = regexp.MustCompile(`\{\d\}`)

// newShape is the shape of a text; false for one without gaps.
func newShape(text string) (shape, bool) {
	s := shape{text: text, gaps: gap.FindAllString(text, -1)}
	if s.gaps == nil {
		return s, false
	}
	s.given = gap.Split(text, -1)
	all := strings.Join(s.given, "")
	s.fixed = len(all)
	s.numbers = fixedLetters(all) < fewLetters // it would fit too much
	return s, true
}

// match gives what stands in the gaps of a text that has the shape, each as
// short as can be but the last; nil if it has another one.
func (s *shape) match(text string) []string {
	last := len(s.given) - 1
	if len(text) < s.fixed+len(s.gaps) || !strings.HasPrefix(text, s.given[0]) || !strings.HasSuffix(text, s.given[last]) {
		return nil
	}
	text = text[len(s.given[0]) : len(text)-len(s.given[last])]
	var out []string
	for _, g := range s.given[1:last] {
		_, n := utf8.DecodeRuneInString(text) // a gap holds something
		i := strings.Index(text[n:], g)
		if i < 0 {
			return nil
		}
		out, text = append(out, text[:n+i]), text[n+i+len(g):]
	}
	if out = append(out, text); text == "" {
		return nil
	}
	for _, t := range out {
		if s.numbers && strings.Trim(t, "-0123456789") != "" {
			return nil
		}
	}
	return out
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

// maxShaped is how long a text may be that is looked at for its shape, in bytes.
const maxShaped = 600

// fit fills the first shape that a text has; empty if it has none.
func (c *Catalogue) fit(text string) string {
	stop := strings.HasSuffix(text, ".")
	for i := range c.shapes.all {
		s := &c.shapes.all[i]
		if stop && !strings.HasSuffix(s.text, ".") {
			continue
		}
		found := s.match(text)
		if found == nil {
			continue
		}
		var pairs []string
		for i, g := range s.gaps {
			pairs = append(pairs, g, c.Clauses(found[i]))
		}
		said, _ := c.Say(s.text)
		return strings.NewReplacer(pairs...).Replace(said)
	}
	return ""
}

// plainly takes the capital and the stop off a sentence, and gives what puts
// them back.
func plainly(text string) (bare string, sentence func(string) string) {
	bare, stop := strings.CutSuffix(text, ".")
	first, n := utf8.DecodeRuneInString(bare)
	capital := unicode.IsUpper(first)
	if capital {
		bare = string(unicode.ToLower(first)) + bare[n:]
	}
	return bare, func(s string) string {
		if capital {
			first, n := utf8.DecodeRuneInString(s)
			s = string(unicode.ToUpper(first)) + s[n:]
		}
		if stop {
			s += "."
		}
		return s
	}
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
	if len(x.all) == 0 || len(text) > maxShaped || !strings.Contains(text, " ") {
		return "", false
	}
	x.mu.Lock()
	out, known := x.seen[text]
	x.mu.Unlock()
	if known {
		return out, out != ""
	}
	out = c.fit(text)
	if bare, sentence := plainly(text); out == "" && bare != text { // a sentence of which only the words are known
		s, ok := c.Say(bare)
		if !ok {
			s = c.fit(bare)
		}
		if s != "" {
			out = sentence(s)
		}
	}
	x.mu.Lock()
	if x.seen == nil || len(x.seen) >= maxSeen {
		x.seen = map[string]string{}
	}
	x.seen[text] = out
	x.mu.Unlock()
	return out, out != ""
}

// Clauses translates what is put together of clauses with semicolons, as
// headlines are.
func (c *Catalogue) Clauses(text string) string {
	bare, stop := strings.CutSuffix(text, ".")
	parts := strings.Split(bare, "; ")
	for i, p := range parts {
		parts[i] = c.T(p)
	}
	out := strings.Join(parts, "; ")
	if stop {
		out += "."
	}
	return out
}
