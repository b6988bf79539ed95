package raster

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"slices"
)

// Reduce returns a picture with at most the given number of colours (2 to 256),
// chosen so that large areas keep their colour. The PNG of such a picture is
// much smaller. Transparent pixels become white.
func Reduce(img *image.RGBA, colours int) *image.Paletted {
	colours = min(max(colours, 2), 256)
	flat := image.NewRGBA(img.Rect)
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, img.Rect.Min, draw.Over)
	var seen [1 << 15]*bin
	for i := 0; i < len(flat.Pix); i += 4 {
		px := flat.Pix[i:][:3]
		key := uint16(px[0]>>3)<<10 | uint16(px[1]>>3)<<5 | uint16(px[2]>>3)
		b := seen[key]
		if b == nil {
			b = &bin{key: key}
			seen[key] = b
		}
		b.count([3]uint8(px))
	}
	var bins []*bin
	for _, b := range seen {
		if b != nil {
			bins = append(bins, b)
		}
	}
	boxes := [][]*bin{bins}
	for len(boxes) < colours {
		widest, most := -1, 0.0
		for i, b := range boxes {
			if _, s := spread(b); len(b) > 1 && s > most {
				widest, most = i, s
			}
		}
		if widest < 0 {
			break
		}
		low, high := halve(boxes[widest])
		boxes[widest] = low
		boxes = append(boxes, high)
	}
	palette := make(color.Palette, len(boxes))
	var index [1 << 15]uint8
	for i, box := range boxes {
		var sum [3]int
		n := 0
		for _, b := range box {
			for k := range sum {
				sum[k] += b.sum[k]
			}
			n += b.n
			index[b.key] = uint8(i)
		}
		palette[i] = color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
		if top := slices.MaxFunc(box, func(a, b *bin) int { return cmp.Compare(a.n, b.n) }); top.n*2 > n {
			palette[i] = color.RGBA{top.most[0], top.most[1], top.most[2], 255}
		}
	}
	out := image.NewPaletted(flat.Rect, palette)
	for i := range out.Pix {
		px := flat.Pix[i*4:][:3]
		out.Pix[i] = index[uint16(px[0]>>3)<<10|uint16(px[1]>>3)<<5|uint16(px[2]>>3)]
	}
	return out
}

// bin is a group of similar colours: the number of their pixels, the sums of
// red, green and blue, and the colour of the majority of pixels, if there is
// one.
type bin struct {
	key  uint16
	n    int
	sum  [3]int
	most [3]uint8
	lead int
}

// count adds a pixel.
func (b *bin) count(px [3]uint8) {
	b.n++
	switch {
	case b.lead == 0:
		b.most, b.lead = px, 1
	case b.most == px:
		b.lead++
	default:
		b.lead--
	}
	for k, v := range px {
		b.sum[k] += int(v)
	}
}

func (b *bin) mean(k int) float64 { return float64(b.sum[k]) / float64(b.n) }

// spread returns which of red, green and blue differs most among colours, and
// how much they differ in all.
func spread(box []*bin) (axis int, size float64) {
	for k := range 3 {
		n, sum, squares := 0.0, 0.0, 0.0
		for _, b := range box {
			m, w := b.mean(k), float64(b.n)
			n, sum, squares = n+w, sum+w*m, squares+w*m*m
		}
		if s := squares - sum*sum/n; s > size {
			axis, size = k, s
		}
	}
	return axis, size
}

// halve splits colours so that each is as near as possible to the mean of its
// part.
func halve(box []*bin) (low, high []*bin) {
	axis, _ := spread(box)
	slices.SortFunc(box, func(a, b *bin) int {
		return cmp.Or(cmp.Compare(a.mean(axis), b.mean(axis)), cmp.Compare(a.key, b.key))
	})
	n, sum := 0.0, 0.0
	for _, b := range box {
		n, sum = n+float64(b.n), sum+float64(b.sum[axis])
	}
	at, best := 1, -1.0
	ln, lsum := 0.0, 0.0
	for i, b := range box[:len(box)-1] {
		ln, lsum = ln+float64(b.n), lsum+float64(b.sum[axis])
		if score := lsum*lsum/ln + (sum-lsum)*(sum-lsum)/(n-ln); score > best {
			at, best = i+1, score
		}
	}
	return box[:at:at], box[at:]
}
