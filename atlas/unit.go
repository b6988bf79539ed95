package atlas

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// units draws the units in the field and the dislodged ones.
func (d *drawing) units() {
	for i := range d.pos.Units {
		u := &d.pos.Units[i]
		if u.InCity() && d.shape(u.At).hasCity() {
			continue // drawn with its city
		}
		d.beginUnit(u, nil)
		d.unit(*u, d.shape(u.At).unit)
		d.end()
	}
	for i := range d.pos.Dislodged {
		x := &d.pos.Dislodged[i]
		at := d.aside(x)
		d.beginUnit(&x.Unit, x)
		d.unit(x.Unit, at)
		d.put("k-flee", "", at, smallUnit)
		d.end()
	}
	d.str("\n")
}

// stand returns the place where a unit is drawn. A garrison is drawn in its
// city, and every other unit in the field.
func (d *drawing) stand(u position.Unit) point {
	sh := d.shape(u.At)
	if u.InCity() && sh.hasCity() {
		return sh.city
	}
	return sh.unit
}

// aside returns the place where a dislodged unit is drawn. It is next to the
// unit's former place, on the side away from the attacker's origin.
func (d *drawing) aside(x *position.Dislodged) point {
	at := d.stand(x.Unit)
	away := point{.68, .73}
	if x.From != board.None && x.From != x.Unit.At {
		away = at.minus(d.shape(x.From).unit).unit()
	}
	return at.plus(away.times(1.52 * d.clear()))
}

// start returns the point where the line of an order begins.
func (d *drawing) start(s *stroke) point {
	if s.order.Kind == order.Retreat {
		for i := range d.pos.Dislodged {
			x := &d.pos.Dislodged[i]
			if x.Unit.At == s.unit.At && x.Unit.Type == s.unit.Type {
				return d.aside(x)
			}
		}
	}
	return d.stand(s.unit)
}

// unit draws one unit. Its shape shows its type, its colour and emblem show its
// power, and a mark at its corner shows its quality.
func (d *drawing) unit(u position.Unit, at point) {
	d.larger(at, smallUnit, func(at point) { d.counter(u, at) })
}

// emblem draws a power's emblem at a place, magnified by k. Nobody has no
// emblem.
func (d *drawing) emblem(p machiavelli.Power, at point, k float64) {
	name := d.livery[p].emblem
	if name == "" {
		return
	}
	d.f(`<use href="#e-%s" class="m-e%d" transform="matrix(%g 0 0 %g `, name, p, k, k)
	d.num(at.x)
	d.str(" ")
	d.num(at.y)
	d.str(`)"/>`)
}

// counter draws a unit in its normal size.
func (d *drawing) counter(u position.Unit, at point) {
	class := "m-p" + strconv.Itoa(int(u.Owner))
	if u.Owner == machiavelli.Nobody {
		class = "m-free"
	}
	d.use("u-"+u.Type.Letter(), class, at)
	k, dy := 1.4, -.5
	switch u.Type {
	case machiavelli.Fleet:
		k, dy = 1.05, -9.5
	case machiavelli.Garrison:
		k, dy = 1.2, 2
	case machiavelli.Cavalry, machiavelli.ArmouredCavalry:
		k, dy = 1.15, 0
	}
	d.emblem(u.Owner, at.shift(0, dy), k)
	if u.Quality != machiavelli.Ordinary {
		d.use("q-"+strconv.Itoa(int(u.Quality)), "", at.shift(-17, -17))
	}
	if u.Coast != machiavelli.NoCoast {
		size := 15.
		if d.opt.Size == Phone {
			size = smallCoast / smallUnit
		}
		d.text("m-tiny", at.shift(0, 34), size, 0, u.Coast.Code())
	}
}
