package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// canvas is a picture in progress.
type canvas struct {
	img  *image.RGBA
	rast *vector.Rasterizer
	clip *image.Alpha // nothing is drawn where it is transparent; nil for no clipping

	dirty image.Rectangle // bounds of everything painted
}

// cover returns the antialiased coverage of polygons with its bounds. The
// result ok is false if nothing is covered. The parameter alike says that all
// polygons have the same orientation.
func (c *canvas) cover(polygons [][]point, alike bool) (mask *image.Alpha, at image.Rectangle, ok bool) {
	at = within(polygons, c.img.Bounds())
	if c.clip != nil {
		at = at.Intersect(c.clip.Rect)
	}
	if at.Empty() {
		return nil, at, false
	}
	mask = image.NewAlpha(at)
	if !alike {
		c.rasterize(polygons, at, mask)
	} else {
		c.together(polygons, mask)
	}
	if c.clip != nil {
		for y := at.Min.Y; y < at.Max.Y; y++ {
			row := mask.Pix[(y-at.Min.Y)*mask.Stride:][:at.Dx()]
			by := c.clip.Pix[c.clip.PixOffset(at.Min.X, y):][:at.Dx()]
			for i, v := range row {
				row[i] = uint8(uint32(v) * uint32(by[i]) / 255)
			}
		}
	}
	return mask, at, true
}

// within returns the part of the whole that contains the polygons.
func within(polygons [][]point, whole image.Rectangle) image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, poly := range polygons {
		for _, p := range poly {
			low, high = point{min(low.x, p.x), min(low.y, p.y)}, point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	if !(low.x <= high.x) {
		return image.Rectangle{}
	}
	return image.Rect(
		int(max(low.x, -1))-1, int(max(low.y, -1))-1,
		int(min(high.x, float64(whole.Max.X)))+2, int(min(high.y, float64(whole.Max.Y)))+2,
	).Intersect(whole)
}

// rasterize draws the coverage of polygons in a part of the picture into a
// mask.
func (c *canvas) rasterize(polygons [][]point, at image.Rectangle, mask *image.Alpha) {
	dx, dy := float64(at.Min.X), float64(at.Min.Y)
	c.rast.Reset(at.Dx(), at.Dy())
	c.rast.DrawOp = draw.Src
	for _, poly := range polygons {
		for i, p := range poly {
			if x, y := float32(p.x-dx), float32(p.y-dy); i == 0 {
				c.rast.MoveTo(x, y)
			} else {
				c.rast.LineTo(x, y)
			}
		}
		c.rast.ClosePath()
	}
	c.rast.Draw(mask, at, image.Opaque, image.Point{})
}

// few is the number of polygons rasterized at a time if they need not be
// rasterized together. The rasterizer accumulates the coverage of edges from
// left to right through all rows. If it rasterized a whole line along a coast,
// the rounding errors at its many edges would become visible as a tint.
const few = 24

// together draws the coverage of polygons with the same orientation into an
// empty mask.
func (c *canvas) together(polygons [][]point, mask *image.Alpha) {
	var part image.Alpha
	for ; len(polygons) > 0; polygons = polygons[min(few, len(polygons)):] {
		some := polygons[:min(few, len(polygons))]
		at := within(some, mask.Rect)
		if at.Empty() {
			continue
		}
		if size := at.Dx() * at.Dy(); cap(part.Pix) < size {
			part.Pix = make([]uint8, size)
		}
		part.Rect, part.Stride, part.Pix = at, at.Dx(), part.Pix[:at.Dx()*at.Dy()]
		c.rasterize(some, at, &part)
		for y := at.Min.Y; y < at.Max.Y; y++ {
			from := part.Pix[(y-at.Min.Y)*part.Stride:][:at.Dx()]
			to := mask.Pix[mask.PixOffset(at.Min.X, y):][:at.Dx()]
			for i, v := range from {
				to[i] = uint8(min(int(to[i])+int(v), 255))
			}
		}
	}
}

// fill paints what a mask covers.
func (c *canvas) fill(mask *image.Alpha, src image.Image) {
	draw.DrawMask(c.img, mask.Rect, src, mask.Rect.Min, mask, mask.Rect.Min, draw.Over)
	c.dirty = c.dirty.Union(mask.Rect)
}

// tile paints what a mask covers with a pattern.
func (c *canvas) tile(mask *image.Alpha, t *tiles) {
	at := mask.Rect
	for y := at.Min.Y; y < at.Max.Y; y++ {
		row := mask.Pix[(y-at.Min.Y)*mask.Stride:][:at.Dx()]
		dst := c.img.Pix[c.img.PixOffset(at.Min.X, y):][:4*at.Dx()]
		for i, v := range row {
			if v == 0 {
				continue
			}
			s, d := t.at(at.Min.X+i, y), dst[4*i:4*i+4:4*i+4]
			const full = 0xffff
			by := uint32(v) * 0x101
			rest := (full - uint32(s[3])*0x101*by/full) * 0x101
			for k := range 4 {
				d[k] = uint8((uint32(d[k])*rest + uint32(s[k])*0x101*by) / full >> 8)
			}
		}
	}
	c.dirty = c.dirty.Union(at)
}

// even returns a uniform image of a colour with an opacity.
func even(c color.NRGBA, opacity float64) image.Image {
	c.A = uint8(math.Round(float64(c.A) * max(0, min(1, opacity))))
	return image.NewUniform(c)
}

// outlines returns lines as polygons to fill.
func outlines(lines []line) [][]point {
	out := make([][]point, len(lines))
	for i := range lines {
		out[i] = lines[i].points
	}
	return out
}
