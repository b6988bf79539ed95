package raster

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"
)

// TestBlend compares blending and tiling with package image/draw. The pictures
// have transparent, opaque and other pixels, and odd sizes and places.
func TestBlend(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 4))
	picture := func(at image.Rectangle) *image.RGBA {
		img := image.NewRGBA(at)
		for i := 0; i < len(img.Pix); i += 4 {
			switch dice.IntN(3) {
			case 0:
			case 1:
				a := dice.IntN(256)
				for k := range 3 {
					img.Pix[i+k] = uint8(dice.IntN(a + 1))
				}
				img.Pix[i+3] = uint8(a)
			default:
				copy(img.Pix[i:], []uint8{uint8(dice.IntN(256)), uint8(dice.IntN(256)), uint8(dice.IntN(256)), 255})
			}
		}
		return img
	}
	for range 200 {
		whole := image.Rect(0, 0, 1+dice.IntN(30), 1+dice.IntN(30))
		part := image.Rect(dice.IntN(20), dice.IntN(20), dice.IntN(40), dice.IntN(40))
		to, from := picture(whole), picture(part)
		want := image.NewRGBA(whole)
		copy(want.Pix, to.Pix)
		draw.Draw(want, part, from, part.Min, draw.Over)
		got := image.NewRGBA(whole)
		copy(got.Pix, to.Pix)
		layer := image.NewRGBA(whole)
		draw.Draw(layer, part, from, part.Min, draw.Src)
		spriteOf(layer, part.Intersect(whole)).draw(got)
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Fatalf("blending %v over %v differs", part, whole)
		}

		tile := &tiles{tile: picture(image.Rect(0, 0, 7, 5)), back: identity, w: 7, h: 5, fine: 1}
		mask := image.NewAlpha(part.Intersect(whole))
		for i := range mask.Pix {
			mask.Pix[i] = uint8(max(0, min(255, dice.IntN(700)-200)))
		}
		copy(want.Pix, to.Pix)
		draw.DrawMask(want, mask.Rect, pattern{tile}, mask.Rect.Min, mask, mask.Rect.Min, draw.Over)
		c := &canvas{img: to}
		c.tile(mask, tile)
		if !bytes.Equal(to.Pix, want.Pix) {
			t.Fatalf("tiling %v of %v differs", mask.Rect, whole)
		}
	}
}

// pattern is a pattern as an image.
type pattern struct{ *tiles }

func (pattern) ColorModel() color.Model { return color.RGBAModel }
func (pattern) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }
func (p pattern) At(x, y int) color.Color {
	c := p.at(x, y)
	return color.RGBA{c[0], c[1], c[2], c[3]}
}
