package atlas

import (
	"bytes"
	"io"

	"podesta/atlas/raster"
	"podesta/machiavelli/position"
)

// pageWidth is the default width of a page in points, which is the width of A3
// paper.
const pageWidth = 842

// PDF draws a position as a page for printing, by default in the theme print.
// The page's width in points is Options.Width or, if that is 0, the width of
// A3. PDF returns the same errors as SVG, and an error for a width below 72 or
// above 5000.
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

// Plate returns the picture that PDF draws, for use on a page with other
// content. It returns the same errors as PDF.
func Plate(p *position.Position, o Options) (*raster.Plate, error) {
	svg, width, err := forPage(p, &o)
	if err != nil {
		return nil, err
	}
	return raster.NewPlate(svg, width)
}

// PostScript draws a position as encapsulated PostScript, with the options of
// PDF.
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

// forPage returns the picture for a page, and the page's width.
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
