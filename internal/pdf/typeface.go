package pdf

import (
	"fmt"
	"sync"

	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifitalic"
	"github.com/go-fonts/liberation/liberationserifregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// Style is a style of the typeface.
type Style int

// The styles of text.
const (
	Roman Style = iota
	Bold
	Italic
	styles
)

var fontFiles = [styles][]byte{liberationserifregular.TTF, liberationserifbold.TTF, liberationserifitalic.TTF}

// fontNames are the names of the fonts within documents.
var fontNames = [styles]string{"LiberationSerif", "LiberationSerif-Bold", "LiberationSerif-Italic"}

// cuts returns the fonts, which are read once.
var cuts = sync.OnceValues(func() (out [styles]*sfnt.Font, err error) {
	for i, ttf := range fontFiles {
		if out[i], err = sfnt.Parse(ttf); err != nil {
			return out, fmt.Errorf("a typeface cannot be read: %w", err)
		}
	}
	return out, nil
})

// face is a font with the characters that a document has used.
type face struct {
	font   *sfnt.Font
	buf    sfnt.Buffer
	known  map[rune]letter
	used   map[sfnt.GlyphIndex]rune
	widths map[sfnt.GlyphIndex]int
}

// letter is a character of a font, or its replacement. The width is in
// thousandths of the font size.
type letter struct {
	char  rune
	glyph sfnt.GlyphIndex
	width int
}

func newFace(f *sfnt.Font) *face {
	return &face{font: f, known: map[rune]letter{}, used: map[sfnt.GlyphIndex]rune{}, widths: map[sfnt.GlyphIndex]int{}}
}

// letter returns a character, or a question mark if the font lacks it.
func (f *face) letter(r rune) letter {
	if l, ok := f.known[r]; ok {
		return l
	}
	g, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil || g == 0 {
		if r == '?' {
			return letter{}
		}
		l := f.letter('?')
		f.known[r] = l
		return l
	}
	l := letter{char: r, glyph: g}
	if a, err := f.font.GlyphAdvance(&f.buf, g, fixed.I(1000), font.HintingNone); err == nil {
		l.width = a.Round()
	}
	f.known[r] = l
	return l
}

// width returns the width of a text in thousandths of the font size.
func (f *face) width(s string) int {
	w := 0
	for _, r := range s {
		w += f.letter(r).width
	}
	return w
}

// encode appends the glyph numbers of a text, and records that they are used.
func (f *face) encode(b []byte, s string) []byte {
	b = append(b, '<')
	for _, r := range s {
		l := f.letter(r)
		if _, ok := f.used[l.glyph]; !ok {
			f.used[l.glyph], f.widths[l.glyph] = l.char, l.width
		}
		b = fmt.Appendf(b, "%04X", int(l.glyph))
	}
	return append(b, '>')
}
