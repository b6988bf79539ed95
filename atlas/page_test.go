package atlas

import (
	"bytes"
	"io"
	"testing"

	"podesta/machiavelli/position"
)

// TestPages checks that a page has the correct format, a size suitable for
// e-mail, and the same bytes each time.
func TestPages(t *testing.T) {
	p := fixture(t, "italy-1978", "specimen")
	o := Options{Legend: true, Results: results(t, p)}
	for _, c := range []struct {
		name        string
		draw        func(io.Writer, *position.Position, Options) error
		begin, end  string
		contains    string
		at, wideAt  int // width requested, and one that is refused
		most, least int
	}{
		{"PDF", PDF, "%PDF-1.4\n", "%%EOF\n", "/MediaBox[0 0 842 844.02]", 0, 20, 1 << 20, 100 << 10},
		{"PDF of A4", PDF, "%PDF-1.4\n", "%%EOF\n", "/MediaBox[0 0 595 ", 595, 6000, 1 << 20, 100 << 10},
		{"PostScript", PostScript, "%!PS-Adobe-3.0 EPSF-3.0\n", "grestore showpage\n%%EOF\n", "%%BoundingBox: 0 0 842 845\n", 0, 20, 4 << 20, 1 << 20},
	} {
		var a, b bytes.Buffer
		o.Width = c.at
		if err := c.draw(&a, p, o); err != nil {
			t.Fatal(err)
		}
		if err := c.draw(&b, p, o); err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: other bytes the second time (%v)", c.name, err)
		}
		text := a.Bytes()
		if !bytes.HasPrefix(text, []byte(c.begin)) || !bytes.HasSuffix(text, []byte(c.end)) || !bytes.Contains(text, []byte(c.contains)) {
			t.Errorf("%s: begins %.80q, or ends otherwise, or has no %q", c.name, text, c.contains)
		}
		if len(text) > c.most || len(text) < c.least {
			t.Errorf("%s: %d bytes, expected %d to %d", c.name, len(text), c.least, c.most)
		}
		o.Width = c.wideAt
		if err := c.draw(io.Discard, p, o); err == nil {
			t.Errorf("%s: %d points wide: no error", c.name, c.wideAt)
		}
	}
}
