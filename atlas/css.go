package atlas

import "podesta/machiavelli"

// CSS returns the style sheet that drawings for a roster contain. It is for
// pages that include a drawing made with Options.NoStyle and may have no style
// elements. It uses only Theme and Size of o. Apart from the style sheet and
// the class of its root, a drawing is the same in all themes, so a page can
// change the theme by changing these. CSS returns an error for an unknown
// theme.
func CSS(r machiavelli.Roster, o Options) (string, error) {
	if err := o.check(); err != nil {
		return "", err
	}
	d := &drawing{opt: o, theme: themes[o.Theme], livery: liveries(r)}
	d.style()
	return string(d.b), nil
}

// style writes the rules for the theme and then those for the powers. Class m-p fills with a
// power's colour, m-q is for lines, m-h for their halo, m-t for text on the colour, and m-e for
// the emblem.
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
		d.f(".m-p%d{fill:%s}.m-q%d{fill:none;stroke:%s}.m-t%d{fill:%s}.m-e%d{fill:%s;stroke:%s}", i, body, i, body, i, ink, i, ink, ink)
		if d.theme.safe && lightness(body) > .7 {
			d.f(".m-h%d{stroke:%s}", i, d.theme.ink) // a pale line would not be visible on pale land
		}
	}
}
