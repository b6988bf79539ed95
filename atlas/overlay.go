package atlas

import (
	"io"

	"podesta/machiavelli/position"
)

// Overlay writes the part of SVG's picture that shows orders and results, which
// is the element <g id="orders">, with the same bytes. A page that contains the
// drawing can replace this group when orders change. Overlay returns the same
// errors as SVG.
func Overlay(w io.Writer, p *position.Position, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	base, err := baseOf(p.Setting.Board, o)
	if err != nil {
		return err
	}
	d := &drawing{sheet: base.sheet, ground: base.ground, board: p.Setting.Board, pos: p, opt: o, theme: themes[o.Theme], livery: liveries(p.Setting.Powers)}
	d.strokes()
	_, err = w.Write(d.b)
	return err
}
