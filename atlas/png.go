package atlas

import (
	"bytes"
	"image/png"
	"io"

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
	// Better compression saves a twentieth of the size and takes ten times as
	// long.
	return png.Encode(w, raster.Reduce(img, pngColours))
}
