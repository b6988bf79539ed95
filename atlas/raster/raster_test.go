package raster

import (
	"bytes"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"
)

// picture draws an SVG with the given content. The SVG measures 20 by 20 units,
// and its picture 40 by 40 pixels.
func picture(t *testing.T, inside string) *image.RGBA {
	t.Helper()
	img, err := Draw([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">`+inside+`</svg>`), 40)
	if err != nil {
		t.Fatal(err)
	}
	if img.Rect.Dx() != 40 || img.Rect.Dy() != 40 {
		t.Fatalf("%v", img.Rect)
	}
	return img
}

var (
	blank = color.RGBA{}
	red   = color.RGBA{255, 0, 0, 255}
	blue  = color.RGBA{0, 0, 255, 255}
	black = color.RGBA{0, 0, 0, 255}
)

// dot is the expected colour at a place of the picture. The place is in the
// units of the SVG.
type dot struct {
	x, y float64
	is   color.RGBA
}

func TestDraw(t *testing.T) {
	for _, c := range []struct {
		name, svg string
		dots      []dot
	}{
		{"a path is filled", `<path fill="#f00" d="M2 2H10V10H2Z"/>`, []dot{{5, 5, red}, {12, 12, blank}, {9.5, 9.5, red}}},
		{"numbers without blanks, relative", `<path fill="#f00" d="m2 2l8 0 0 8-8 0z"/>`, []dot{{5, 5, red}, {12, 5, blank}}},
		{"a hole", `<path fill="#f00" d="M0 0H20V20H0ZM5 5V15H15V5Z"/>`, []dot{{2, 2, red}, {10, 10, blank}}},
		{"an arc", `<path fill="#f00" d="M2 10A8 8 0 0 1 18 10Z"/>`, []dot{{10, 4, red}, {10, 14, blank}, {3, 3, blank}}},
		{"the other arc", `<path fill="#f00" d="M2 10A8 8 0 0 0 18 10Z"/>`, []dot{{10, 4, blank}, {10, 14, red}}},
		{"a curve", `<path fill="#f00" d="M2 10Q10 0 18 10Z"/>`, []dot{{10, 7, red}, {10, 3, blank}}},
		{"a mirrored curve", `<path fill="#f00" d="M0 10Q5 0 10 10t10 0V20H0Z"/>`, []dot{{5, 7, red}, {5, 3, blank}, {15, 12, blank}, {15, 17, red}}},
		{"a circle", `<circle cx="10" cy="10" r="5" fill="#f00"/>`, []dot{{10, 10, red}, {14, 10, red}, {14, 14, blank}}},
		{"a rounded box", `<rect x="2" y="2" width="16" height="16" rx="6" fill="#f00"/>`, []dot{{10, 10, red}, {2.5, 2.5, blank}, {10, 2.5, red}}},
		{"a stroke", `<path d="M2 10H18" stroke="#00f" stroke-width="4" fill="none"/>`, []dot{{10, 10, blue}, {10, 11.5, blue}, {10, 13, blank}, {1, 10, blank}}},
		{"round ends", `<path d="M5 10H15" stroke="#00f" stroke-width="6" fill="none" stroke-linecap="round"/>`, []dot{{3, 10, blue}, {17, 10, blue}}},
		{"a mitred corner", `<path d="M4 16V4H16" stroke="#00f" stroke-width="4" fill="none"/>`, []dot{{2.6, 2.6, blue}}},
		{"dashes", `<path d="M0 10H20" stroke="#00f" stroke-width="4" fill="none" stroke-dasharray="5 5"/>`, []dot{{2, 10, blue}, {7, 10, blank}, {12, 10, blue}}},
		{"classes before attributes", `<style>.a{fill:#00f}.b{stroke:none}</style><path class="a b" fill="#f00" stroke="#000" d="M2 2H10V10H2Z"/>`, []dot{{5, 5, blue}, {2.1, 2.1, blue}}},
		{"what is used inherits", `<style>.r{fill:#f00}</style><defs><path id="x" d="M0 0H4V4H0Z"/></defs><use href="#x" class="r" x="10" y="10"/>`, []dot{{12, 12, red}, {2, 2, blank}}},
		{"a group is turned", `<g transform="translate(10 10) rotate(90) scale(2)"><path fill="#f00" d="M0 0H4V1H0Z"/></g>`, []dot{{9, 15, red}, {15, 11, blank}}},
		{"cut to an outline", `<clipPath id="c"><circle cx="10" cy="10" r="5"/></clipPath><g clip-path="url(#c)"><path fill="#f00" d="M0 0H20V20H0Z"/></g><path fill="#00f" d="M0 0H2V2H0Z"/>`, []dot{{10, 10, red}, {2.5, 10, blank}, {1, 1, blue}}},
		{"a group fades as a whole", `<g opacity=".5"><path fill="#f00" d="M0 0H20V20H0Z"/><path fill="#00f" d="M0 0H20V20H0Z"/></g>`, []dot{{10, 10, color.RGBA{0, 0, 128, 128}}}},
		{"a pattern", `<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><path fill="#f00" d="M0 0H5V10H0Z"/></pattern><path fill="url(#p)" d="M0 0H20V20H0Z"/>`, []dot{{2, 5, red}, {7, 5, blank}, {12, 15, red}}},
		{"text in the middle", `<text x="10" y="16" font-size="20" text-anchor="middle" font-weight="700">I</text>`, []dot{{10, 10, black}, {3, 10, blank}, {17, 10, blank}}},
		{"text is stretched", `<text x="0" y="16" font-size="10" font-weight="700" textLength="20" lengthAdjust="spacingAndGlyphs">II</text>`, []dot{{5, 12, black}, {15, 12, black}}},
		{"text on a line", `<path id="l" fill="none" d="M2 1V19"/><text font-size="20" text-anchor="middle" font-weight="700"><textPath href="#l" startOffset="50%">I</textPath></text>`, []dot{{7, 10, black}, {7, 4, blank}, {16, 10, blank}}},
		{"text on no line", `<text font-size="20"><textPath href="#nowhere">I</textPath></text>`, []dot{{2, 10, blank}}},
		{"nothing unknown", `<image href="x"/><circle r="5" fill="#f00" cx="10" cy="10"/><marker/><use href="#nowhere"/>`, []dot{{10, 10, red}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			img := picture(t, c.svg)
			for _, d := range c.dots {
				if got := img.RGBAAt(int(d.x*2), int(d.y*2)); got != d.is {
					t.Errorf("at %v, %v: %v, not %v", d.x, d.y, got, d.is)
				}
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, svg string
		width     int
	}{
		{"empty", "", 100},
		{"something else", "<html/>", 100},
		{"broken off", `<svg viewBox="0 0 1 1"><g>`, 100},
		{"without a size", `<svg></svg>`, 100},
		{"a strange size", `<svg viewBox="0 0 1 100000"></svg>`, 100},
		{"too narrow", `<svg viewBox="0 0 1 1"></svg>`, 3},
		{"too wide", `<svg viewBox="0 0 1 1"></svg>`, 100_000},
		{"an element without an end", `<svg viewBox="0 0 1 1"><g></svg>`, 100},
		{"an end too many", `<svg viewBox="0 0 1 1"></g></svg>`, 100},
		{"a value without quotes", `<svg viewBox="0 0 1 1"><g class=a/></svg>`, 100},
		{"a value without an end", `<svg viewBox="0 0 1 1"><g class="a/></svg>`, 100},
		{"a comment without an end", `<svg viewBox="0 0 1 1"><!-- </svg>`, 100},
		{"broken UTF-8", "<svg viewBox=\"0 0 1 1\"><text>\xff</text></svg>", 100},
		{"deep", strings.Repeat("<g>", 1000), 100},
		{"a circle of references", `<svg viewBox="0 0 1 1"><g id="a"><use href="#a"/></g></svg>`, 100},
	} {
		if _, err := Draw([]byte(c.svg), c.width); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

// TestCachedParts checks that drawn parts and cached parts produce equal pictures, and that
// cached parts depend on what they refer to.
func TestCachedParts(t *testing.T) {
	const svg = `<svg viewBox="0 0 20 20"><style>.a{fill:#f00;stroke:#00f}.b{fill:url(#p)}</style><defs>
		<clipPath id="c"><circle cx="10" cy="10" r="8"/></clipPath><path id="s" d="M3 3H17V12Z"/>
		<pattern id="p" width="2" height="2"><path d="M0 0H1V2H0Z" fill="#0f0"/></pattern></defs>
		<path fill="#fff" d="M0 0H20V19H0Z"/>
		<g clip-path="url(#c)"><path fill="#eee" d="M1 1H20V20H0Z"/></g><g><use href="#s" x="1"/><text>1</text><text y="9">I</text><text x="9" y="9">T</text>
		<text>4</text><text>5</text><text>6</text><text>7</text><text x="5" y="9">8</text></g>
		<g clip-path="url(#c)"><g opacity=".6"><use href="#s" class="a"/><g><circle cx="9" cy="12" r="5.5" class="b"/></g></g></g></svg>`
	draw := func(svg string) []byte {
		t.Helper()
		img, err := Draw([]byte(svg), 83)
		if err != nil {
			t.Fatal(err)
		}
		return img.Pix
	}
	first := draw(svg)
	for range 3 {
		if !bytes.Equal(draw(svg), first) {
			t.Fatal("the same picture looks different when it is drawn again")
		}
	}
	for old, other := range map[string]string{
		`r="8"`: `r="7"`, `V12Z`: `V15Z`, `#0f0`: `#0ff`, `.a{fill:#f00`: `.a{fill:#f0f`, `r="5.5"`: `r="4.5"`, `".6"`: `".7"`,
		`#fff`: `#ff0`, `H20V19`: `H20V18`, `M1 1`: `M6 1`, `x="1"`: `x="2"`, `>T<`: `>L<`,
	} {
		changed := strings.Replace(svg, old, other, 1)
		if bytes.Equal(draw(changed), first) {
			t.Errorf("%s instead of %s makes no difference", other, old)
		}
		if !bytes.Equal(draw(svg), first) {
			t.Errorf("after %s the first picture looks different", other)
		}
	}
}

func TestReduce(t *testing.T) {
	img := picture(t, `<path fill="#f00" d="M0 0H20V10H0Z"/><circle cx="10" cy="10" r="7.3" fill="#00f"/>`)
	few := Reduce(img, 8)
	if len(few.Palette) > 8 {
		t.Errorf("%d colours", len(few.Palette))
	}
	for _, d := range []dot{{1, 1, red}, {10, 10, blue}, {1, 19, color.RGBA{255, 255, 255, 255}}} {
		if r, g, b, a := few.At(int(d.x*2), int(d.y*2)).RGBA(); [4]uint32{r >> 8, g >> 8, b >> 8, a >> 8} != [4]uint32{uint32(d.is.R), uint32(d.is.G), uint32(d.is.B), uint32(d.is.A)} {
			t.Errorf("at %v, %v: %v", d.x, d.y, few.At(int(d.x*2), int(d.y*2)))
		}
	}
	if again := Reduce(img, 8); !bytes.Equal(few.Pix, again.Pix) {
		t.Error("the same picture is reduced in two ways")
	}
}

// TestReducedPicture checks that Reduced produces the same picture as Draw and Reduce, even on a
// canvas that was used before.
func TestReducedPicture(t *testing.T) {
	for _, fill := range []string{"#f00", "#0f0", "none"} {
		svg := []byte(`<svg viewBox="0 0 20 20"><circle cx="10" cy="10" r="7.3" fill="` + fill + `"/></svg>`)
		img, err := Draw(svg, 50)
		if err != nil {
			t.Fatal(err)
		}
		want := Reduce(img, 8)
		err = Reduced(svg, 50, 8, func(got *image.Paletted) error {
			if !bytes.Equal(got.Pix, want.Pix) || !slices.Equal(got.Palette, want.Palette) || got.Rect != want.Rect {
				t.Errorf("%s: another picture than by Draw and Reduce", fill)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if err := Reduced(nil, 50, 8, nil); err == nil {
		t.Error("nothing is reduced without an error")
	}
}

// TestReadSVG checks what an SVG may contain besides elements.
func TestReadSVG(t *testing.T) {
	d, err := read([]byte(`<?xml version="1.0"?><svg viewBox='0 0 1 1'><!-- <g> --><text id="a" x = "1">A &amp;&lt;&gt;&quot;</text >
		<a:use b:href="#a"/><g style="fill:url(#p)" clip-path="url(#c)"/></svg>`))
	if err != nil {
		t.Fatal(err)
	}
	if n := d.ids["a"]; n == nil || n.text != `A &<>"` || n.attr("x") != "1" {
		t.Errorf("the text is %+v", n)
	}
	if !slices.Equal(d.refs, []string{"a", "p", "c"}) {
		t.Errorf("references to %q", d.refs)
	}
	if n := d.root.children[1]; n.name != "use" || n.raw != `<a:use b:href="#a"/>` || n.attr("href") != "#a" {
		t.Errorf("the second element is %+v", n)
	}
}

func FuzzDraw(f *testing.F) {
	for _, d := range []string{"M0 0L1 1", "M1-1.5.5 2Q1 2 3 4z", "A1 1 0 00 1 1", "m1e9 1", "M0 0A0 0 0 1 1 9 9C1 1 1 1"} {
		f.Add(d, "3 4", "rotate(3) scale(.5)")
	}
	f.Fuzz(func(_ *testing.T, d, dashes, transform string) {
		_, _ = Draw([]byte(`<svg viewBox="0 0 9 9"><g transform="`+clean(transform)+`"><path d="`+clean(d)+`" stroke="#000" stroke-dasharray="`+clean(dashes)+`"/></g></svg>`), 20)
	})
}

// clean removes characters that would end an attribute.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("<>&\"", r) || r < ' ' || r > 126 {
			return -1
		}
		return r
	}, s)
}
