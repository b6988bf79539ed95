package raster

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/zlib"
)

// The limits of a page's width, in points.
const (
	narrowestPage = 72
	widestPage    = 5000
)

func checkPage(width float64) error {
	if !(width >= narrowestPage && width <= widestPage) {
		return fmt.Errorf("a page can be %d to %d points wide, not %g", narrowestPage, widestPage, width)
	}
	return nil
}

// Plate is a picture of package atlas in the operators of PDF, for use on a
// page with other content. It consists of lines and areas only, including its
// letters.
type Plate struct {
	Width, Height float64 // in points, of which an inch has 72
	Ops           []byte  // operators that draw upwards from 0, 0
	Opacities     []int   // opacities used in Ops, in hundredths; 40 is graphics state A40
}

// NewPlate converts a picture of package atlas to a plate of the given width in
// points. The height keeps the picture's proportions. It returns an error for
// an invalid width or an invalid picture.
func NewPlate(svg []byte, width float64) (*Plate, error) {
	if err := checkPage(width); err != nil {
		return nil, err
	}
	p, height, err := plot(svg, width, false)
	if err != nil {
		return nil, err
	}
	// y points down in the picture, up on the page
	ops := fmt.Appendf(nil, "%g 0 0 %g 0 %.2f cm\n", 1./plotFine, -1./plotFine, height)
	return &Plate{Width: width, Height: height, Ops: append(ops, p.b...), Opacities: slices.Sorted(maps.Keys(p.alphas))}, nil
}

// States returns the dictionary of the graphics states that the plate uses.
func (p *Plate) States() string {
	var b strings.Builder
	b.WriteString("<<")
	for _, n := range p.Opacities {
		fmt.Fprintf(&b, "/A%d<</ca %g/CA %g>>", n, float64(n)/100, float64(n)/100)
	}
	b.WriteString(">>")
	return b.String()
}

// PDF converts a picture of package atlas to a page of the given width in
// points, of which an inch has 72. The height keeps the picture's proportions.
// Everything on it consists of lines and areas, including letters, so it needs
// no fonts. The same picture produces the same bytes. It returns an error for
// an invalid width or an invalid picture.
func PDF(svg []byte, width float64, title string) ([]byte, error) {
	p, err := NewPlate(svg, width)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := z.Write(p.Ops); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %g %.2f]/Contents 4 0 R/Resources<</ExtGState%s>>>>", width, p.Height, p.States()),
		fmt.Sprintf("<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream", packed.Len(), packed.String()),
		fmt.Sprintf("<</Title%s/Producer(podesta)>>", utf16(title)),
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	var at []int
	for i, o := range objects {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&out, "trailer<</Size %d/Root 1 0 R/Info 5 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.Bytes(), nil
}

// utf16 returns a text as a PDF string.
func utf16(s string) string {
	out := "<FEFF"
	for _, r := range s {
		if r > 0xffff {
			r = 0xfffd
		}
		out += fmt.Sprintf("%04X", r)
	}
	return out + ">"
}

// prologue defines the PDF operators that a plot uses in PostScript.
const prologue = `/bd{bind def}bind def
/m{moveto}bd /l{lineto}bd /h{closepath}bd /q{gsave}bd /Q{grestore}bd
/rg{setrgbcolor}bd /f{fill}bd /RG{setrgbcolor}bd /S{stroke}bd
/W{clip}bd /n{newpath}bd /w{setlinewidth}bd /d{setdash}bd /J{setlinecap}bd /j{setlinejoin}bd
`

// PostScript converts a picture of package atlas to an encapsulated PostScript
// file of the given width in points, which is also a page. PostScript has no
// translucent colours; they are mixed with white. It returns the same errors as
// PDF.
func PostScript(svg []byte, width float64) ([]byte, error) {
	if err := checkPage(width); err != nil {
		return nil, err
	}
	p, height, err := plot(svg, width, true)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 %d %d\n%%%%LanguageLevel: 2\n%%%%Creator: podesta\n%%%%Pages: 1\n%%%%EndComments\n", int(width+.999), int(height+.999))
	out.WriteString(prologue)
	fmt.Fprintf(&out, "%%%%Page: 1 1\ngsave 0 %.2f translate %g %g scale newpath\n", height, 1./plotFine, -1./plotFine)
	out.Write(p.b)
	out.WriteString("grestore showpage\n%%EOF\n")
	return out.Bytes(), nil
}
