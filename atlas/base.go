package atlas

import (
	"math"
	"sort"
	"sync"

	"podesta/machiavelli/board"
)

// static is the part of a board's pictures that does not depend on the
// position. It has layers below the colours of the owners, above these, and
// above the orders.
type static struct {
	sheet              *sheet
	under, over, names []byte
	ground             *ground
}

type baseKey struct {
	board  *board.Board
	names  *Language
	theme  string
	labels Labels
	size   Size
	joint  joint
}

// bases caches the layers of the boards drawn last. There are few built-in
// boards, and a user's own board is drawn repeatedly during a game.
var bases = struct {
	sync.Mutex
	m map[baseKey]*static
}{m: map[baseKey]*static{}}

const maxBases = 128

// baseOf returns the static layers from the cache.
func baseOf(b *board.Board, o Options) (*static, error) {
	key := baseKey{b, o.Language, o.Theme, o.Labels, o.Size, o.joint}
	bases.Lock()
	kept := bases.m[key]
	bases.Unlock()
	if kept != nil {
		return kept, nil
	}
	s, err := sheetOf(b, o.joint)
	if err != nil {
		return nil, err
	}
	english := b
	b = o.Language.board(b)
	s = o.Language.sheet(s, english, b).spaced(b, o)
	d := &drawing{sheet: s, board: b, opt: o, theme: themes[o.Theme]}
	d.under()
	under := d.b
	d.b = nil
	d.over()
	over := d.b
	d.b = nil
	d.written()
	made := &static{sheet: s, under: under, over: over, names: d.b, ground: d.groundOf()}
	bases.Lock()
	defer bases.Unlock()
	if len(bases.m) >= maxBases {
		bases.m = map[baseKey]*static{}
	}
	bases.m[key] = made
	return made, nil
}

// codes returns the codes of the land areas, or of the seas if the parameter
// sea is true, in a fixed order.
func (d *drawing) codes(sea bool) []string {
	var out []string
	for id := 1; id < len(d.board.Areas); id++ {
		if d.board.Areas[id].Sea == sea {
			out = append(out, d.board.Areas[id].Code)
		}
	}
	sort.Strings(out)
	return out
}

// water returns the seas.
func (d *drawing) water() board.Set {
	var out board.Set
	for id := 1; id < len(d.board.Areas); id++ {
		if d.board.Areas[id].Sea {
			out.Add(board.ID(id))
		}
	}
	return out
}

// scaled opens a group whose unit is that of the outlines.
func (d *drawing) scaled() {
	if d.sheet.half {
		d.str(`<g transform="scale(.5)">`)
	} else {
		d.str("<g>")
	}
}

// under writes the definitions, the frame, and the sea with everything in it.
func (d *drawing) under() {
	s := d.sheet
	d.str("<defs>")
	d.str(symbols)
	// The water-lines follow only the shore, because elsewhere they would be invisible, and
	// drawing broad lines along every inland province takes long.
	d.str(`<g id="land"><g id="shore">`)
	for _, shore := range []bool{true, false} {
		for _, c := range d.codes(false) {
			if !d.board.Borders[d.find(c)].Intersect(d.water()).Empty() == shore {
				d.f(`<path id="a-%s" d="%s"/>`, c, s.areas[c].outline)
			}
		}
		if !shore {
			continue
		}
		for _, k := range []string{"off", "isle"} {
			if s.extra[k] != "" {
				d.f(`<path id="x-%s" d="%s"/>`, k, s.extra[k])
			}
		}
		d.str("</g>")
	}
	d.str("</g>")
	for _, c := range d.codes(false) {
		d.f(`<clipPath id="c-%s"><use href="#a-%s"/></clipPath>`, c, c)
	}
	d.bows()
	d.peakDefs()
	d.f(`<clipPath id="sheet"><path d="M0 0H%dV%dH0Z"/></clipPath></defs>`, s.w, s.h)
	d.str(`<g class="m-thru">`)
	d.frame()
	d.f(`</g><g clip-path="url(#sheet)" class="m-thru"><path class="m-sea" d="M0 0H%dV%dH0Z"/>`, s.w, s.h)
	d.rhumbs()
	if s.schematic {
		for _, e := range s.edges {
			if e.water {
				d.f(`<path class="m-ew1" d="%s"/>`, e.d)
			}
			if e.land {
				d.f(`<path class="m-ew0" d="%s"/>`, e.d)
			}
		}
	} else {
		d.scaled()
		for i := range d.theme.waves {
			d.f(`<use href="#shore" class="m-wa m-w%d"/>`, i)
		}
		for _, k := range s.shoals {
			d.f(`<path class="m-shoal" d="%s"/>`, s.extra[k])
		}
		d.f(`<path class="m-sl" d="%s"/></g>`, s.seaLines)
	}
	d.adorn(false)
	if d.opt.Labels != NoNames && !s.schematic {
		for _, c := range d.codes(true) {
			d.seaName(s.areas[c])
		}
	}
	d.str("</g>\n")
}

