package raster

import (
	"encoding/binary"
	"image"
)

// blend draws a part of one canvas over the same part of another, with the same
// result as draw.Draw with draw.Over. Most of what is blended is transparent,
// and much of the rest opaque: pixels of both kinds are not multiplied.
func blend(to, from *image.RGBA, at image.Rectangle) {
	at = at.Intersect(to.Rect).Intersect(from.Rect)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		src := from.Pix[from.PixOffset(at.Min.X, y):][:4*at.Dx()]
		dst := to.Pix[to.PixOffset(at.Min.X, y):][:len(src)]
		for i := 0; i < len(src); i += 4 {
			for len(src)-i >= 8 && binary.NativeEndian.Uint64(src[i:]) == 0 {
				i += 8
			}
			if i == len(src) {
				break
			}
			s, d := src[i:i+4:i+4], dst[i:i+4:i+4]
			switch s[3] {
			case 0:
			case 255:
				copy(d, s)
			default:
				const full = 0xffff
				rest := (full - uint32(s[3])*0x101) * 0x101
				for k := range 4 {
					d[k] = uint8((uint32(s[k])*0x101 + uint32(d[k])*rest/full) >> 8)
				}
			}
		}
	}
}
