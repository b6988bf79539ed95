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
func Reduce(img *image.RGBA, colours int) *image.Paletted { return reduce(img, colours, nil) }

// reduce does what Reduce does, but uses room for the pixels if it is large
// enough.
func reduce(img *image.RGBA, colours int, room []uint8) *image.Paletted {
	colours = min(max(colours, 2), 256)
	r := reducers.Get().(*reducer)
	defer reducers.Put(r)
	r.count(img)
	boxes := r.boxes(colours)
	palette := make(color.Palette, len(boxes))
	if cap(r.colour) < len(r.bins) {
		r.colour = make([]uint8, len(r.bins))
	}
	colour := r.colour[:len(r.bins)]
	for i, box := range boxes {
		palette[i] = box.colour()
		for _, b := range box.bins {
			colour[b.number] = uint8(i)
		}
	}
	if size := area(img.Rect); cap(room) < size {
		room = make([]uint8, size)
	}
	out := &image.Paletted{Pix: room[:area(img.Rect)], Stride: img.Rect.Dx(), Rect: img.Rect, Palette: palette}
	rest := out.Pix
	for _, run := range r.runs {
		c, n := colour[run.bin], int(run.n)
		if n <= 8 && len(rest) >= 8 { // covers most runs; excess pixels are overwritten by the next run
			binary.LittleEndian.PutUint64(rest, uint64(c)*0x01010101_01010101)
		} else {
			for i := range rest[:n] {
				rest[i] = c
			}
		}
		rest = rest[n:]
	}
	return out
}

// reducer counts the colours of a picture. Its slices take a few megabytes.
type reducer struct {
	numbers [1 << 15]uint16 // maps the key of a colour to the number of its bin, from 1, or to 0
	bins    []bin
	sorted  []*bin
	colour  []uint8 // maps the number of a bin to its colour in the palette
	runs    []run   // runs of the picture, row by row
}

// reducers holds reducers for reuse.
var reducers = sync.Pool{New: func() any { return new(reducer) }}

// run is a number of adjacent pixels of one colour in a row.
type run struct{ n, bin uint16 }

// bin is a group of similar colours. It holds the number of their pixels, the
// sums of red, green and blue, and the colour that most of the pixels have, if
// there is one.
type bin struct {
	key, number uint16
	n           int
	sum         [3]int
	most        uint32 // the colour of the majority, with red in the lowest byte
	lead        int
	mean        [3]float64
}

// count sorts the pixels of a picture, on a white ground, into bins.
func (r *reducer) count(img *image.RGBA) {
	clear(r.numbers[:])
	r.bins, r.runs = r.bins[:0], r.runs[:0]
	wide := 4 * img.Rect.Dx()
	for y := range img.Rect.Dy() {
		row := img.Pix[y*img.Stride:][:wide]
		for len(row) >= 4 {
			same := binary.LittleEndian.Uint32(row)
			end := 4
			for end+4 <= len(row) && binary.LittleEndian.Uint32(row[end:]) == same {
				end += 4
			}
			row = row[end:]
			if rest := 255 - same>>24; rest > 0 { // the colours are premultiplied
				same += rest * 0x010101
			}
			b := r.binOf(same & 0xffffff)
			b.count(same&0xffffff, end/4)
			r.runs = append(r.runs, run{uint16(end / 4), b.number})
		}
	}
	for i := range r.bins {
		b := &r.bins[i]
		for k, sum := range b.sum {
			b.mean[k] = float64(sum) / float64(b.n)
		}
	}
}

// binOf returns the bin of a colour.
func (r *reducer) binOf(c uint32) *bin {
	key := c&0xf8<<7 | c>>8&0xf8<<2 | c>>19
	if n := r.numbers[key]; n > 0 {
		return &r.bins[n-1]
	}
	r.bins = append(r.bins, bin{key: uint16(key), number: uint16(len(r.bins))})
	r.numbers[key] = uint16(len(r.bins))
	return &r.bins[len(r.bins)-1]
}

// count adds n pixels of a colour.
func (b *bin) count(c uint32, n int) {
	b.n += n
	switch {
	case b.most == c:
		b.lead += n
	case b.lead >= n:
		b.lead -= n
	default:
		b.most, b.lead = c, n-b.lead
	}
	b.sum[0] += n * int(c&0xff)
	b.sum[1] += n * int(c>>8&0xff)
	b.sum[2] += n * int(c>>16)
}

// box is a set of bins that get the same colour.
type box struct {
	bins   []*bin
	axis   int     // which of red, green and blue varies most
	spread float64 // the total variation
}

// boxes divides the bins into at most the given number of boxes.
func (r *reducer) boxes(most int) []box {
	r.sorted = r.sorted[:0]
	for _, n := range r.numbers {
		if n > 0 {
			r.sorted = append(r.sorted, &r.bins[n-1])
		}
	}
	boxes := []box{boxOf(r.sorted)}
	for len(boxes) < most {
		widest, spread := -1, 0.0
		for i, b := range boxes {
			if b.spread > spread {
				widest, spread = i, b.spread
			}
		}
		if widest < 0 {
			break
		}
		low, high := boxes[widest].halve()
		boxes[widest] = boxOf(low)
		boxes = append(boxes, boxOf(high))
	}
	return boxes
}

func boxOf(bins []*bin) box {
	out := box{bins: bins}
	if len(bins) == 1 {
		return out // they cannot be divided
	}
	for k := range 3 {
		n, sum, squares := 0.0, 0.0, 0.0
		for _, b := range bins {
			m, w := b.mean[k], float64(b.n)
			n, sum, squares = n+w, sum+w*m, squares+w*m*m
		}
		if s := squares - sum*sum/n; s > out.spread {
			out.axis, out.spread = k, s
		}
	}
	return out
}

// halve splits the bins of a box into two parts so that each bin is as near as
// possible to the mean of its part.
func (x *box) halve() (low, high []*bin) {
	axis := x.axis
	slices.SortFunc(x.bins, func(a, b *bin) int {
		switch p, q := a.mean[axis], b.mean[axis]; {
		case p < q:
			return -1
		case p > q:
			return 1
		}
		return cmp.Compare(a.key, b.key)
	})
	n, sum := 0.0, 0.0
	for _, b := range x.bins {
		n, sum = n+float64(b.n), sum+float64(b.sum[axis])
	}
	at, best := 1, -1.0
	ln, lsum := 0.0, 0.0
	for i, b := range x.bins[:len(x.bins)-1] {
		ln, lsum = ln+float64(b.n), lsum+float64(b.sum[axis])
		if score := lsum*lsum/ln + (sum-lsum)*(sum-lsum)/(n-ln); score > best {
			at, best = i+1, score
		}
	}
	return x.bins[:at:at], x.bins[at:]
}

// colour returns the colour that most pixels of a box have, or the mean of all if no colour has a
// majority.
func (x *box) colour() color.RGBA {
	var sum [3]int
	n := 0
	top := x.bins[0]
	for _, b := range x.bins {
		for k := range sum {
			sum[k] += b.sum[k]
		}
		n += b.n
		if b.n > top.n {
			top = b
		}
	}
	if top.n*2 > n {
		return color.RGBA{uint8(top.most), uint8(top.most >> 8), uint8(top.most >> 16), 255}
	}
	return color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255}
}
