package atlas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"io"
	"sync"

	"github.com/klauspost/compress/zlib"

	"podesta/atlas/raster"
	"podesta/machiavelli/position"
)

// The defaults of a PNG, suitable for e-mail.
const (
	pngWidth   = 960
	pngColours = 64
	finePNG    = 1600 // from this width on, straight pieces of coast would be visible
)

// PNG draws a position as pixels, for programs that cannot show SVG. Its width
// is Options.Width in pixels, 960 if it is 0. It has few colours, so that the
// file takes about 150 KB. The same input produces the same bytes. PNG returns
// the same errors as SVG, and an error for a width below 16 or above 8000.
func PNG(w io.Writer, p *position.Position, o Options) error {
	width := o.Width
	if width == 0 {
		width = pngWidth
	}
	o.Interactive = false
	if width < finePNG {
		o.joint = straight
	}
	c := coders.Get().(*coder)
	defer coders.Put(c)
	c.svg.Reset()
	if err := SVG(&c.svg, p, o); err != nil {
		return err
	}
	return raster.Reduced(c.svg.Bytes(), width, pngColours, func(img *image.Paletted) error { return c.encode(w, img) })
}

// coders holds coders for reuse, because each takes more than a megabyte.
var coders = sync.Pool{New: func() any {
	c := &coder{}
	c.zlib, _ = zlib.NewWriterLevel(&c.packed, 6) // the level is valid
	return c
}}

// coder writes pictures as PNG.
type coder struct {
	svg, packed bytes.Buffer
	zlib        *zlib.Writer
	row, out    []byte
}

// pack compresses the rows of a picture.
func (c *coder) pack(img *image.Paletted) error {
	c.packed.Reset()
	c.zlib.Reset(&c.packed)
	for y := range img.Rect.Dy() { // each row begins with a 0, which means that no filter is used
		c.row = append(append(c.row[:0], 0), img.Pix[y*img.Stride:][:img.Rect.Dx()]...)
		if _, err := c.zlib.Write(c.row); err != nil {
			return err
		}
	}
	return c.zlib.Close()
}

// encode writes an image as PNG (RFC 2083). It takes a quarter of the time that
// package image/png takes, and 4 % more bytes. The best compression would save
// a twentieth of the size and take ten times as long.
func (c *coder) encode(w io.Writer, img *image.Paletted) error {
	if err := c.pack(img); err != nil {
		return err
	}
	var head, palette []byte
	head = binary.BigEndian.AppendUint32(head, uint32(img.Rect.Dx()))
	head = binary.BigEndian.AppendUint32(head, uint32(img.Rect.Dy()))
	head = append(head, 8, 3, 0, 0, 0) // 8 bits per pixel, a palette, and no interlacing
	for _, in := range img.Palette {
		r, g, b, _ := in.RGBA()
		palette = append(palette, uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
	out := append(c.out[:0], "\x89PNG\r\n\x1a\n"...)
	for _, chunk := range []struct {
		name string
		data []byte
	}{{"IHDR", head}, {"PLTE", palette}, {"IDAT", c.packed.Bytes()}, {"IEND", nil}} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk.data)))
		begin := len(out)
		out = append(append(out, chunk.name...), chunk.data...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[begin:]))
	}
	c.out = out
	_, err := w.Write(out)
	return err
}
