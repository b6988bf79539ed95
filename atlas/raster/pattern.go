package raster

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// tiles is a pattern for painting. It consists of one tile, which is drawn in a
// higher resolution than it is shown, and of the mapping from a pixel to its
// place on the tile.
type tiles struct {
	tile *image.RGBA
	back matrix
	w, h float64 // size of a tile, in its own units
	fine float64 // pixels of the tile per unit
}

// finer is the minimum number of pixels that a tile has for each pixel of the
// picture, in both directions.
const finer = 4

// hatch returns a pattern, or nil if it does not exist.
func (p *painter) hatch(id string, m matrix, depth int) (*tiles, error) {
	n := p.ids[id]
	if n == nil || n.name != "pattern" {
		return nil, nil
	}
	w, h := n.number("width"), n.number("height")
	if !(w > 0) || !(h > 0) || w > 500 || h > 500 {
		return nil, nil
	}
	t := &tiles{w: w, h: h, fine: max(finer*m.scale(), 1), back: m.then(readTransform(n.attr("patternTransform"))).inverse()}
	inner := &painter{document: p.document, canvas: canvas{
		rast: &vector.Rasterizer{},
		img:  image.NewRGBA(image.Rect(0, 0, int(math.Ceil(w*t.fine)), int(math.Ceil(h*t.fine)))),
	}}
	if err := inner.children(n, plain, matrix{a: t.fine, d: t.fine}, depth+1); err != nil {
		return nil, err
	}
	t.tile = inner.img
	return t, nil
}

// at returns the colour of a pixel, which is the mean of several points in it.
func (t *tiles) at(x, y int) [4]uint8 {
	var sum [4]int
	const n = 2
	for i := range n * n {
		p := t.back.of(point{float64(x) + (float64(i%n)+.5)/n, float64(y) + (float64(i/n)+.5)/n})
		u, v := p.x-math.Floor(p.x/t.w)*t.w, p.y-math.Floor(p.y/t.h)*t.h
		c := t.tile.Pix[t.tile.PixOffset(min(int(u*t.fine), t.tile.Rect.Max.X-1), min(int(v*t.fine), t.tile.Rect.Max.Y-1)):][:4]
		for k := range sum {
			sum[k] += int(c[k])
		}
	}
	var out [4]uint8
	for k := range out {
		out[k] = uint8(sum[k] / (n * n))
	}
	return out
}
