package raster

import (
	"encoding/binary"
	"image"
)

// alphas is the opacity of two neighbouring pixels that are read as one number.
const alphas = 0xff000000_ff000000

// blend draws a part of one canvas over the same part of another, with the same
// result as draw.Draw with draw.Over. Most of what is blended is transparent,
// and much of the rest opaque: pixels of both kinds are not multiplied, and two
// of them are handled at a time.
func blend(to, from *image.RGBA, at image.Rectangle) {
	at = at.Intersect(to.Rect).Intersect(from.Rect)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		src := from.Pix[from.PixOffset(at.Min.X, y):][:4*at.Dx()]
		dst := to.Pix[to.PixOffset(at.Min.X, y):][:len(src)]
		for len(src) >= 8 && len(dst) >= 8 {
			switch two := binary.LittleEndian.Uint64(src); {
			case two == 0:
			case two&alphas == alphas:
				binary.LittleEndian.PutUint64(dst, two)
			default:
				over(dst[:4], src[:4])
				over(dst[4:8], src[4:8])
			}
			src, dst = src[8:], dst[8:]
		}
		if len(src) > 0 {
			over(dst, src)
		}
	}
}

// over blends a pixel over another.
func over(dst, src []byte) {
	s := binary.LittleEndian.Uint32(src)
	switch s >> 24 {
	case 0:
		return
	case 255:
		binary.LittleEndian.PutUint32(dst, s)
		return
	}
	const full = 0xffff
	rest := (full - s>>24*0x101) * 0x101
	d := binary.LittleEndian.Uint32(dst)
	var out uint32
	for k := 0; k < 32; k += 8 {
		out |= ((s>>k&0xff)*0x101 + (d>>k&0xff)*rest/full) >> 8 << k
	}
	binary.LittleEndian.PutUint32(dst, out)
}
