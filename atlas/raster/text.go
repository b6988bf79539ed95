package raster

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

// typeface is a parsed font.
type typeface struct {
	font *sfnt.Font
	unit fixed.Int26_6 // the size at which outlines are read
}

// typefaces holds the regular, the bold and the italic font.
var typefaces = sync.OnceValues(func() ([3]typeface, error) {
	var out [3]typeface
	for i, ttf := range [][]byte{liberationserifregular.TTF, liberationserifbold.TTF, liberationserifitalic.TTF} {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			return out, fmt.Errorf("a typeface cannot be read: %w", err)
		}
		out[i] = typeface{f, fixed.I(int(f.UnitsPerEm()))}
	}
	return out, nil
})

// glyph is a letter of a line of text. It has an outline in the font's units,
// and a position.
type glyph struct {
	segments sfnt.Segments
	at       float64
}

// setting is a line of text with the positions of its letters and its width.
type setting struct {
	glyphs []glyph
	width  float64
	scale  float64
}

// set arranges a text as a row of letters. Characters that the font lacks are
// left out.
func set(text string, l *look) (*setting, error) {
	faces, err := typefaces()
	if err != nil {
		return nil, err
	}
	f := faces[0]
	switch {
	case l.bold:
		f = faces[1]
	case l.italic:
		f = faces[2]
	}
	s := &setting{scale: l.size / float64(f.font.UnitsPerEm())}
	var buf sfnt.Buffer
	var before sfnt.GlyphIndex
	for _, r := range text {
		i, err := f.font.GlyphIndex(&buf, r)
		if err != nil || i == 0 {
			continue
		}
		if before != 0 {
			if k, err := f.font.Kern(&buf, before, i, f.unit, font.HintingNone); err == nil {
				s.width += units(k) * s.scale
			}
		}
		before = i
		found, err := f.font.LoadGlyph(&buf, i, f.unit, nil)
		if err != nil {
			continue
		}
		s.glyphs = append(s.glyphs, glyph{append(sfnt.Segments(nil), found...), s.width})
		if a, err := f.font.GlyphAdvance(&buf, i, f.unit, font.HintingNone); err == nil {
			s.width += units(a)*s.scale + l.spacing
		}
	}
	return s, nil
}

func units(v fixed.Int26_6) float64 { return float64(v) / 64 }

// write draws a line of text at a place. The factor wide says how much the text
// is stretched in width.
func (s *setting) write(t *track, at point, wide float64) {
	for _, g := range s.glyphs {
		place := func(p fixed.Point26_6) point {
			return point{at.x + (g.at+units(p.X)*s.scale)*wide, at.y + units(p.Y)*s.scale}
		}
		for _, seg := range g.segments {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				t.end()
				t.move(place(seg.Args[0]))
			case sfnt.SegmentOpLineTo:
				t.line(place(seg.Args[0]))
			case sfnt.SegmentOpQuadTo:
				t.quadratic(place(seg.Args[0]), place(seg.Args[1]))
			case sfnt.SegmentOpCubeTo:
				t.cubic(place(seg.Args[0]), place(seg.Args[1]), place(seg.Args[2]))
			}
		}
		t.end()
	}
}
