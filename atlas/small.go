package atlas

// The magnification of things on small pictures.
const (
	smallCode = 40
	smallUnit = 1.4
	smallCity = 1.25
	smallSign = 1.2
	smallRing = 1.3
)

// screenName is the magnification of names on pictures half as wide as a
// screen.
const screenName = 1.15

// smallCSS changes the style sheet for pictures on a phone, for example to make
// lines thicker.
const smallCSS = `.m-go{stroke-width:10}.m-sup{stroke-width:10;stroke-dasharray:.1 17}.m-con{stroke-width:7}.m-ret{stroke-dasharray:24 10 5 10}` +
	`.m-no{stroke-dasharray:22 14}.m-hk{stroke-width:17}.m-in{stroke-width:12}.m-bd{stroke-width:4}.m-lab{stroke-width:7px}.m-sl{stroke-width:6}`

// screenCSS changes the style sheet for pictures half as wide as a screen.
const screenCSS = `.m-go{stroke-width:7.5}.m-sup{stroke-width:7.5;stroke-dasharray:.1 13}.m-con{stroke-width:5.2}.m-ret{stroke-dasharray:19 8 4 8}` +
	`.m-no{stroke-dasharray:17 11}.m-hk{stroke-width:13}.m-in{stroke-width:10}.m-bd{stroke-width:3.2}.m-lab{stroke-width:5px}`

// codeSize returns the minimum font size for an area's code.
func (d *drawing) codeSize() float64 {
	if d.opt.Size == Phone {
		return smallCode
	}
	return 27
}

// The font sizes for names of coasts on pictures half as wide as a screen, and
// for their codes on pictures for a phone.
const (
	screenCoast = 20
	smallCoast  = 32
)

// namedCoast writes the name of a coast of an area.
func (d *drawing) namedCoast(c coastName) {
	switch {
	case d.opt.Size == Phone && d.opt.Labels == Codes:
		d.text("m-tiny", c.at, smallCoast, 0, c.coast.Code())
	case d.opt.Size == Sheet:
		d.text("m-tiny", c.at, 15, 0, d.coast(c.coast))
	default:
		d.text("m-tiny", c.at, screenCoast, 0, d.coast(c.coast))
	}
}

// border returns the width of the border round the sheet.
func (d *drawing) border() int {
	if d.opt.Size != Sheet {
		return 8
	}
	return frame
}

// put draws a sign at a place and magnifies it by k on small pictures. The
// class may be empty.
func (d *drawing) put(id, class string, at point, k float64) {
	if d.opt.Size == Sheet {
		d.use(id, class, at)
		return
	}
	d.f(`<use href="#%s"`, id)
	if class != "" {
		d.f(` class="%s"`, class)
	}
	d.f(` transform="matrix(%g 0 0 %g `, k, k)
	d.num(at.x)
	d.str(" ")
	d.num(at.y)
	d.str(`)"/>`)
}

// larger draws something at a place and magnifies it by k on small pictures. It
// passes the place to the function draw in the units in which draw must draw.
func (d *drawing) larger(at point, k float64, draw func(at point)) {
	if d.opt.Size == Sheet {
		draw(at)
		return
	}
	d.f(`<g transform="matrix(%g 0 0 %g `, k, k)
	d.num(at.x)
	d.str(" ")
	d.num(at.y)
	d.str(`)">`)
	draw(point{})
	d.str("</g>")
}

// largerRound does the same as larger for a function that knows its place.
func (d *drawing) largerRound(at point, k float64, draw func()) {
	if d.opt.Size == Sheet {
		draw()
		return
	}
	d.f(`<g transform="matrix(%g 0 0 %g `, k, k)
	d.num(at.x * (1 - k))
	d.str(" ")
	d.num(at.y * (1 - k))
	d.str(`)">`)
	draw()
	d.str("</g>")
}
