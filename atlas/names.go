package atlas

import "strings"

// bows writes the definitions of the lines of slanted or bent names.
func (d *drawing) bows() {
	if d.opt.Labels != Names {
		return
	}
	for _, sea := range []bool{false, true} {
		for _, c := range d.codes(sea) {
			if sh := d.sheet.areas[c]; sh.bow != nil {
				d.f(`<path id="n-%s" d="`, c)
				d.bow(sh)
				d.str(`"/>`)
			}
		}
	}
}

// bow writes the line on which a name is written. It lies below the middle of
// the letters, and is longer than the name in case the font is wide.
func (d *drawing) bow(sh *shape) {
	a, b, c := sh.bow[0], sh.bow[1], sh.bow[2]
	down := c.minus(a).unit().turned().times(.33 * sh.size)
	a, b, c = a.plus(down), b.plus(down), c.plus(down)
	more := .3 * c.minus(a).length()
	d.str("M")
	d.pair(a.minus(b.minus(a).unit().times(more)))
	d.str("L")
	d.pair(a)
	d.str("Q")
	d.pair(b)
	d.str(" ")
	d.pair(c)
	d.str("L")
	d.pair(c.plus(c.minus(b).unit().times(more)))
}

// onBow writes a name on its line.
func (d *drawing) onBow(class string, sh *shape, name string) {
	d.f(`<text class="%s" font-size="%g"><textPath href="#n-%s" startOffset="50%%">`, class, sh.size, sh.code)
	d.esc(name)
	d.str("</textPath></text>")
}

// seaName writes the name of a sea in one or several lines.
func (d *drawing) seaName(sh *shape) {
	lines, size := sh.lines, sh.size
	switch {
	case d.opt.Labels == Codes:
		lines, size = []string{strings.ToUpper(sh.code)}, max(size, d.codeSize())
	case len(lines) == 0:
		lines = []string{d.board.Areas[d.find(sh.code)].Name}
		fallthrough
	case len(lines) == 1:
		if sh.bow != nil {
			d.onBow("m-sn", sh, lines[0])
			return
		}
	}
	for i, l := range lines {
		d.text("m-sn", sh.label.shift(0, float64(i)*size*.98), size, 0, l)
	}
}

// name writes the name of a province, or of a sea on a plain map.
func (d *drawing) name(sh *shape) {
	class := "m-lab"
	if sh.sea {
		class = "m-sn"
	}
	if d.opt.Labels == Codes {
		size := max(sh.size, d.codeSize())
		d.text(class, sh.label.shift(0, size*.33), size, 0, strings.ToUpper(sh.code))
		return
	}
	name := d.board.Areas[d.find(sh.code)].Name
	if sh.bow != nil {
		d.onBow(class, sh, name)
		return
	}
	at := sh.label.shift(0, sh.size*.33)
	if len(sh.lines) > 1 {
		for i, l := range sh.lines {
			d.text(class, at.shift(0, float64(i)*sh.size), sh.size, 0, l)
		}
		return
	}
	d.text(class, at, sh.size, sh.fit, name)
}

// beyond writes the names of lands that are not on the board.
func (d *drawing) beyond() {
	if d.opt.Size == Phone {
		return
	}
	for _, r := range d.sheet.regions {
		d.f(`<g transform="translate(%g %g) rotate(%d)">`, r.at.x, r.at.y, r.turn)
		d.text("m-reg", point{}, r.size, 0, r.name)
		d.str("</g>")
	}
}
