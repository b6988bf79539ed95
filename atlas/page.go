package atlas

import (
	"bytes"
	"io"

	"podesta/atlas/raster"
	"podesta/machiavelli/position"
)

// pageWidth is how wide a page is where nothing else is asked for, in points:
// that of a sheet of A3.
const pageWidth = 842

// PDF draws a position as a page for the printer, in the theme print where none
// is named. It is Options.Width points wide, that of A3 where that is 0. It fails
// as SVG does, and on a width below 72 or above 5000.
func PDF(w io.Writer, p *position.Position, o Options) error {
	svg, width, err := forPage(p, &o)
	if err != nil {
		return err
	}
	title := &drawing{pos: p, board: p.Setting.Board}
	out, err := raster.PDF(svg, width, title.title())
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}

// Plate is what PDF draws, to be put on a page among other things. It fails as
// PDF does.
func Plate(p *position.Position, o Options) (*raster.Plate, error) {
	svg, width, err := forPage(p, &o)
	if err != nil {
		return nil, err
	}
	return raster.NewPlate(svg, width)
}

// PostScript draws a position as encapsulated PostScript, as PDF does.
func PostScript(w io.Writer, p *position.Position, o Options) error {
	svg, width, err := forPage(p, &o)
	if err != nil {
		return err
	}
	out, err := raster.PostScript(svg, width)
	if err != nil {
		return err
	}
	_, err = w.Write(out)
	return err
}

// forPage is the picture that is to be put on a page, and the page's width.
func forPage(p *position.Position, o *Options) ([]byte, float64, error) {
	if o.Theme == "" {
		o.Theme = "print"
	}
	o.Interactive, o.joint = false, straight
	width := float64(o.Width)
	if width == 0 {
		width = pageWidth
	}
	var b bytes.Buffer
	err := SVG(&b, p, *o)
	return b.Bytes(), width, err
}
