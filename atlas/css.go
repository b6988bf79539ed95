package atlas

import "podesta/machiavelli"

// CSS is the style sheet that the drawings of a roster's powers have in them,
// for a page that puts a drawing made with Options.NoStyle into itself and may
// have no style elements. Of o it looks at Theme and Size. All else in a drawing is
// the same in all themes but its class, so that a page can change the theme by
// changing the sheet. It fails on an unknown theme.
func CSS(r machiavelli.Roster, o Options) (string, error) {
	if err := o.check(); err != nil {
		return "", err
	}
	d := &drawing{opt: o, theme: themes[o.Theme], livery: liveries(r)}
	d.style()
	return string(d.b), nil
}

// style writes the rules of the theme, then those of the powers: p for what is
// filled with a power's colour, q for lines, h for their halo, t for writing on
// the colour.
func (d *drawing) style() {
	d.str(d.theme.css)
	switch d.opt.Size {
	case Phone:
		d.str(smallCSS)
	case Screen:
		d.str(screenCSS)
	}
	for i := range d.livery {
		l := &d.livery[i]
		body, ink := l.colours(d.theme, i)
		d.f(".m-p%d{fill:%s}.m-q%d{fill:none;stroke:%s}.m-t%d{fill:%s}", i, body, i, body, i, ink)
		if d.theme.safe && lightness(body) > .7 {
			d.f(".m-h%d{stroke:%s}", i, d.theme.ink) // a pale line does not show on its own pale land
		}
	}
}
