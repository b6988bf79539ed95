package atlas

import (
	"bytes"
	"image/png"
	"io"

	"podesta/atlas/raster"
	"podesta/machiavelli/position"
)

// What a PNG is like where nothing else is asked for: a picture that a letter
// can hold.
const (
	pngWidth   = 960
	pngColours = 64
	finePNG    = 1600 // from this width on straight pieces of coast would be seen
)

// PNG draws a position as a picture of pixels, for who cannot show SVG. It is
// Options.Width pixels wide, 960 where that is 0, and has few colours, so that it
// takes some 150 KB. The same input gives the same bytes. It fails as SVG does,
// and on a width below 16 or above 8000.
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
	// More effort saves a twentieth of the size and takes ten times as long.
	return png.Encode(w, raster.Reduce(img, pngColours))
}
