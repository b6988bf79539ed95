package atlas

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// pen writes SVG text. Numbers have one decimal at most, and text is escaped.
type pen struct{ b []byte }

func (p *pen) str(s string) { p.b = append(p.b, s...) }

func (p *pen) raw(s []byte) { p.b = append(p.b, s...) }

// f formats attributes from numbers and words of this package; text from
// elsewhere must go through esc.
func (p *pen) f(format string, args ...any) { p.b = fmt.Appendf(p.b, format, args...) }

// num writes a number with one decimal, or with none if that would be 0.
func (p *pen) num(v float64) {
	n := int64(math.Round(v * 10))
	if n < 0 {
		p.b = append(p.b, '-')
		n = -n
	}
	p.b = strconv.AppendInt(p.b, n/10, 10)
	if n%10 != 0 {
		p.b = append(p.b, '.', byte('0'+n%10))
	}
}

// pair writes "x,y".
func (p *pen) pair(q point) {
	p.num(q.x)
	p.b = append(p.b, ',')
	p.num(q.y)
}

// xy writes the attributes x and y, unless they are 0.
func (p *pen) xy(q point) {
	if q.x != 0 {
		p.str(` x="`)
		p.num(q.x)
		p.b = append(p.b, '"')
	}
	if q.y != 0 {
		p.str(` y="`)
		p.num(q.y)
		p.b = append(p.b, '"')
	}
}

// use writes a reference to a definition, placed at q, with a class if it is
// not empty.
func (p *pen) use(id, class string, q point) {
	p.str(`<use href="#`)
	p.str(id)
	p.b = append(p.b, '"')
	if class != "" {
		p.str(` class="`)
		p.str(class)
		p.b = append(p.b, '"')
	}
	p.xy(q)
	p.str("/>")
}

// text writes one line of text with a class, at q, in the given size. If fit is
// not zero, the line is stretched to the width fit in any font.
func (p *pen) text(class string, q point, size, fit float64, s string) {
	p.str(`<text class="`)
	p.str(class)
	p.b = append(p.b, '"')
	p.xy(q)
	p.str(` font-size="`)
	p.num(size)
	p.b = append(p.b, '"')
	if fit > 0 {
		p.str(` textLength="`)
		p.num(fit)
		p.str(`" lengthAdjust="spacingAndGlyphs"`)
	}
	p.b = append(p.b, '>')
	p.esc(s)
	p.str("</text>")
}

// esc writes text with XML's reserved characters escaped and forbidden ones
// replaced.
func (p *pen) esc(s string) {
	for _, r := range s {
		switch {
		case r == '&':
			p.str("&amp;")
		case r == '<':
			p.str("&lt;")
		case r == '>':
			p.str("&gt;")
		case r == '"':
			p.str("&quot;")
		case r == '\t' || r == '\n' || r == '\r':
			p.b = append(p.b, ' ')
		case r < ' ' || r == 0xfffe || r == 0xffff:
			p.str("\uFFFD")
		default:
			p.b = utf8.AppendRune(p.b, r)
		}
	}
}

// point is a place on the sheet, in its units.
type point struct{ x, y float64 }

func (a point) plus(b point) point              { return point{a.x + b.x, a.y + b.y} }
func (a point) minus(b point) point             { return point{a.x - b.x, a.y - b.y} }
func (a point) times(k float64) point           { return point{a.x * k, a.y * k} }
func (a point) length() float64                 { return math.Hypot(a.x, a.y) }
func (a point) turned() point                   { return point{-a.y, a.x} }
func (a point) shift(dx, dy float64) point      { return point{a.x + dx, a.y + dy} }
func (a point) toward(b point, t float64) point { return a.plus(b.minus(a).times(t)) }

// unit returns the vector of length one in the direction of a, or zero for
// zero.
func (a point) unit() point {
	if l := a.length(); l > 0 {
		return a.times(1 / l)
	}
	return point{}
}
