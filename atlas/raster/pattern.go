package raster

import (
	"image"
	"image/color"
	"math"
)

// tiles is a pattern for painting: one tile, drawn in a higher resolution than
// shown, and the mapping from a pixel to its place on the tile.
type tiles struct {
	tile *image.RGBA
	back matrix
	w, h float64 // of a tile, in its own units
	fine float64 // pixels of the tile for one unit
}

// finer is the minimum number of pixels of a tile for one pixel of the picture.
const finer = 4

// hatch returns a pattern, or nil if it does not exist.
func (p *painter) hatch(id string, m matrix, depth int) (image.Image, error) {
	n := p.ids[id]
	if n == nil || n.name != "pattern" {
		return nil, nil
	}
	w, h := n.number("width"), n.number("height")
	if !(w > 0) || !(h > 0) || w > 500 || h > 500 {
		return nil, nil
	}
	t := &tiles{w: w, h: h, fine: max(finer*m.scale(), 1), back: m.then(readTransform(n.attr["patternTransform"])).inverse()}
	inner := &painter{document: p.document, clips: p.clips, canvas: canvas{
		img: image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w*t.fine)), int(math.Ceil(h*t.fine)))),
	}}
	if err := inner.children(n, plain, matrix{a: t.fine, d: t.fine}, depth+1); err != nil {
		return nil, err
	}
	t.tile = inner.img
	return t, nil
}

// ColorModel returns the colour model of the tile.
func (t *tiles) ColorModel() color.Model { return color.RGBAModel }

// Bounds returns practically unlimited bounds, as the pattern has none.
func (t *tiles) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

// At returns the colour of a pixel: the mean of several points in it.
func (t *tiles) At(x, y int) color.Color {
	var r, g, b, a int
	const n = 2
	for i := range n * n {
		p := t.back.of(point{float64(x) + (float64(i%n)+.5)/n, float64(y) + (float64(i/n)+.5)/n})
		u, v := p.x-math.Floor(p.x/t.w)*t.w, p.y-math.Floor(p.y/t.h)*t.h
		c := t.tile.RGBAAt(min(int(u*t.fine), t.tile.Rect.Max.X-1), min(int(v*t.fine), t.tile.Rect.Max.Y-1))
		r, g, b, a = r+int(c.R), g+int(c.G), b+int(c.B), a+int(c.A)
	}
	return color.RGBA{uint8(r / (n * n)), uint8(g / (n * n)), uint8(b / (n * n)), uint8(a / (n * n))}
}
