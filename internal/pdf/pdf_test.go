package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"podesta/atlas/raster"
	"podesta/internal/pdf/pdftest"
)

func write(t *testing.T, d *Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := d.PDF(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestText checks that the text can be extracted from the pages, and that the
// same calls write the same bytes.
func TestText(t *testing.T) {
	make := func() []byte {
		d, err := New(A4, "Títle")
		if err != nil {
			t.Fatal(err)
		}
		f := NewFlow(d)
		f.NewPage()
		f.Heading(16, "Order sheet: Città di Castello")
		f.Para(Roman, 11, 0, "Ωμέγα, Привет, fluff 12 – → \U0001F600")
		f.Para(Italic, 11, 0, "one\ntwo")
		f.NewPage()
		f.Item(11, 0, "–", "item")
		f.Feet("foot", func(page, pages int) string { return fmt.Sprintf("%d of %d", page, pages) })
		return write(t, d)
	}
	pdf := make()
	if !bytes.Equal(pdf, make()) {
		t.Error("the same calls wrote other bytes")
	}
	got := strings.Join(pdftest.Read(t, pdf), "----\n")
	want := "Order sheet: Città di Castello\nΩμέγα, Привет, fluff 12 – → ?\none\ntwo\nfoot\n1 of 2\n----\n–\nitem\nfoot\n2 of 2\n"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if len(pdf) > 60_000 {
		t.Errorf("%d bytes for some words: are whole typefaces in it?", len(pdf))
	}
}

// TestWrap checks that no line is wider than the page, that no word is lost,
// and that pages end before their footer.
func TestWrap(t *testing.T) {
	for _, size := range Sizes() {
		d, err := New(size, "")
		if err != nil {
			t.Fatal(err)
		}
		f := NewFlow(d)
		word := strings.Repeat("è", 300)
		text := strings.Repeat("The garrison of Città holds out. ", 200) + word
		f.Para(Roman, 12, 20, text)
		if d.Pages() < 2 {
			t.Errorf("%s: %d pages", size.Name, d.Pages())
		}
		var all []string
		for _, l := range f.wrap(Roman, 12, 300, text) {
			if w := f.Width(Roman, 12, l); w > 300 {
				t.Errorf("%q is %g wide", l, w)
			}
			all = append(all, strings.ReplaceAll(l, " ", ""))
		}
		if strings.Join(all, "") != strings.ReplaceAll(text, " ", "") {
			t.Error("letters were lost")
		}
		for _, p := range d.pages {
			for _, m := range regexp.MustCompile(` Tf ([\d.]+) (-?[\d.]+) Td`).FindAllSubmatch(p.ops, -1) {
				if y, _ := strconv.ParseFloat(string(m[2]), 64); y < Margin || y > size.Height-Margin {
					t.Errorf("%s: a line at %g", size.Name, y)
				}
			}
		}
	}
}

// TestTable checks that titles are repeated when a table continues.
func TestTable(t *testing.T) {
	d, err := New(Letter, "")
	if err != nil {
		t.Fatal(err)
	}
	f := NewFlow(d)
	rows := make([][]string, 40)
	for i := range rows {
		rows[i] = []string{"Army " + strconv.Itoa(i), ""}
	}
	f.Table([]Column{{Title: "Unit", Share: 1}, {Title: "Order", Share: 2}}, rows, 11, 26)
	pages := pdftest.Read(t, write(t, d))
	if len(pages) != 2 || strings.Count(strings.Join(pages, ""), "Order\n") != 2 || !strings.Contains(pages[1], "Army 39\n") {
		t.Errorf("got %q", pages)
	}
}

// TestPlate checks that a picture is in the file once, however often it is
// placed on pages.
func TestPlate(t *testing.T) {
	p, err := raster.NewPlate([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><path fill="#f00" fill-opacity=".5" d="M0 0H50V50Z"/></svg>`), 200)
	if err != nil {
		t.Fatal(err)
	}
	d, err := New(A4, "")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		d.Page()
		d.Plate(p, 10, 20, .5)
	}
	pdf := write(t, d)
	forms, puts := 0, 0
	for _, s := range pdftest.Parts(t, pdf) {
		forms += strings.Count(s, "/Subtype/Form/BBox[0 0 200.00 100.00]")
		puts += strings.Count(s, "q 0.5000 0 0 0.5000 10.00 771.89 cm /P0 Do Q")
	}
	if forms != 1 || puts != 2 {
		t.Errorf("%d pictures in the file, placed on pages %d times", forms, puts)
	}
}

// TestSubset checks that the remaining outlines are unchanged, including those of composite
// characters, and that the others are removed.
func TestSubset(t *testing.T) {
	for st, whole := range fontFiles {
		from, err := sfnt.Parse(whole)
		if err != nil {
			t.Fatal(err)
		}
		var buf sfnt.Buffer
		kept := map[int]bool{}
		for _, r := range "Aàé?" {
			g, err := from.GlyphIndex(&buf, r)
			if err != nil || g == 0 {
				t.Fatalf("%c: %v", r, err)
			}
			kept[int(g)] = true
		}
		small, err := subset(whole, func(g int) bool { return kept[g] })
		if err != nil {
			t.Fatal(err)
		}
		if len(small) > len(whole)/4 {
			t.Errorf("%s: %d of %d bytes", fontNames[st], len(small), len(whole))
		}
		// a parser of complete fonts also needs a character map and a name
		tables, err := tablesOf(small)
		if err != nil {
			t.Fatal(err)
		}
		at, err := offsets(tables["loca"], from.NumGlyphs(), true, len(tables["glyf"]))
		if err != nil {
			t.Fatal(err)
		}
		old, _ := tablesOf(whole)
		before, err := offsets(old["loca"], from.NumGlyphs(), old["head"][51] != 0, len(old["glyf"]))
		if err != nil {
			t.Fatal(err)
		}
		for g := range kept {
			want := old["glyf"][before[g]:before[g+1]]
			if got := tables["glyf"][at[g]:at[g+1]]; !bytes.HasPrefix(got, want) {
				t.Errorf("glyph %d is another one", g)
			}
			for _, part := range composed(want) {
				if at[part] == at[part+1] {
					t.Errorf("glyph %d lacks its part %d", g, part)
				}
			}
			a, err := from.GlyphAdvance(&buf, sfnt.GlyphIndex(g), fixed.I(1000), font.HintingNone)
			if err != nil || a == 0 {
				t.Errorf("glyph %d has no width: %v", g, err)
			}
		}
		if z, _ := from.GlyphIndex(&buf, 'Z'); at[z] != at[z+1] {
			t.Error("Z is still there")
		}
	}
	for _, bad := range [][]byte{nil, []byte("short"), fontFiles[0][:200], bytes.Repeat([]byte{0xff}, 4000)} {
		if _, err := subset(bad, func(int) bool { return true }); err == nil {
			t.Errorf("%d bytes were taken for a font", len(bad))
		}
	}
}
