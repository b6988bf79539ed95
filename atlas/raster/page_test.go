package raster

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
	"testing"
)

// content returns the decompressed drawing of a PDF.
func content(t *testing.T, pdf []byte) string {
	t.Helper()
	_, rest, ok := bytes.Cut(pdf, []byte("stream\n"))
	if !ok {
		t.Fatalf("no stream in %.200q", pdf)
	}
	z, err := zlib.NewReader(bytes.NewReader(rest))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestPages checks the conversion of a picture to a page of 100 points with
// four steps each.
func TestPages(t *testing.T) {
	for _, c := range []struct{ name, svg, pdf, ps string }{
		{"an area", `<path fill="#f00" d="M0 0H50V50Z"/>`, "1 0 0 rg\n/A100 gs\n0 0 m\n200 0 l\n200 200 l\nh\nf\n", "1 0 0 rg\n0 0 m\n200 0 l\n200 200 l\nh\nf\n"},
		{"a translucent one", `<path fill="#000" fill-opacity=".5" d="M0 0H50V50Z"/>`, "0 0 0 rg\n/A50 gs\n", "0.5 0.5 0.5 rg\n"},
		{"a line", `<path fill="none" stroke="#00f" stroke-width="2" stroke-linecap="round" stroke-dasharray="3 1" d="M0 0H50"/>`, "0 0 1 RG\n/A100 gs\n8 w [12 4 ] 0 d 1 J 0 j\n0 0 m\n200 0 l\nS\n", "0 0 1 RG\n8 w [12 4 ] 0 d 1 J 0 j\n"},
		{"cut", `<defs><clipPath id="c"><rect width="10" height="10"/></clipPath></defs><g clip-path="url(#c)"><path d="M0 0H50V50Z"/></g>`, "h\nW n\n0 0 0 rg\n", "h\nW n\n0 0 0 rg\n"},
		{"a group's opacity", `<g opacity=".5"><path fill-opacity=".5" d="M0 0H50V50Z"/></g>`, "/A25 gs\n", "0.75 0.75 0.75 rg\n"},
		{"nothing", `<path fill="none" d="M0 0H50"/><path opacity="0" d="M0 0H50V50Z"/>`, " cm\n", "newpath\ngrestore"},
	} {
		svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">` + c.svg + `</svg>`)
		pdf, err := PDF(svg, 100, "T")
		if err != nil {
			t.Fatal(err)
		}
		if got := content(t, pdf); !strings.Contains(got, c.pdf) || strings.Count(got, "q\n") != strings.Count(got, "Q\n") {
			t.Errorf("%s: no %q in %q", c.name, c.pdf, got)
		}
		ps, err := PostScript(svg, 100)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(ps); !strings.Contains(got, c.ps) || !strings.Contains(got, "%%BoundingBox: 0 0 100 100\n") {
			t.Errorf("%s: no %q in %q", c.name, c.ps, got)
		}
	}
	for _, svg := range []string{"", `<svg viewBox="0 0 1 1"><g id="a"><use href="#a"/></g></svg>`, "<svg></svg>"} {
		if _, err := PDF([]byte(svg), 100, ""); err == nil {
			t.Errorf("%q: no error", svg)
		}
	}
	if _, err := PostScript([]byte(`<svg viewBox="0 0 1 1"/>`), 3); err == nil {
		t.Error("a page of 3 points: no error")
	}
}
