package raster

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/vector"
)

// The limits of a picture's width, in pixels.
const (
	narrowest = 16
	widest    = 8000
)

// Draw converts a picture of package atlas to an image of the given width in
// pixels. The height keeps the picture's proportions. It returns an error for
// an invalid width or an invalid picture.
func Draw(svg []byte, width int) (*image.RGBA, error) {
	p := easels.Get().(*painter)
	defer p.putBack()
	if err := p.draw(svg, width); err != nil {
		return nil, err
	}
	return p.img, nil
}

// Reduced draws a picture as Draw does, reduces its colours as Reduce does, and
// calls the function use with the result, which is valid until use returns.
// Reduced returns an error if Draw would, or if use does. It takes less memory
// than Draw and Reduce.
func Reduced(svg []byte, width, colours int, use func(*image.Paletted) error) error {
	p := easels.Get().(*painter)
	defer p.putBack()
	if err := p.draw(svg, width); err != nil {
		return err
	}
	p.old = p.img
	out := reduce(p.img, colours, p.room)
	p.room = out.Pix
	return use(out)
}

// easels holds painters for reuse, because each picture needs several canvases
// of a few megabytes.
var easels = sync.Pool{New: func() any { return &painter{canvas: canvas{rast: &vector.Rasterizer{}}} }}

// putBack makes the painter available for another picture.
func (p *painter) putBack() {
	*p = painter{canvas: canvas{rast: p.rast}, spare: p.spare, old: p.old, room: p.room}
	easels.Put(p)
}

// painter draws a document.
type painter struct {
	*document
	canvas
	clipped partKey       // identifies the current clipping
	spare   []*image.RGBA // empty canvases
	old     *image.RGBA   // canvas of the last picture, if nobody else uses it
	room    []uint8       // space for the pixels of a reduced picture
}

// draw draws a picture on a canvas of its size.
func (p *painter) draw(svg []byte, width int) error {
	if width < narrowest || width > widest {
		return fmt.Errorf("a picture can be %d to %d pixels wide, not %d", narrowest, widest, width)
	}
	d, err := read(svg)
	if err != nil {
		return err
	}
	box := numbers(d.root.attr("viewBox"))
	if len(box) != 4 || !(box[2] > 0) || !(box[3] > 0) || box[3]/box[2] > 4 {
		return errors.New("the picture does not say how large it is")
	}
	k := float64(width) / box[2]
	p.document = d
	at := image.Rect(0, 0, width, int(math.Round(box[3]*k)))
	if p.old != nil && p.old.Rect == at {
		p.img = p.old
	} else {
		p.img = image.NewRGBA(at)
	}
	p.old = nil
	start := matrix{a: k, d: k}.then(shift(-box[0], -box[1]))
	return p.pieces(p.split(nil, d.root, p.within(&place{look: d.of(d.root, plain), m: start})))
}

// clipKey identifies a clipping outline.
type clipKey struct {
	id string
	m  matrix
}

