package atlas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"io"

	"github.com/klauspost/compress/zlib"

	"podesta/atlas/raster"
	"podesta/machiavelli/position"
)

// The defaults of a PNG, suitable for e-mail.
const (
	pngWidth   = 960
	pngColours = 64
	finePNG    = 1600 // from this width on straight pieces of coast would be visible
)

// PNG draws a position as pixels, for programs that cannot show SVG. Its width
// is Options.Width in pixels, 960 if it is 0. It has few colours, so that it
// takes some 150 KB. The same input produces the same bytes. PNG returns the
// same errors as SVG, and an error for a width below 16 or above 8000.
func PNG(w io.Writer, p *position.Position, o Options) error {
	width := o.Width
	if width == 0 {
		width = pngWidth
	}
	o.Interactive = false
	if width < finePNG {
		o.joint = straight
	}
	var b bytes.Buffer
	if err := SVG(&b, p, o); err != nil {
		return err
	}
	img, err := raster.Draw(b.Bytes(), width)
	if err != nil {
		return err
	}
	return encodePNG(w, raster.Reduce(img, pngColours))
}

// encodePNG writes an image as PNG (RFC 2083). It takes a quarter of the time
// of package image/png, and 4 % more bytes; better compression than that saves a
// twentieth of the size and takes ten times as long.
func encodePNG(w io.Writer, img *image.Paletted) error {
	var data bytes.Buffer
	z, err := zlib.NewWriterLevel(&data, 6)
	if err != nil {
		return err
	}
	wide, high := img.Rect.Dx(), img.Rect.Dy()
	for y := range high { // each row begins with its filter: none
		_, err = z.Write(append([]byte{0}, img.Pix[y*img.Stride:][:wide]...))
		if err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	var head, palette []byte
	head = binary.BigEndian.AppendUint32(head, uint32(wide))
	head = binary.BigEndian.AppendUint32(head, uint32(high))
	head = append(head, 8, 3, 0, 0, 0) // bits of a pixel, with a palette, no interlacing
	for _, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		palette = append(palette, uint8(r>>8), uint8(g>>8), uint8(b>>8))
	}
	out := []byte("\x89PNG\r\n\x1a\n")
	for _, chunk := range []struct {
		name string
		data []byte
	}{{"IHDR", head}, {"PLTE", palette}, {"IDAT", data.Bytes()}, {"IEND", nil}} {
		out = binary.BigEndian.AppendUint32(out, uint32(len(chunk.data)))
		begin := len(out)
		out = append(append(out, chunk.name...), chunk.data...)
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[begin:]))
	}
	_, err = w.Write(out)
	return err
}
