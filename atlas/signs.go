package atlas

import (
	"io"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// signSide is the side length of the square in which a sign is drawn, and smallSide that of the
// square for a small one.
const (
	signSide  = 80
	smallSide = 44
)

// shownSmall lists the signs that are small on the maps and therefore
// magnified.
var shownSmall = map[string]bool{
	"walls": true, "open": true, "fortress": true, "port": true, "rebellion": true, "famine": true, "plague": true, "storm": true, "contested": true,
	"done": true, "bounced": true, "cut": true, "broken": true, "void": true, "out": true, "coin": true, "threat": true, "harbour": true, "strait": true,
}

// sample is a roster with two powers for showing signs.
var sample = machiavelli.Roster{
	{ID: "autonomous", Name: "autonomous", Letter: '-'},
	{ID: "venice", Name: "Venice", Letter: 'V'},
	{ID: "florence", Name: "Florence", Letter: 'F'},
}

// signs lists the signs of the maps by name, for a legend. Each is drawn as on
// the maps, round the middle of a square.
var signs = []struct {
	name string
	draw func(*drawing)
}{
	{"army", func(d *drawing) { d.counter(position.Unit{Owner: 1, Type: machiavelli.Army}, point{}) }},
	{"fleet", func(d *drawing) { d.counter(position.Unit{Owner: 1, Type: machiavelli.Fleet}, point{}) }},
	{"garrison", func(d *drawing) { d.held(1) }},
	{"autonomous", func(d *drawing) { d.held(machiavelli.Nobody) }},
	{"cavalry", func(d *drawing) { d.counter(position.Unit{Owner: 1, Type: machiavelli.Cavalry}, point{}) }},
	{"special", func(d *drawing) {
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Army, Quality: machiavelli.Professional}, point{})
	}},
	{"dislodged", func(d *drawing) {
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Army}, point{})
		d.use("k-flee", "", point{})
	}},
	{"walls", func(d *drawing) { d.town("c-wall1", "1", 8) }},
	{"great", func(d *drawing) { d.town("c-wall3", "3", 8) }},
	{"open", func(d *drawing) { d.town("c-town", "1", 6) }},
	{"fortress", func(d *drawing) { d.use("c-fort", "m-lt", point{}) }},
	{"port", func(d *drawing) { d.use("c-port", "", point{}) }},
	{"pennant", func(d *drawing) {
		d.town("c-wall1", "1", 8)
		d.pennant(2, point{})
	}},
	{"nobody", func(d *drawing) {
		d.town("c-wall1", "1", 8)
		d.pennant(machiavelli.Nobody, point{})
	}},
	{"siege", func(d *drawing) {
		d.use("k-siege", "", point{})
		d.town("c-wall1", "1", 8)
	}},
	{"rebellion", func(d *drawing) { d.use("k-rebel", "", point{}) }},
	{"famine", func(d *drawing) { d.use("k-famine", "", point{}) }},
	{"plague", func(d *drawing) { d.use("k-plague", "", point{}) }},
	{"storm", func(d *drawing) { d.use("k-storm", "", point{}) }},
	{"contested", func(d *drawing) { d.use("k-clash", "", point{}) }},
	{"advance", func(d *drawing) { d.way("m-go", false) }},
	{"failed", func(d *drawing) { d.way("m-go m-no", false) }},
	{"retreat", func(d *drawing) { d.way("m-go m-ret", true) }},
	{"support", func(d *drawing) {
		d.line(1, "m-go m-sup", func() { d.polyline([]point{{-32, 14}, {22, -10}}) })
		d.dot(1, point{26, -12})
	}},
	{"helped", func(d *drawing) {
		d.f(`<circle class="m-q1 m-dots" r="29"/>`)
		d.counter(position.Unit{Owner: 2, Type: machiavelli.Army}, point{})
	}},
	{"convoy", func(d *drawing) {
		d.ringed(1, "o-waves", point{})
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Fleet}, point{})
	}},
	{"besiege", func(d *drawing) {
		d.f(`<circle class="m-hk" r="27"/><circle class="m-q1 m-ring" stroke-dasharray="11 5" r="27"/>`)
		d.town("c-wall1", "1", 8)
	}},
	{"convert", func(d *drawing) {
		d.f(`<circle class="m-hk" r="29"/><circle class="m-q1 m-ring" stroke-dasharray="68 23" r="29"/>`)
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Army}, point{})
		d.text("m-lab m-num", point{30, -20}, 19, 0, "G")
	}},
	{"hold", func(d *drawing) {
		d.line(1, "m-go m-con", func() { d.polyline([]point{{-16, 30}, {16, 30}}) })
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Army}, point{})
	}},
	{"disband", func(d *drawing) {
		d.disbanded(point{})
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Army}, point{})
	}},
	{"build", func(d *drawing) {
		d.f(`<circle class="m-hk" r="30"/><circle class="m-q1 m-ring" stroke-dasharray="14 6" r="30"/>`)
		d.counter(position.Unit{Owner: 1, Type: machiavelli.Army}, point{})
		d.text("m-lab m-num", point{30, -18}, 24, 0, "+")
	}},
	{"done", func(d *drawing) { d.use("r-done", "", point{}) }},
	{"bounced", func(d *drawing) { d.use("r-bounced", "", point{}) }},
	{"cut", func(d *drawing) { d.use("r-cut", "", point{}) }},
	{"broken", func(d *drawing) { d.use("r-broken", "", point{}) }},
	{"void", func(d *drawing) { d.use("r-void", "", point{}) }},
	{"out", func(d *drawing) { d.use("r-out", "", point{}) }},
	{"coin", func(d *drawing) {
		d.use("k-coin", "", point{})
		d.text("m-num m-coin", point{0, 5}, 15, 0, "4")
	}},
	{"threat", func(d *drawing) {
		d.use("k-threat", "", point{})
		d.text("m-num m-pale", point{0, 5}, 15, 0, "2")
	}},
	{"harbour", func(d *drawing) { d.use("k-port", "", point{}) }},
	{"strait", func(d *drawing) { d.use("k-gate", "", point{}) }},
}

