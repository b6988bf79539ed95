package atlas

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// begin opens the group of an area.
func (d *drawing) begin(id board.ID) {
	if !d.opt.Interactive {
		d.str("<g>")
		return
	}
	code := d.board.Areas[id].Code
	d.f(`<g id="prov-%s" data-area="%s"><title>`, code, code)
	d.esc(d.tooltip(id))
	d.str("</title>")
}

// endArea closes the group of a province. Its clickable surface lies on top.
func (d *drawing) endArea(code string) {
	if d.opt.Interactive {
		d.f(`<use href="#a-%s" class="m-hit"/>`, code)
	}
	d.str("</g>")
}

// The distances from their middle within which a city and a unit react to a
// pointer.
const (
	cityReach = 18
	unitReach = 25
)

// beginCity opens the group of a city.
func (d *drawing) beginCity(id board.ID, sh *shape) {
	if !d.opt.Interactive {
		return
	}
	d.f(`<g data-city="%s"><title>`, sh.code)
	d.esc(d.tooltip(id))
	d.str("</title>")
	d.target(sh.city, cityReach)
}

// beginUnit opens the group of a unit. For a dislodged unit, out describes it;
// otherwise out is nil.
func (d *drawing) beginUnit(u *position.Unit, out *position.Dislodged) {
	if !d.opt.Interactive {
		return
	}
	d.f(`<g data-unit="%s:%s" data-power="%s"`, u.Type.Letter(), d.board.Areas[u.At].Code, d.powerID(u.Owner))
	at := d.stand(*u)
	reach := unitReach * d.clear() / clear
	if u.InCity() {
		reach = cityReach + 2
	}
	if out != nil {
		from := ""
		if out.From != board.None {
			from = d.board.Areas[out.From].Code
		}
		d.f(` data-dislodged="%s"`, from)
		at = d.aside(out)
	}
	d.str("><title>")
	d.esc(d.unitLine(u, out))
	d.str("</title>")
	d.target(at, reach)
}

// end closes the group of a city or a unit.
func (d *drawing) end() {
	if d.opt.Interactive {
		d.str("</g>")
	}
}

// target draws an invisible disc that reacts to a pointer.
func (d *drawing) target(at point, reach float64) {
	d.f(`<circle class="m-hit" r="%g" cx="`, reach)
	d.num(at.x)
	d.str(`" cy="`)
	d.num(at.y)
	d.str(`"/>`)
}

// powerID returns a power's identifier.
func (d *drawing) powerID(p machiavelli.Power) string {
	if r := d.pos.Setting.Powers; p != machiavelli.Nobody && int(p) < len(r) {
		return r[p].ID
	}
	return "autonomous"
}

// unitLine describes a unit in one line with its owner, its type and its place.
func (d *drawing) unitLine(u *position.Unit, out *position.Dislodged) string {
	s := d.power(u.Owner) + ": " + d.kind(u) + ", " + d.board.Areas[u.At].Name
	if d.opt.Language == nil {
		s = d.power(u.Owner) + ": " + d.kind(u) + " in " + d.board.Areas[u.At].Name
	}
	if u.Coast != machiavelli.NoCoast {
		s += " (" + d.coast(u.Coast) + ")"
	}
	if out != nil {
		s += ", " + d.opt.say(dislodged)
	}
	return s
}
