package pdf

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/zlib"
	"golang.org/x/image/font/sfnt"
)

// objects holds the objects of a PDF file, numbered from 1.
type objects struct{ all []string }

// add adds an object and returns its number.
func (o *objects) add(s string) int {
	o.all = append(o.all, s)
	return len(o.all)
}

// stream adds an object with compressed data. entries are additional entries of its dictionary.
func (o *objects) stream(entries string, data []byte) (int, error) {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		return 0, err
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	return o.add(fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream", entries, b.Len(), b.String())), nil
}

// PDF writes the document as a PDF file.
func (d *Document) PDF(w io.Writer) error {
	var o objects
	pages := o.add("") // filled in when the pages are known
	var fonts, plates strings.Builder
	for i := range d.faces {
		n, err := d.embed(&o, Style(i))
		if err != nil {
			return err
		}
		fmt.Fprintf(&fonts, "/F%d %d 0 R", i, n)
	}
	for i, p := range d.plates {
		n, err := o.stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %.2f %.2f]/Resources<</ExtGState%s>>", p.Width, p.Height, p.States()), p.Ops)
		if err != nil {
			return err
		}
		fmt.Fprintf(&plates, "/P%d %d 0 R", i, n)
	}
	resources := o.add(fmt.Sprintf("<</Font<<%s>>/XObject<<%s>>>>", fonts.String(), plates.String()))
	var kids strings.Builder
	for _, p := range d.pages {
		content, err := o.stream("", p.ops)
		if err != nil {
			return err
		}
		n := o.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %.2f %.2f]/Resources %d 0 R/Contents %d 0 R>>", pages, d.Size.Width, d.Size.Height, resources, content))
		fmt.Fprintf(&kids, "%d 0 R ", n)
	}
	o.all[pages-1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(d.pages))
	root := o.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>", pages))
	info := o.add(fmt.Sprintf("<</Title%s/Producer(podesta)>>", utf16(d.Title)))
	_, err := w.Write(o.file(root, info))
	return err
}

// file returns the content of the PDF file.
func (o *objects) file(root, info int) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
	var at []int
	for i, s := range o.all {
		at = append(at, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, s)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(o.all)+1)
	for _, n := range at {
		fmt.Fprintf(&out, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&out, "trailer<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(o.all)+1, root, info, start)
	return out.Bytes()
}

// embed adds a font with only the characters that were used.
func (d *Document) embed(o *objects, st Style) (int, error) {
	f := d.faces[st]
	ttf, err := subset(fontFiles[st], func(g int) bool {
		_, ok := f.used[sfnt.GlyphIndex(g)]
		return ok
	})
	if err != nil {
		return 0, err
	}
	file, err := o.stream(fmt.Sprintf("/Length1 %d", len(ttf)), ttf)
	if err != nil {
		return 0, err
	}
	name := "PODEST+" + fontNames[st]
	flags, slant := 4|2, 0
	if st == Italic {
		flags, slant = flags|64, -12
	}
	about := o.add(fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[-200 -300 1200 1000]/ItalicAngle %d/Ascent 891/Descent -216/CapHeight 655/StemV 80/FontFile2 %d 0 R>>", name, flags, slant, file))
	var widths, reads strings.Builder
	glyphs := slices.Sorted(maps.Keys(f.used))
	for _, g := range glyphs {
		fmt.Fprintf(&widths, "%d[%d]", g, f.widths[g])
	}
	// A mapping from glyphs back to text makes the text searchable. Each run has at most 100
	// entries.
	for run := range slices.Chunk(glyphs, 100) {
		fmt.Fprintf(&reads, "%d beginbfchar\n", len(run))
		for _, g := range run {
			fmt.Fprintf(&reads, "<%04X>%s\n", int(g), strings.Replace(utf16(string(f.used[g])), "FEFF", "", 1))
		}
		reads.WriteString("endbfchar\n")
	}
	text, err := o.stream("", []byte("/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n"+reads.String()+"endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n"))
	if err != nil {
		return 0, err
	}
	cid := o.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/W[%s]/CIDToGIDMap/Identity>>", name, about, widths.String()))
	return o.add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", name, cid, text)), nil
}

// utf16 returns a text as a PDF string.
func utf16(s string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, r := range s {
		if r > 0xffff {
			r = 0xfffd
		}
		fmt.Fprintf(&b, "%04X", r)
	}
	b.WriteString(">")
	return b.String()
}