func (p *painter) children(n *node, l look, m matrix, depth int) error {
	for _, c := range n.children {
		if err := p.node(c, l, m, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// node draws an element with inherited properties.
func (p *painter) node(n *node, in look, m matrix, depth int) error {
	if depth > mostDepth {
		return errors.New("the picture refers to itself")
	}
	if !n.visible() {
		return nil
	}
	l := p.of(n, in)
	if s := n.attr("transform"); s != "" {
		m = m.then(readTransform(s))
	}
	if id, ok := n.cutTo(); ok {
		was, name := p.clip, p.clipped
		defer func() { p.clip, p.clipped = was, name }()
		if err := p.cutTo(clipKey{id, m}, depth); err != nil {
			return err
		}
	}
	if l.opacity < 1 && (n.name == "g" || n.name == "use") {
		return p.layer(l.opacity, func() error { return p.inner(n, l, m, depth) })
	}
	return p.inner(n, l, m, depth)
}

// visible reports whether an element is drawn; others are definitions, titles
// and styles.
func (n *node) visible() bool {
	switch n.name {
	case "g", "use", "path", "circle", "rect", "text", "svg":
		return true
	}
	return false
}

// layer draws something separately and blends it over the picture as a whole.
func (p *painter) layer(opacity float64, paint func() error) error {
	return p.apart(paint, func(over *image.RGBA, at image.Rectangle) {
		draw.DrawMask(p.img, at, over, at.Min, even(plain.fill.colour, opacity), image.Point{}, draw.Over)
	})
}

// inner draws the content of an element.
func (p *painter) inner(n *node, l look, m matrix, depth int) error {
	if n.name == "use" {
		to := p.ids[strings.TrimPrefix(n.attr("href"), "#")]
		if to == nil {
			return nil
		}
		return p.node(to, l, m.then(shift(n.number("x"), n.number("y"))), depth+1)
	}
	if n.name == "g" || n.name == "svg" {
		return p.children(n, l, m, depth)
	}
	s := &shape{painter: p, n: n, look: &l, m: m}
	if n.name == "text" && l.strokeFirst {
		return errors.Join(s.stroke(), s.paint(depth))
	}
	return errors.Join(s.paint(depth), s.stroke())
}

// shape is an element to be filled and stroked.
type shape struct {
	*painter
	n     *node
	look  *look
	m     matrix
	drawn []line // outline, computed when it is needed
}

// lines returns the shape's outline.
func (s *shape) lines() ([]line, error) {
	if s.drawn == nil {
		t := &track{m: s.m}
		if err := s.outlineOf(t, s.n, s.look); err != nil {
			return nil, err
		}
		s.drawn = t.lines
	}
	return s.drawn, nil
}

// outlineOf draws the outline of an element.
func (d *document) outlineOf(t *track, n *node, l *look) error {
	switch n.name {
	case "path":
		t.path(n.attr("d"))
	case "circle":
		t.circle(point{n.number("cx"), n.number("cy")}, n.number("r"))
	case "rect":
		t.rect(n.number("x"), n.number("y"), n.number("width"), n.number("height"), n.number("rx"))
	case "text":
		if a := d.along(n); a != nil {
			s, err := set(a.text, l)
			if err != nil {
				return err
			}
			s.bent(t, a)
			return nil
		}
		s, err := set(n.text, l)
		if err != nil {
			return err
		}
		wide := 1.0
		if fit := n.number("textLength"); fit > 0 && s.width > 0 {
			wide = fit / s.width
		}
		at := point{n.number("x"), n.number("y")}
		switch l.anchor {
		case "middle":
			at.x -= s.width * wide / 2
		case "end":
			at.x -= s.width * wide
		}
		s.write(t, at, wide)
	}
	return nil
}

// number returns an attribute as a number, or 0 if it is missing.
func (n *node) number(name string) float64 {
	v, err := strconv.ParseFloat(n.attr(name), 64)
	if err != nil {
		return 0
	}
	return v
}

// paint fills the shape.
func (s *shape) paint(depth int) error {
	l := s.look
	if l.fill.none || l.fillOpacity*l.opacity <= 0 {
		return nil
	}
	mask, err := s.covered(s.n, s.m, "", func() ([][]point, bool, error) {
		lines, err := s.lines()
		return outlines(lines), false, err
	})
	if err != nil {
		return err
	}
	if l.fill.pattern == "" {
		s.fill(mask, even(l.fill.colour, l.fillOpacity*l.opacity))
		return nil
	}
	t, err := s.hatch(l.fill.pattern, s.m, depth)
	if err == nil && t != nil {
		s.tile(mask, t)
	}
	return err
}

// stroke draws the shape's stroke.
func (s *shape) stroke() error {
	l := s.look
	if l.stroke.none || l.width <= 0 || l.strokeOpacity*l.opacity <= 0 {
		return nil
	}
	k := s.m.scale()
	pen := &pen{width: l.width * k, look: l}
	for _, d := range l.dashes {
		pen.dashes = append(pen.dashes, d*k)
	}
	mask, err := s.covered(s.n, s.m, fmt.Sprint("pen", pen.width, pen.dashes, l.roundCap, l.squareCap, l.roundJoin), func() ([][]point, bool, error) {
		lines, err := s.lines()
		return pen.stroke(lines), true, err
	})
	if err == nil {
		s.fill(mask, even(l.stroke.colour, l.strokeOpacity*l.opacity))
	}
	return err
}

// cutTo returns the id of the clip path of an element. The result ok is false
// if the element has no clip path.
func (n *node) cutTo() (id string, ok bool) {
	id, ok = strings.CutPrefix(n.attr("clip-path"), "url(#")
	return strings.TrimSuffix(id, ")"), ok
}

// cutTo limits what is drawn to a clip path within the present clipping.
func (p *painter) cutTo(cut clipKey, depth int) error {
	n := p.ids[cut.id]
	if n == nil || n.name != "clipPath" {
		return nil
	}
	clipped := p.cutKey(p.clipped, cut)
	key := hash(fmt.Sprint("clip", p.img.Rect)).and(clipped)
	if part, ok := partOf(key); ok {
		p.clip, p.clipped = part.mask, clipped
		return nil
	}
	var found []line
	for _, c := range n.children {
		more, err := p.outline(c, cut.m, depth+1)
		if err != nil {
			return err
		}
		found = append(found, more...)
	}
	mask, _, ok := p.cover(outlines(found), false)
	if !ok {
		mask = image.NewAlpha(image.Rectangle{})
	}
	if worthKeeping(key, len(mask.Pix)) {
		keep(keptPart{key: key, mask: mask, size: len(mask.Pix)})
	}
	p.clip, p.clipped = mask, clipped
	return nil
}

// cutKey returns the key of a clip path within another clipping.
func (d *document) cutKey(within partKey, cut clipKey) partKey {
	if n := d.ids[cut.id]; n != nil && n.name == "clipPath" {
		return within.and(d.sum(n)).and(hash(fmt.Sprint(cut.m)))
	}
	return within
}

// outline returns the outline of an element of a clip path.
func (p *painter) outline(n *node, m matrix, depth int) ([]line, error) {
	if depth > mostDepth {
		return nil, errors.New("the picture refers to itself")
	}
	if s := n.attr("transform"); s != "" {
		m = m.then(readTransform(s))
	}
	if n.name == "use" {
		to := p.ids[strings.TrimPrefix(n.attr("href"), "#")]
		if to == nil {
			return nil, nil
		}
		return p.outline(to, m.then(shift(n.number("x"), n.number("y"))), depth+1)
	}
	t := &track{m: m}
	look := plain
	err := p.outlineOf(t, n, &look)
	return t.lines, err
}
