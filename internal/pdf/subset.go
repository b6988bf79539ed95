package pdf

import (
	"encoding/binary"
	"errors"
	"slices"
)

// wanted lists the tables of a TrueType font that a document needs, sorted by
// tag.
var wanted = []string{"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"}

var errFont = errors.New("the font is not a complete TrueType font")

// subset returns a font file with the outlines of only some glyphs. The glyphs
// keep their numbers. Glyphs that are components of others are kept.
func subset(ttf []byte, keep func(glyph int) bool) ([]byte, error) {
	tables, err := tablesOf(ttf)
	if err != nil {
		return nil, err
	}
	head, maxp, glyf := tables["head"], tables["maxp"], tables["glyf"]
	if len(head) < 54 || len(maxp) < 6 {
		return nil, errFont
	}
	n := int(binary.BigEndian.Uint16(maxp[4:]))
	at, err := offsets(tables["loca"], n, binary.BigEndian.Uint16(head[50:]) != 0, len(glyf))
	if err != nil {
		return nil, err
	}
	stays := make([]bool, n)
	var add func(g int)
	add = func(g int) {
		if g < n && !stays[g] {
			stays[g] = true
			for _, part := range composed(glyf[at[g]:at[g+1]]) {
				add(part)
			}
		}
	}
	add(0)
	for g := range n {
		if keep(g) {
			add(g)
		}
	}
	var outlines, loca []byte
	widths := slices.Clone(tables["hmtx"])
	for g := range n {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(outlines)))
		if stays[g] {
			outlines = append(outlines, glyf[at[g]:at[g+1]]...)
			for len(outlines)%4 != 0 {
				outlines = append(outlines, 0)
			}
		} else if 4*g+4 <= len(widths) {
			clear(widths[4*g : 4*g+4])
		}
	}
	head = slices.Clone(head)
	clear(head[8:12])                        // the checksum of the whole file
	binary.BigEndian.PutUint16(head[50:], 1) // long offsets
	tables["glyf"], tables["head"] = outlines, head
	tables["loca"], tables["hmtx"] = binary.BigEndian.AppendUint32(loca, uint32(len(outlines))), widths
	return assemble(tables), nil
}

// tablesOf returns the required tables of a font file, keyed by tag.
func tablesOf(ttf []byte) (map[string][]byte, error) {
	if len(ttf) < 12 {
		return nil, errFont
	}
	out := map[string][]byte{}
	n := int(binary.BigEndian.Uint16(ttf[4:]))
	if len(ttf) < 12+16*n {
		return nil, errFont
	}
	for i := range n {
		e := ttf[12+16*i:]
		tag, from, size := string(e[:4]), int(binary.BigEndian.Uint32(e[8:])), int(binary.BigEndian.Uint32(e[12:]))
		if from+size > len(ttf) {
			return nil, errFont
		}
		if slices.Contains(wanted, tag) {
			out[tag] = ttf[from : from+size]
		}
	}
	for _, tag := range []string{"glyf", "head", "hhea", "hmtx", "loca", "maxp"} {
		if out[tag] == nil {
			return nil, errFont
		}
	}
	return out, nil
}

// offsets reads the start and end of each glyph's outline.
func offsets(loca []byte, n int, long bool, size int) ([]int, error) {
	width := 2
	if long {
		width = 4
	}
	if len(loca) < width*(n+1) {
		return nil, errFont
	}
	out := make([]int, n+1)
	for i := range out {
		if long {
			out[i] = int(binary.BigEndian.Uint32(loca[4*i:]))
		} else {
			out[i] = 2 * int(binary.BigEndian.Uint16(loca[2*i:]))
		}
		if out[i] > size || i > 0 && out[i] < out[i-1] {
			return nil, errFont
		}
	}
	return out, nil
}

// The flags of a component.
const (
	wordArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
)

// composed returns the glyphs that an outline has as components.
func composed(outline []byte) []int {
	if len(outline) < 10 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return nil
	}
	var out []int
	for b := outline[10:]; len(b) >= 4; {
		flags := binary.BigEndian.Uint16(b)
		out = append(out, int(binary.BigEndian.Uint16(b[2:])))
		size := 6
		if flags&wordArguments != 0 {
			size = 8
		}
		switch {
		case flags&oneScale != 0:
			size += 2
		case flags&twoScales != 0:
			size += 4
		case flags&fourScales != 0:
			size += 8
		}
		if flags&moreParts == 0 || size > len(b) {
			break
		}
		b = b[size:]
	}
	return out
}

// assemble returns a font file with the given tables.
func assemble(tables map[string][]byte) []byte {
	var tags []string
	for _, t := range wanted {
		if tables[t] != nil {
			tags = append(tags, t)
		}
	}
	power, log := 1, 0
	for power*2 <= len(tags) {
		power, log = power*2, log+1
	}
	out := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{len(tags), power * 16, log, (len(tags) - power) * 16} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	from := len(out) + 16*len(tags)
	for _, t := range tags {
		out = append(out, t...)
		for _, v := range []uint32{sum(tables[t]), uint32(from), uint32(len(tables[t]))} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		from += (len(tables[t]) + 3) &^ 3
	}
	for _, t := range tags {
		out = append(out, tables[t]...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	return out
}

// sum returns the checksum of a table.
func sum(table []byte) uint32 {
	var s uint32
	for ; len(table) >= 4; table = table[4:] {
		s += binary.BigEndian.Uint32(table)
	}
	var last [4]byte
	copy(last[:], table)
	return s + binary.BigEndian.Uint32(last[:])
}
