package raster

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"sync"
)

// Reduce returns a picture with at most the given number of colours (2 to 256),
// chosen so that large areas keep their colour. The PNG of such a picture is
// much smaller. Transparent pixels become white.
func Reduce(img *image.RGBA, colours int) *image.Paletted {
	colours = min(max(colours, 2), 256)
	var seen [1 << 15]*bin
	kept := allRuns.Get().(*[]run)
	defer allRuns.Put(kept)
	rows := (*kept)[:0]
	runs(img, func(n int, px [3]uint8) {
		key := keyOf(px)
		b := seen[key]
		if b == nil {
			b = &bin{key: key}
			seen[key] = b
		}
		b.count(px, n)
		rows = append(rows, run{int32(n), key})
	})
	*kept = rows
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
	out := image.NewPaletted(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()).Add(img.Rect.Min), palette)
	rest := out.Pix
	for _, r := range rows {
		c := index[r.key]
		for i := range rest[:r.n] {
			rest[i] = c
		}
		rest = rest[r.n:]
	}
	return out
}

// allRuns holds slices for the runs of a picture, which take some megabytes.
var allRuns = sync.Pool{New: func() any { return new([]run) }}

// run is a number of adjacent pixels whose colours have the same key.
type run struct {
	n   int32
	key uint16
}

// keyOf returns the key of a colour's bin.
func keyOf(px [3]uint8) uint16 {
	return uint16(px[0]>>3)<<10 | uint16(px[1]>>3)<<5 | uint16(px[2]>>3)
}

// runs calls do for each run of n pixels of one colour in a row of the picture,
// on a white ground, row by row.
func runs(img *image.RGBA, do func(n int, px [3]uint8)) {
	wide := img.Rect.Dx()
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:4*wide]
		for x := 0; x < wide; {
			px := [4]uint8(row[4*x:])
			same := binary.LittleEndian.Uint32(row[4*x:])
			end := x + 1
			for end < wide && binary.LittleEndian.Uint32(row[4*end:]) == same {
				end++
			}
			if rest := 255 - px[3]; rest > 0 { // premultiplied
				px[0], px[1], px[2] = px[0]+rest, px[1]+rest, px[2]+rest
			}
			do(end-x, [3]uint8(px[:3]))
			x = end
		}
	}
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

// count adds n pixels of a colour.
func (b *bin) count(px [3]uint8, n int) {
	b.n += n
	switch {
	case b.most == px:
		b.lead += n
	case b.lead >= n:
		b.lead -= n
	default:
		b.most, b.lead = px, n-b.lead
	}
	for k, v := range px {
		b.sum[k] += n * int(v)
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