// frame draws the border round the sheet.
func (d *drawing) frame() {
	w, h := d.sheet.w, d.sheet.h
	if b := d.border(); b < frame {
		d.f(`<path class="m-edge" stroke-width="%d" d="M0 0H%dV%dH0Z"/>`, b, w, h)
		return
	}
	d.f(`<path class="m-paper" d="M%d %dh%dv%dh-%dz"/>`, -frame, -frame, w+2*frame, h+2*frame, w+2*frame)
	for _, r := range []struct{ gap, width float64 }{{34, 3}, {26, 1.2}, {12, 1.2}, {0, 3}} {
		d.f(`<path class="m-rule" stroke-width="%g" d="M%g %gH%gV%gH%gZ"/>`, r.width, -r.gap, -r.gap, float64(w)+r.gap, float64(h)+r.gap, -r.gap)
	}
	d.f(`<path class="m-scale" stroke-dasharray="%g %g" d="M0-19H%dM0 %dH%d"/>`, float64(w)/40, float64(w)/40, w, h+19, w)
	d.f(`<path class="m-scale" stroke-dasharray="%g %g" d="M-19 0V%dM%d 0V%d"/>`, float64(h)/40, float64(h)/40, h, w+19, h)
}

// rhumbs draws the compass rose and its rhumb lines.
func (d *drawing) rhumbs() {
	c := d.sheet.rose
	if c == (point{}) || d.opt.Size == Phone {
		return
	}
	d.str(`<path class="m-rh" d="`)
	for i := 0; i < 32; i++ {
		a := float64(i) * math.Pi / 16
		d.str("M")
		d.pair(c)
		d.str("L")
		d.pair(c.shift(2800*math.Cos(a), 2800*math.Sin(a)))
	}
	d.str(`"/>`)
	d.f(`<g transform="translate(%g %g)"><circle class="m-page" fill-opacity=".5" stroke-width="1" r="58"/>`, c.x, c.y)
	for i := 0; i < 16; i++ {
		long, half := 48, 6
		switch {
		case i%4 == 0:
			continue
		case i%2 == 0:
			long, half = 62, 9
		}
		d.f(`<g transform="rotate(%g)"><path class="m-lt m-sk" stroke-width="1" d="M0 0-%d-%d 0-%dZ"/><path class="m-dk" d="M0 0 %d-%d 0-%dZ"/></g>`, float64(i)*22.5, half, half+3, long, half, half+3, long)
	}
	for i := 0; i < 4; i++ {
		d.f(`<g transform="rotate(%d)"><path class="m-lt m-sk" d="M0 0-13-17 0-92Z"/><path class="m-al m-sk" d="M0 0 13-17 0-92Z"/></g>`, i*90)
	}
	d.str(`<path class="m-dk" d="M0-122C-4-114-10-112-9-104-6-100-3-104-3-98H3C3-104 6-100 9-104 10-112 4-114 0-122Z"/></g>`)
}

// over writes what lies above the owners' colours, such as rivers, relief and
// borders.
func (d *drawing) over() {
	s := d.sheet
	d.str(`<g clip-path="url(#sheet)" class="m-thru">`)
	if s.extra["bars"] != "" {
		d.scaled()
		d.f(`<path class="m-lidi" d="%s"/></g>`, s.extra["bars"])
	}
	for _, r := range s.rivers {
		d.f(`<path class="m-rv" stroke-width="%g" d="%s"/>`, r.width, r.d)
	}
	if s.lakes != "" {
		d.f(`<path class="m-lk" d="%s"/>`, s.lakes)
	}
	d.hills()
	d.adorn(true)
	if !s.schematic {
		d.scaled()
		d.str(`<use href="#land" class="m-bd"/></g>`)
		d.beyond()
	}
	for _, l := range s.straits {
		d.f(`<path class="m-bl" d="%s"/>`, l.d)
	}
	for _, l := range s.links {
		x, y := d.find(l.a), d.find(l.b)
		if d.board.ArmyEdges[x].Has(y) {
			d.f(`<path class="m-br" d="%s"/><path class="m-bl" d="%s"/>`, l.d, l.d)
		}
	}
	d.str("</g>\n")
}

// written writes the names, which lie above the lines of orders.
func (d *drawing) written() {
	s := d.sheet
	d.str(`<g clip-path="url(#sheet)" class="m-thru">`)
	if d.opt.Labels != NoNames {
		for _, c := range s.coasts {
			d.namedCoast(c)
		}
		for _, c := range d.codes(false) {
			d.name(s.areas[c])
		}
		if s.schematic {
			for _, c := range d.codes(true) {
				d.name(s.areas[c])
			}
		}
	}
	d.str("</g>\n")
}

// find returns the area with that code.
func (d *drawing) find(code string) board.ID {
	for id := 1; id < len(d.board.Areas); id++ {
		if d.board.Areas[id].Code == code {
			return board.ID(id)
		}
	}
	return board.None
}
