package atlas

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// Labels is the kind of labels on the areas.
type Labels string

// The kinds of labels.
const (
	Names   Labels = "names"
	Codes   Labels = "codes"
	NoNames Labels = "none"
)

// Size is the width at which a picture is shown. On small pictures some things are drawn
// larger.
type Size uint8

// The sizes of pictures.
const (
	Sheet  Size = iota // as wide as a screen, or on paper; it has the normal layout, with ornaments
	Screen             // half as wide as a screen, with larger symbols and names, and a narrow edge
	Phone              // as wide as a phone, with codes instead of names, and without ornaments
)

// Options control how a position is drawn. The zero value draws the light
// theme, with names and without a legend.
type Options struct {
	Theme       string        // one of Themes; empty for light
	Width       int           // width in CSS pixels; 0 leaves the size to the viewer
	Labels      Labels        // empty for Names
	Language    *Language     // language of the names; nil for English
	Layers      Layers        // what is shown in addition to the board and the units; zero for Owners
	Legend      bool          // whether to include a list of the powers
	Interactive bool          // whether to mark areas, cities and units for a pointer
	NoStyle     bool          // whether to omit the style sheet, which CSS returns
	NoOrders    bool          // whether to leave the group of the orders empty, which Overlay writes
	Size        Size          // the width at which the picture is shown; zero for Sheet
	View        View          // the part of the sheet that is shown; zero for all of it
	Orders      []order.Order // orders to draw, for units in the position
	Results     []event.Event // orders with their outcome, and retreats; other events are not drawn

	joint joint // whether coasts are curved; small pictures and pages do not need that
}

// check sets defaults and returns an error for unknown values.
func (o *Options) check() error {
	if o.Theme == "" {
		o.Theme = "light"
	}
	if o.Size == Phone && (o.Labels == "" || o.Labels == Names) {
		o.Labels = Codes
	}
	if o.Labels == "" {
		o.Labels = Names
	}
	if _, ok := themes[o.Theme]; !ok {
		return fmt.Errorf("unknown theme %q: expected %s or %s", o.Theme, strings.Join(Themes()[:3], ", "), Themes()[3])
	}
	switch o.Labels {
	case Names, Codes, NoNames:
	default:
		return fmt.Errorf("unknown labels %q: expected names, codes or none", o.Labels)
	}
	if o.View != (View{}) && (o.View.W <= 0 || o.View.H <= 0) {
		return fmt.Errorf("a view of %d by %d: expected a width and a height above 0", o.View.W, o.View.H)
	}
	if o.Layers >= 1<<len(layerNames) {
		return fmt.Errorf("unknown layers %#x: expected a sum of %s", o.Layers, strings.Join(layerNames[:], ", "))
	}
	if o.Width < 0 || o.Width > 20000 {
		return fmt.Errorf("width %d: expected 0 to 20000 pixels", o.Width)
	}
	return nil
}

// drafts keeps the buffers of finished pictures for reuse.
var drafts = sync.Pool{New: func() any {
	b := make([]byte, 0, 384<<10)
	return &b
}}

// SVG draws a position. It returns an error for an unknown theme or kind of
// labels, a board without a drawing, or a failure of w.
func SVG(w io.Writer, p *position.Position, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	base, err := baseOf(p.Setting.Board, o)
	if err != nil {
		return err
	}
	p = o.Language.position(p)
	b := p.Setting.Board
	d := &drawing{sheet: base.sheet, ground: base.ground, board: b, pos: p, opt: o, theme: themes[o.Theme], livery: liveries(p.Setting.Powers)}
	room := drafts.Get().(*[]byte)
	d.b = (*room)[:0]
	defer func() {
		*room = d.b
		drafts.Put(room)
	}()
	d.open()
	d.raw(base.under)
	d.seas()
	d.land()
	d.raw(base.over)
	d.strokes()
	d.raw(base.names)
	d.cities()
	d.units()
	d.layers()
	d.marks()
	if d.opt.Size != Phone && d.opt.View == (View{}) {
		d.cartouche()
	}
	d.str("</svg>\n")
	_, err = w.Write(d.b)
	return err
}

// Base draws the empty board with its coasts, borders, names and cities, but
// without owners and units. It is the part that all pictures of the board have
// in common.
func Base(w io.Writer, b *board.Board, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	base, err := baseOf(b, o)
	if err != nil {
		return err
	}
	b = o.Language.board(b)
	empty := &position.Position{Setting: &position.Setting{Board: b, Title: b.Title}}
	d := &drawing{sheet: base.sheet, board: b, pos: empty, opt: o, theme: themes[o.Theme], livery: liveries(nil)}
	d.open()
	d.raw(base.under)
	d.seas()
	d.land()
	d.raw(base.over)
	d.raw(base.names)
	d.cities()
	d.str("</svg>\n")
	_, err = w.Write(d.b)
	return err
}

// drawing is a picture in progress.
type drawing struct {
	pen
	sheet  *sheet
	ground *ground
	router *router
	signs  []sign // signs that are drawn over the lines of orders
	board  *board.Board
	pos    *position.Position
	opt    Options
	theme  *theme
	livery []livery
}

// frame is the width of the border round the sheet.
const frame = 40

// open writes the beginning of the document.
func (d *drawing) open() {
	b := d.border()
	x, y, w, h := -b, -b, d.sheet.w+2*b, d.sheet.h+2*b
	if v := d.opt.View; v != (View{}) {
		x, y, w, h = v.X, v.Y, v.W, v.H
	}
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" class="pm pm-%s" viewBox="%d %d %d %d"`, d.theme.name, x, y, w, h)
	if d.opt.Width > 0 {
		d.f(` width="%d" height="%d"`, d.opt.Width, (d.opt.Width*h+w/2)/w)
	}
	d.str(` role="img">`)
	d.str("<title>")
	d.esc(d.title())
	d.str("</title>\n")
	if !d.opt.NoStyle {
		d.str("<style>")
		d.style()
		d.str("</style>\n")
	}
}

// title describes the picture in one line.
func (d *drawing) title() string {
	s := d.pos.Setting.Title
	if d.pos.Phase.Season != 0 {
		s += ", " + d.phase()
	}
	return s
}
