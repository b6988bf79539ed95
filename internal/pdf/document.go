package pdf

import (
	"fmt"
	"slices"

	"podesta/atlas/raster"
)

// Size is the size of the paper.
type Size struct {
	Name          string // as it stands in addresses
	Title         string
	Width, Height float64 // in points
}

// The sizes of paper.
var (
	A4     = Size{"a4", "A4", 595.28, 841.89}
	Letter = Size{"letter", "Letter", 612, 792}
)

// Sizes are all of them.
func Sizes() []Size { return []Size{A4, Letter} }

// Named is the size of that name; ok is false where there is none.
func Named(name string) (s Size, ok bool) {
	for _, s := range Sizes() {
		if s.Name == name {
			return s, true
		}
	}
	return A4, false
}

// Document is a document in the making. Places on a page are in points from its
// left upper corner.
type Document struct {
	Size   Size
	Title  string
	faces  [styles]*face
	pages  []*page
	plates []*raster.Plate
}

// page is what is drawn on a page.
type page struct {
	ops    []byte
	plates []int // of the document's
}

// New begins a document without pages.
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

// Page begins another page.
func (d *Document) Page() { d.pages = append(d.pages, &page{}) }

// Pages is how many pages there are.
func (d *Document) Pages() int { return len(d.pages) }

// Width of a text of that size, in points.
func (d *Document) Width(st Style, size float64, s string) float64 {
	return float64(d.faces[st].width(s)) * size / 1000
}

// f writes on the last page.
func (d *Document) f(format string, args ...any) {
	p := d.pages[len(d.pages)-1]
	p.ops = fmt.Appendf(p.ops, format, args...)
}

// Text writes a line that begins at x and stands on y.
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

// Line draws a line of a grey, from 0 for black to 1.
func (d *Document) Line(x1, y1, x2, y2, width, grey float64) {
	d.f("%.2f G %.2f w %.2f %.2f m %.2f %.2f l S\n", grey, width, x1, d.Size.Height-y1, x2, d.Size.Height-y2)
}

// Box draws the edge of a rectangle.
func (d *Document) Box(x, y, w, h, width, grey float64) {
	d.f("%.2f G %.2f w %.2f %.2f %.2f %.2f re S\n", grey, width, x, d.Size.Height-y-h, w, h)
}

// Plate puts a picture on the page, its left upper corner at a place, so much
// times as large as it is.
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
