package atlas

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// seas writes the clickable areas of the seas.
func (d *drawing) seas() {
	if d.sheet.schematic {
		for id := 1; id < len(d.board.Areas); id++ {
			if d.board.Areas[id].Sea {
				d.begin(board.ID(id))
				d.f(`<path class="m-box m-sea" d="%s"/></g>`, d.shape(board.ID(id)).outline)
			}
		}
		return
	}
	if !d.opt.Interactive {
		return
	}
	d.scaled()
	for id := 1; id < len(d.board.Areas); id++ {
		if d.board.Areas[id].Sea {
			d.begin(board.ID(id))
			d.f(`<path class="m-hit" d="%s"/></g>`, d.shape(board.ID(id)).outline)
		}
	}
	d.str("</g>\n")
}

// land colours the provinces for their owners with a tint and a stronger band
// inside the border. Provinces out of play are grey and hatched.
func (d *drawing) land() {
	d.str(`<g clip-path="url(#sheet)">`)
	d.scaled()
	d.str(`<use href="#land" class="m-co m-thru"/>`)
	if d.sheet.extra["off"] != "" {
		d.str(`<use href="#x-off" class="m-off"/><use href="#x-off" class="m-hh"/>`)
	}
	if d.sheet.extra["lagoon"] != "" {
		d.f(`<path class="m-lg" d="%s"/>`, d.sheet.extra["lagoon"])
	}
	for id := 1; id < len(d.board.Areas); id++ {
		if d.board.Areas[id].Sea {
			continue
		}
		a := board.ID(id)
		code := d.board.Areas[id].Code
		owner := d.pos.Province[a]
		if !d.shows(Owners) {
			owner = machiavelli.Nobody
		}
		switch {
		case d.pos.Setting.OffBoard.Has(a):
			d.begin(a)
			d.f(`<use href="#a-%s" class="m-out"/><use href="#a-%s" class="m-hh"/>`, code, code)
			d.endArea(code)
		case d.sheet.schematic:
			d.box(a, code, owner)
		case owner != machiavelli.Nobody:
			n := strconv.Itoa(int(owner))
			d.begin(a)
			d.f(`<use href="#a-%s" class="m-ti m-p%s"/><g clip-path="url(#c-%s)" class="m-q%s"><use href="#a-%s" class="m-ba"/><use href="#a-%s" class="m-in"/></g>`, code, n, code, n, code, code)
			d.endArea(code)
		case d.opt.Interactive:
			d.begin(a)
			d.endArea(code)
		}
	}
	d.str("</g></g>\n")
}

// box draws a province of a schematic map.
func (d *drawing) box(id board.ID, code string, owner machiavelli.Power) {
	d.begin(id)
	d.f(`<use href="#a-%s" class="m-bx m-box"/>`, code)
	if owner != machiavelli.Nobody {
		d.f(`<use href="#a-%s" class="m-ti m-p%d"/><g clip-path="url(#c-%s)" class="m-q%d"><use href="#a-%s" class="m-in"/></g>`, code, owner, code, owner, code)
	}
	d.endArea(code)
}

// tooltip describes an area in one line with its name, owner, city, units and
// marks.
func (d *drawing) tooltip(id board.ID) string {
	a := &d.board.Areas[id]
	s := a.Name
	if !a.Sea {
		switch owner := d.pos.Province[id]; {
		case d.pos.Setting.OffBoard.Has(id):
			s += ", " + d.opt.say(outOfPlay)
		case owner != machiavelli.Nobody:
			s += ", " + d.power(owner)
		}
	}
	if d.cityCounts(id) {
		s += "; " + d.cityLine(a)
		if owner := d.pos.City[id]; owner != d.pos.Province[id] && a.CityPays > 0 {
			s += ", " + d.power(owner)
		}
	}
	for _, u := range d.pos.Units {
		if u.At == id {
			s += "; " + d.power(u.Owner) + " " + d.kind(&u)
			if u.Coast != machiavelli.NoCoast {
				s += " (" + d.coast(u.Coast) + ")"
			}
		}
	}
	for _, m := range []struct {
		in   board.Set
		mark message.Message
	}{{d.pos.Sieges, besieged}, {d.pos.RebelLand, rebelLand}, {d.pos.RebelCity, rebelCity}, {d.pos.Famine, famine}, {d.pos.Plague, plague}, {d.pos.Contested, contested}} {
		if m.in.Has(id) {
			s += "; " + d.opt.say(m.mark)
		}
	}
	return s
}

// The texts of tooltips.
var (
	outOfPlay  = message.New("out of play")
	besieged   = message.New("besieged")
	rebelLand  = message.New("rebellion in the province")
	rebelCity  = message.New("rebellion in the city")
	famine     = message.New("famine")
	plague     = message.New("plague")
	contested  = message.New("left empty by a stand-off")
	autonomous = message.New("autonomous")
	dislodged  = message.New("dislodged")
	cityWords  = [...]message.Message{
		board.Unfortified: message.New("unfortified city"), board.Fortified: message.New("fortified city"), board.Fortress: message.New("fortress"),
	}
)

// cityLine describes the city of an area. In English, the language of most pictures, it works
// without messages, because there are dozens of cities in a picture.
func (d *drawing) cityLine(a *board.Area) string {
	city := cityWords[a.City]
	if d.opt.Language == nil {
		s := city.ID
		if a.Port {
			s += " and port"
		}
		if a.CityPays > 0 {
			s += " worth " + strconv.Itoa(int(a.CityPays))
		}
		return s
	}
	if a.Port {
		city = message.New("{city} and port", city)
	}
	if a.CityPays > 0 {
		city = message.New("{city} worth {n}", city, message.Number(a.CityPays))
	}
	return d.opt.say(city)
}

// kind returns the type of a unit with its quality.
func (d *drawing) kind(u *position.Unit) string {
	if d.opt.Language == nil {
		if u.Quality == machiavelli.Ordinary {
			return u.Type.String()
		}
		return u.Quality.String() + " " + u.Type.String()
	}
	return d.opt.say(message.New("{kind}", message.KindOf(u.Type, u.Quality)))
}

// coast returns the name of a coast.
func (d *drawing) coast(c machiavelli.Coast) string {
	if d.opt.Language == nil {
		return c.String()
	}
	return d.opt.Language.name("coast", c.String())
}

// power returns a power's name, or "autonomous" for Nobody.
func (d *drawing) power(p machiavelli.Power) string {
	if r := d.pos.Setting.Powers; p != machiavelli.Nobody && int(p) < len(r) {
		return r[p].Name
	}
	return d.opt.say(autonomous)
}
