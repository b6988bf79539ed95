package raster

import (
	"errors"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// plotFine is the number of steps of a plot for each point of the page.
const plotFine = 4

// plotter draws a document as lines and areas, in the operators of PDF; the
// prologue of a PostScript file gives its operators the same names. Letters are
// drawn as outlines. Hatching is left out, because hatched areas have a colour
// of their own below it.
type plotter struct {
	*document
	b       []byte
	alpha   float64      // opacity of the enclosing groups
	blended bool         // whether colours are mixed with white because opacity is not supported
	alphas  map[int]bool // the opacities that were used, in hundredths
	clips   map[clipKey][]line
}

// plot draws a picture on a page of the given width. It returns the plot and
// the height of the page. Both lengths are in points.
func plot(svg []byte, width float64, blended bool) (*plotter, float64, error) {
	d, err := read(svg)
	if err != nil {
		return nil, 0, err
	}
	box := numbers(d.root.attr("viewBox"))
	if len(box) != 4 || !(box[2] > 0) || !(box[3] > 0) || box[3]/box[2] > 4 {
		return nil, 0, errors.New("the picture does not say how large it is")
	}
	k := width * plotFine / box[2]
	p := &plotter{document: d, alpha: 1, blended: blended, alphas: map[int]bool{}, clips: map[clipKey][]line{}}
	start := matrix{a: k, d: k}.then(shift(-box[0], -box[1]))
	err = p.children(d.root, d.of(d.root, plain), start, 0)
	return p, width * box[3] / box[2], err
}

func (p *plotter) children(n *node, l look, m matrix, depth int) error {
	for _, c := range n.children {
		if err := p.node(c, l, m, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// node draws an element with inherited properties.
func (p *plotter) node(n *node, in look, m matrix, depth int) error {
	if depth > mostDepth {
		return errors.New("the picture refers to itself")
	}
	switch n.name {
	case "g", "use", "path", "circle", "rect", "text", "svg":
	default:
		return nil
	}
	l := p.of(n, in)
	if s := n.attr("transform"); s != "" {
		m = m.then(readTransform(s))
	}
	if id, ok := strings.CutPrefix(n.attr("clip-path"), "url(#"); ok {
		lines, err := p.cut(strings.TrimSuffix(id, ")"), m, depth)
		if err != nil {
			return err
		}
		p.b = append(p.b, "q\n"...)
		defer func() { p.b = append(p.b, "Q\n"...) }()
		p.path(lines, true)
		p.b = append(p.b, "W n\n"...)
	}
	switch n.name {
	case "g", "svg", "use":
		was := p.alpha
		defer func() { p.alpha = was }()
		p.alpha *= max(0, min(1, l.opacity))
		l.opacity = 1
	}
	switch n.name {
	case "g", "svg":
		return p.children(n, l, m, depth)
	case "use":
		if to := p.ids[strings.TrimPrefix(n.attr("href"), "#")]; to != nil {
			return p.node(to, l, m.then(shift(n.number("x"), n.number("y"))), depth+1)
		}
		return nil
	}
	t := &track{m: m}
	if err := p.outlineOf(t, n, &l); err != nil {
		return err
	}
	if n.name == "text" && l.strokeFirst {
		p.stroke(t, &l)
		p.fill(t, &l)
		return nil
	}
	p.fill(t, &l)
	p.stroke(t, &l)
	return nil
}

// cut returns the outline of a clip path.
func (p *plotter) cut(id string, m matrix, depth int) ([]line, error) {
	key := clipKey{id, m}
	if made, ok := p.clips[key]; ok {
		return made, nil
	}
	var found []line
	if n := p.ids[id]; n != nil && n.name == "clipPath" {
		walker := &painter{document: p.document}
		for _, c := range n.children {
			more, err := walker.outline(c, m, depth+1)
			if err != nil {
				return nil, err
			}
			found = append(found, more...)
		}
	}
	p.clips[key] = found
	return found, nil
}

// number writes a number with a space.
func (p *plotter) number(v float64) {
	p.b = strconv.AppendFloat(p.b, math.Round(v*1000)/1000, 'f', -1, 64)
	p.b = append(p.b, ' ')
}

// path writes lines. If area is true, every line is closed.
func (p *plotter) path(lines []line, area bool) {
	for i := range lines {
		for k, q := range lines[i].points {
			p.number(math.Round(q.x))
			p.number(math.Round(q.y))
			if k == 0 {
				p.b = append(p.b, "m\n"...)
			} else {
				p.b = append(p.b, "l\n"...)
			}
		}
		if area || lines[i].closed {
			p.b = append(p.b, "h\n"...)
		}
	}
}

// colour sets the colour and opacity for what follows. The operator op is "rg"
// for areas and "RG" for lines. The result reports whether anything would be
// visible.
func (p *plotter) colour(c color.NRGBA, opacity float64, op string) bool {
	opacity = max(0, min(1, opacity*p.alpha))
	n := int(math.Round(opacity * 100))
	if n == 0 {
		return false
	}
	for _, v := range []uint8{c.R, c.G, c.B} {
		part := float64(v) / 255
		if p.blended {
			part = 1 - (1-part)*opacity
		}
		p.number(part)
	}
	p.b = append(append(p.b, op...), '\n')
	if !p.blended {
		p.alphas[n] = true
		p.b = append(p.b, "/A"...)
		p.b = strconv.AppendInt(p.b, int64(n), 10)
		p.b = append(p.b, " gs\n"...)
	}
	return true
}

func (p *plotter) fill(t *track, l *look) {
	if l.fill.none || l.fill.pattern != "" || len(t.lines) == 0 || !p.colour(l.fill.colour, l.fillOpacity*l.opacity, "rg") {
		return
	}
	p.path(t.lines, true)
	p.b = append(p.b, "f\n"...)
}

func (p *plotter) stroke(t *track, l *look) {
	if l.stroke.none || l.width <= 0 || len(t.lines) == 0 || !p.colour(l.stroke.colour, l.strokeOpacity*l.opacity, "RG") {
		return
	}
	k := t.m.scale()
	p.number(l.width * k)
	p.b = append(p.b, "w ["...)
	for _, d := range l.dashes {
		p.number(d * k)
	}
	p.b = append(p.b, "] 0 d "...)
	ends := 0.0
	switch {
	case l.roundCap:
		ends = 1
	case l.squareCap:
		ends = 2
	}
	p.number(ends)
	p.b = append(p.b, "J "...)
	if l.roundJoin {
		p.b = append(p.b, "1 j\n"...)
	} else {
		p.b = append(p.b, "0 j\n"...)
	}
	p.path(t.lines, false)
	p.b = append(p.b, "S\n"...)
}
