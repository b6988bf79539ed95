package atlas

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// units writes the units in the field, and those that were dislodged.
func (d *drawing) units() {
	for i := range d.pos.Units {
		u := d.pos.Units[i]
		if u.InCity() {
			if !d.shape(u.At).hasCity() {
				d.unit(u, d.shape(u.At).unit)
			}
			continue
		}
		d.unit(u, d.shape(u.At).unit)
	}
	for i := range d.pos.Dislodged {
		u := d.pos.Dislodged[i].Unit
		at := d.stand(u).shift(20, 22)
		d.unit(u, at)
		d.use("k-flee", "", at)
	}
	d.str("\n")
}

// stand is where a unit is drawn: its city for a garrison, else the field.
func (d *drawing) stand(u position.Unit) point {
	sh := d.shape(u.At)
	if u.InCity() && sh.hasCity() {
		return sh.city
	}
	return sh.unit
}

// garrison draws the garrison with that index in its city.
func (d *drawing) garrison(i int, at point) { d.unit(d.pos.Units[i], at) }

// unit draws one unit: its type by shape, its power by colour and letter, its
// quality by a mark at its corner.
func (d *drawing) unit(u position.Unit, at point) {
	n := strconv.Itoa(int(u.Owner))
	class := "m-p" + n
	if u.Owner == machiavelli.Nobody {
		class = "m-free"
	}
	d.use("u-"+u.Type.Letter(), class, at)
	size, dy := 25.0, 7.5
	switch u.Type {
	case machiavelli.Fleet:
		size, dy = 20, -2.5
	case machiavelli.Garrison:
		size, dy = 22, 11
	case machiavelli.Cavalry, machiavelli.ArmouredCavalry:
		size, dy = 22, 7.5
	}
	if u.Owner != machiavelli.Nobody {
		d.text("m-num m-t"+n, at.shift(0, dy), size, 0, d.livery[u.Owner].letter)
	}
	if u.Quality != machiavelli.Ordinary {
		d.use("q-"+strconv.Itoa(int(u.Quality)), "", at.shift(-17, -17))
	}
	if u.Coast != machiavelli.NoCoast {
		d.text("m-tiny", at.shift(0, 34), 15, 0, u.Coast.Code())
	}
}
