package raster

import (
	"encoding/binary"
	"image"
	"slices"
	"unsafe"
)

// sprite holds what was drawn on a canvas, without transparent pixels. It saves memory because
// most of a canvas is transparent, and much of the rest opaque.
type sprite struct {
	rect  image.Rectangle // its bounds
	spans []span
	pix   []byte // the pixels of all spans
}

// span is a number of adjacent pixels. It holds where they begin on the canvas
// and how many they are. Both are in bytes.
type span struct {
	at, n  int32
	opaque bool // whether all of its pixels are opaque
}

// longOpaque is the number of opaque pixels from which on they become a separate span among
// others.
const longOpaque = 8

// spriteOf returns what was drawn on a part of a canvas.
func spriteOf(img *image.RGBA, at image.Rectangle) *sprite {
	s := &sprite{rect: at}
	for y := at.Min.Y; y < at.Max.Y; y++ {
		row := img.Pix[img.PixOffset(at.Min.X, y):][:4*at.Dx()]
		s.row(row, img.PixOffset(at.Min.X, y))
	}
	s.spans, s.pix = slices.Clip(s.spans), slices.Clip(s.pix)
	return s
}

// row adds the pixels of a row that begins at the given byte of the canvas.
func (s *sprite) row(row []byte, at int) {
	from, opaque := 0, 0 // beginning of the current span, length of the opaque pixels at its end
	for i := 0; i <= len(row); i += 4 {
		if i < len(row) && row[i+3] == 255 {
			opaque += 4
			continue
		}
		if opaque >= 4*longOpaque {
			s.add(row[from:i-opaque], at+from, false)
			s.add(row[i-opaque:i], at+i-opaque, true)
			from = i
		}
		opaque = 0
		if i == len(row) || row[i+3] == 0 {
			s.add(row[from:i], at+from, false)
			from = i + 4
		}
	}
}

// add adds a span, unless it is empty.
func (s *sprite) add(pix []byte, at int, opaque bool) {
	if len(pix) > 0 {
		s.spans = append(s.spans, span{int32(at), int32(len(pix)), opaque})
		s.pix = append(s.pix, pix...)
	}
}

// size returns the sprite's size in bytes.
func (s *sprite) size() int { return len(s.pix) + len(s.spans)*int(unsafe.Sizeof(span{})) }

// draw draws a sprite over a canvas of the size of the canvas that it comes from. The result is
// that of draw.Draw with draw.Over.
func (s *sprite) draw(to *image.RGBA) {
	pix := s.pix
	var src, dst, out uint32 // the last pixels; the next ones are often the same
	for _, p := range s.spans {
		from, onto := pix[:p.n], to.Pix[p.at:][:p.n]
		pix = pix[p.n:]
		if p.opaque {
			copy(onto, from)
			continue
		}
		for len(from) >= 4 && len(onto) >= 4 {
			x, y := binary.LittleEndian.Uint32(from), binary.LittleEndian.Uint32(onto)
			if x != src || y != dst {
				src, dst, out = x, y, over(x, y)
			}
			binary.LittleEndian.PutUint32(onto, out)
			from, onto = from[4:], onto[4:]
		}
	}
}

// over blends the pixel s over the pixel d. It computes two colours at a time in the halves of a
// number and needs no division. Package image/draw computes (s*0x101 +
// d*(255-a)*0x101*0x101/0xffff) >> 8, where the last quotient is v + 2*v/255 with v = d*(255-a).
func over(s, d uint32) uint32 {
	const half = 0xff_000000ff
	part := uint64(255 - s>>24)
	even := blended(uint64(s&0xff)|uint64(s&0xff0000)<<16, uint64(d&0xff)|uint64(d&0xff0000)<<16, part) & half
	odd := blended(uint64(s>>8&0xff)|uint64(s>>24)<<32, uint64(d>>8&0xff)|uint64(d>>24)<<32, part) & half
	return uint32(even) | uint32(even>>16) | uint32(odd<<8) | uint32(odd>>8)
}

// blended returns two colours over two other colours. Each pair is in the
// halves of a number, and part of 255 says how much the other colours show
// through.
func blended(s, d, part uint64) uint64 {
	const one = 0x1_00000001
	v := d * part
	x := 2 * v // up to 17 bits, and even
	x = (x + x>>8&(0x1ff*one) + x>>16&one + one) >> 8 & (0x1ff * one)
	return (s*0x101 + v + x) >> 8
}
