package words

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
		pairs, good := []string(nil), true
		for i, g := range s.gaps {
			said, ok := c.filling(found[i])
			pairs, good = append(pairs, g, said), good && ok
		}
		if !good {
			continue
		}
		said, _ := c.Say(s.text)
		return strings.NewReplacer(pairs...).Replace(said)
	}
	return ""
}

// filling is what stands in a gap, in the language. It is false where that is
// not known: then the shape has swallowed a part of another sentence, or the
// whole would be half English.
func (c *Catalogue) filling(text string) (string, bool) {
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return text, true
	}
	if said, ok := c.Say(text); ok {
		return said, true
	}
	if said, ok := c.phase(text); ok {
		return said, true
	}
	if parts := strings.Split(text, "; "); len(parts) > 1 {
		said, ok := c.fillings(parts)
		return strings.Join(said, "; "), ok
	}
	if said, ok := c.shaped(text); ok {
		return said, true
	}
	if isName(text) {
		return text, true
	}
	if before, last, ok := cutLast(text, " and "); ok {
		said, ok := c.fillings(append(strings.Split(before, ", "), last))
		return c.List(said), ok
	}
	if parts := strings.Split(text, ", "); len(parts) > 1 {
		said, ok := c.fillings(parts)
		return strings.Join(said, ", "), ok
	}
	return "", false
}

// fillings are several parts of what stands in a gap; false unless all are
// known.
func (c *Catalogue) fillings(parts []string) ([]string, bool) {
	out := make([]string, len(parts))
	for i, p := range parts {
		said, ok := c.filling(p)
		if !ok {
			return nil, false
		}
		out[i] = said
	}
	return out, true
}

// cutLast cuts a text around the last sep.
func cutLast(text, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// isName reports whether a text may be a name: words with capitals, "Gulf of
// Naples", or a single word.
func isName(text string) bool {
	words := strings.Fields(text)
	if len(words) == 1 {
		return true
	}
	for i, w := range words {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "(\"'“‘"))
		if !unicode.IsUpper(first) && !unicode.IsDigit(first) && (i == 0 || w != "of") {
			return false
		}
	}
	return len(words) > 0
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
		if said, ok := c.Say(strings.TrimSuffix(text, ".")); ok { // it stands elsewhere without its stop
			s = said
		}
		if s == "" { // it begins with a name
			s = c.fit(strings.TrimSuffix(text, "."))
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
