package pdf

import (
	"fmt"
	"slices"

	"podesta/atlas/raster"
)

// Size is a paper size.
type Size struct {
	Name          string // name in URLs
	Title         string
	Width, Height float64 // in points
}

// The paper sizes.
var (
	A4     = Size{"a4", "A4", 595.28, 841.89}
	Letter = Size{"letter", "Letter", 612, 792}
)

// Sizes returns all sizes.
func Sizes() []Size { return []Size{A4, Letter} }

// Named returns the size with the given name. ok is false if there is none.
func Named(name string) (s Size, ok bool) {
	for _, s := range Sizes() {
		if s.Name == name {
			return s, true
		}
	}
	return A4, false
}

// Document is a document being written. Coordinates are in points from the
// upper left corner of the page.
type Document struct {
	Size   Size
	Title  string
	faces  [styles]*face
	pages  []*page
	plates []*raster.Plate
}

// page is the content of one page.
type page struct {
	ops    []byte
	plates []int // indices of the document's plates
}

// New returns a document without pages.
func New(size Size, title string) (*Document, error) {
	fonts, err := cuts()
	if err != nil {
		return nil, err
	}
	d := &Document{Size: size, Title: title}
	for i, f := range fonts {
		d.faces[i] = newFace(f)
	}
	return d, nil
}

// Page starts another page.
func (d *Document) Page() { d.pages = append(d.pages, &page{}) }

// Pages returns the number of pages.
func (d *Document) Pages() int { return len(d.pages) }

// Width returns the width of a text at the given font size, in points.
func (d *Document) Width(st Style, size float64, s string) float64 {
	return float64(d.faces[st].width(s)) * size / 1000
}

// f appends formatted operators to the last page.
func (d *Document) f(format string, args ...any) {
	p := d.pages[len(d.pages)-1]
	p.ops = fmt.Appendf(p.ops, format, args...)
}

// Text writes a line of text that starts at x, with its baseline at y.
func (d *Document) Text(x, y float64, st Style, size float64, s string) {
	d.textOn(len(d.pages)-1, x, y, st, size, s)
}

func (d *Document) textOn(n int, x, y float64, st Style, size float64, s string) {
	if s == "" {
		return
	}
	p := d.pages[n]
	p.ops = fmt.Appendf(p.ops, "BT /F%d %g Tf %.2f %.2f Td ", st, size, x, d.Size.Height-y)
	p.ops = d.faces[st].encode(p.ops, s)
	p.ops = append(p.ops, " Tj ET\n"...)
}

// Line draws a line in a shade of grey between 0 (black) and 1 (white).
func (d *Document) Line(x1, y1, x2, y2, width, grey float64) {
	d.f("%.2f G %.2f w %.2f %.2f m %.2f %.2f l S\n", grey, width, x1, d.Size.Height-y1, x2, d.Size.Height-y2)
}

// Plate places a picture on the page with its upper left corner at (x, y),
// scaled by a factor.
func (d *Document) Plate(p *raster.Plate, x, y, scale float64) {
	n := slices.Index(d.plates, p)
	if n < 0 {
		n = len(d.plates)
		d.plates = append(d.plates, p)
	}
	at := d.pages[len(d.pages)-1]
	if !slices.Contains(at.plates, n) {
		at.plates = append(at.plates, n)
	}
	d.f("q %.4f 0 0 %.4f %.2f %.2f cm /P%d Do Q\n", scale, scale, x, d.Size.Height-y-p.Height*scale, n)
}