// SignNames lists the names of the signs of the maps.
func SignNames() []string {
	out := make([]string, len(signs))
	for i := range signs {
		out[i] = signs[i].name
	}
	return out
}

// Signs draws all signs of the maps side by side. Each is a view of the drawing
// with its name, so that an address that ends with #army shows only the army.
// Signs uses only Theme of o. It returns an error for an unknown theme or a
// failure of w.
func Signs(w io.Writer, o Options) error {
	if err := o.check(); err != nil {
		return err
	}
	d := &drawing{opt: Options{Theme: o.Theme}, theme: themes[o.Theme], livery: liveries(sample), pos: &position.Position{Setting: &position.Setting{Powers: sample}}}
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" class="pm pm-%s" viewBox="0 0 %d %d"><style>`, d.theme.name, signSide*len(signs), signSide)
	d.style()
	d.str("</style><defs>")
	d.str(symbols)
	d.str("</defs>\n")
	for i := range signs {
		side := signSide
		if shownSmall[signs[i].name] {
			side = smallSide
		}
		x, y := i*signSide+signSide/2, signSide/2
		d.f(`<view id="%s" viewBox="%d %d %d %d"/><g transform="translate(%d %d)">`, signs[i].name, x-side/2, y-side/2, side, side, x, y)
		signs[i].draw(d)
		d.str("</g>\n")
	}
	d.str("</svg>\n")
	_, err := w.Write(d.b)
	return err
}

// held draws a city with a garrison.
func (d *drawing) held(p machiavelli.Power) {
	d.counter(position.Unit{Owner: p, Type: machiavelli.Garrison}, point{})
	n := strconv.Itoa(int(p))
	d.f(`<g class="m-p%s"><circle class="m-sk" r="8.5" cx="17" cy="14"/></g>`, n)
	d.text("m-num m-t"+n, point{17, 18.7}, 14, 0, "1")
}

// town draws a city without a garrison, with its value.
func (d *drawing) town(id, value string, dy float64) {
	d.use(id, "m-p1", point{})
	d.text("m-num m-t1", point{0, dy}, 18, 0, value)
}

// way draws the arrow of a movement.
func (d *drawing) way(class string, hollow bool) {
	d.line(1, class, func() { d.polyline([]point{{-32, 16}, {16, -8}}) })
	d.tip(1, point{30, -15}, point{.894, -.447}, hollow)
}
