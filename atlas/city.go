package atlas

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// cityCounts reports whether there is a city to draw. A fortress is drawn only
// if fortresses are in use (BOARD-06).
func (d *drawing) cityCounts(id board.ID) bool {
	switch d.board.Areas[id].City {
	case board.NoCity:
		return false
	case board.Fortress:
		return d.pos.Setting.Fortress || d.pos.Setting.Forts.Has(id)
	}
	return true
}

// cities writes every city with its kind, value, owner and port. On large
// pictures it also writes the owners' badges on their provinces.
func (d *drawing) cities() {
	d.str(`<g class="m-thru">`)
	for id := 1; id < len(d.board.Areas); id++ {
		a := board.ID(id)
		if owner := d.pos.Province[a]; d.shows(Owners) && (d.opt.Size == Sheet || d.opt.Size == Screen && d.theme.safe) && owner != machiavelli.Nobody && !d.board.Areas[id].Sea && !d.pos.Setting.OffBoard.Has(a) {
			d.badge(owner, d.shape(a).badge)
		}
	}
	d.str("</g>\n")
	for id := 1; id < len(d.board.Areas); id++ {
		a := board.ID(id)
		if sh := d.shape(a); d.cityCounts(a) && sh.hasCity() {
			d.largerRound(sh.city, smallCity, func() {
				d.beginCity(a, sh)
				d.city(a, sh)
				d.end()
			})
		}
	}
	d.str("\n")
}

// badge draws a power's small shield with its emblem.
func (d *drawing) badge(p machiavelli.Power, at point) {
	d.use("b-shield", "m-p"+strconv.Itoa(int(p)), at)
	d.emblem(p, at.shift(0, -.5), .75)
}

// city draws one city. A garrison replaces its symbol, and the value moves to a
// disc next to it.
func (d *drawing) city(id board.ID, sh *shape) {
	a := &d.board.Areas[id]
	if a.Port && sh.port != (point{}) {
		d.use("c-port", "", sh.port)
	}
	off := d.pos.Setting.OffBoard.Has(id)
	owner := d.pos.City[id]
	class := "m-p" + strconv.Itoa(int(owner))
	ink := "m-num m-t" + strconv.Itoa(int(owner))
	if off {
		class = "m-dm m-p0"
		ink = "m-dm m-num m-t0"
	}
	if d.pos.Sieges.Has(id) {
		d.use("k-siege", "", sh.city)
	}
	value := strconv.Itoa(int(a.CityPays))
	if i := d.pos.Garrison(id); i >= 0 {
		d.beginUnit(&d.pos.Units[i], nil)
		d.counter(d.pos.Units[i], sh.city)
		d.end()
		if a.CityPays > 0 {
			at := sh.city.shift(17, 14)
			d.f(`<g class="%s"><circle class="m-sk" r="%g" cx="%g" cy="%g"/></g>`, class, 7.5+float64(min(3, a.CityPays)), at.x, at.y)
			d.text(ink, at.shift(0, 4.7), 14, 0, value)
		}
	} else {
		switch a.City {
		case board.Fortress:
			d.use("c-fort", "m-lt", sh.city)
		case board.Unfortified:
			d.use("c-town", class, sh.city)
			if a.CityPays > 1 {
				d.f(`<circle class="m-wire" r="16.5" cx="%g" cy="%g"/>`, sh.city.x, sh.city.y)
			}
		default:
			d.use("c-wall"+strconv.Itoa(max(1, min(3, int(a.CityPays)))), class, sh.city)
		}
		if a.CityPays > 0 {
			dy := 6.0
			if a.City == board.Fortified {
				dy = 8
			}
			d.text(ink, sh.city.shift(0, dy), 18, 0, value)
		}
	}
	if owner != d.pos.Province[id] && a.CityPays > 0 && !off {
		d.pennant(owner, sh.city)
	}
	if d.pos.RebelCity.Has(id) {
		d.use("k-rebel", "", sh.city.shift(-17, -17))
	}
}

// pennant draws a pennant on a city whose owner does not own the province.
func (d *drawing) pennant(p machiavelli.Power, at point) {
	n := strconv.Itoa(int(p))
	d.f(`<path class="m-wire" d="M%g %gv-19"/><path class="m-sk m-p%s" d="M%g %gh18l-4 7 4 7h-18z"/>`, at.x+13, at.y-10, n, at.x+13, at.y-29)
	d.emblem(p, at.shift(20.5, -22), .62)
}
