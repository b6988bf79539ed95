package atlas

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// cartouche writes the title and, on request, the powers with their letter,
// emblem and number of cities.
func (d *drawing) cartouche() {
	k := d.sheet.key
	var powers []machiavelli.Power // without the powers that another has taken over
	for p := machiavelli.Power(1); int(p) < len(d.pos.Setting.Powers); p++ {
		if d.pos.Setting.Plays(p) == p {
			powers = append(powers, p)
		}
	}
	rows := 0
	if d.opt.Legend {
		rows = (len(powers) + 1) / 2
	}
	h := 104 + float64(rows)*38
	if rows > 0 {
		h += 8
	}
	top := k.y + k.h - h
	d.f(`<g class="m-thru"><rect class="m-page" x="%g" y="%g" width="%g" height="%g" rx="14"/><rect class="m-rule" x="%g" y="%g" width="%g" height="%g" rx="9"/>`, k.x, top, k.w, h, k.x+8, top+8, k.w-16, h-16)
	mid := k.x + k.w/2
	title := d.pos.Setting.Title
	fit := 0.0
	if width := .5 * 31 * float64(utf8.RuneCountInString(title)); width > k.w-44 {
		fit = k.w - 44
	}
	d.text("m-ttl", point{mid, top + 48}, 31, fit, title)
	below, fit := d.subtitle(), 0.0
	if width := .5 * 21 * float64(utf8.RuneCountInString(below)); width > k.w-44 {
		fit = k.w - 44
	}
	d.text("m-ph", point{mid, top + 76}, 21, fit, below)
	for i := 0; i < len(powers) && rows > 0; i++ {
		col, row := i/rows, i%rows
		d.entry(powers[i], point{k.x + 34 + float64(col)*(k.w-36)/2, top + 107 + float64(row)*38})
	}
	if !d.sheet.schematic {
		d.text("m-ph", point{mid, top + h - 13}, 13, 0, d.opt.say(credit))
	}
	d.str("</g>\n")
}

// credit is the source of the coasts.
var credit = message.New("Coasts: {source}", message.Name("Natural Earth"))

// longestID is the maximum length of a scenario's identifier in the subtitle.
const longestID = 10

// subtitle returns the scenario's identifier, if it is short, and the phase.
func (d *drawing) subtitle() string {
	id := d.pos.Setting.Variant
	if id == "" {
		id = d.pos.Setting.Scenario
	}
	var parts []string
	if id != "" && len(id) <= longestID {
		parts = append(parts, d.opt.say(message.New("Scenario {id}", message.Name(id))))
	}
	if d.pos.Phase.Season != 0 {
		parts = append(parts, d.phase())
	}
	return strings.Join(parts, " \u2014 ")
}

// phase returns the title of the phase.
func (d *drawing) phase() string {
	if d.opt.Language == nil {
		return d.pos.Phase.Title()
	}
	return d.opt.say(message.New("{Phase}", message.Phase(d.pos.Phase)))
}

// entry writes one power's line of the legend.
func (d *drawing) entry(p machiavelli.Power, at point) {
	l := &d.livery[p]
	class := ""
	if d.pos.Eliminated.Has(p) {
		class = ` class="m-dm"`
	}
	d.f("<g%s>", class)
	d.f(`<g transform="translate(%g %g) scale(.72)"><use href="#u-A" class="m-p%d"/>`, at.x, at.y, p)
	d.emblem(p, point{0, -.5}, 1.4)
	d.str("</g>")
	cities := 0
	for id := range d.board.Areas {
		if id > 0 && d.board.Areas[id].CityPays > 0 && d.pos.City[id] == p {
			cities++
		}
	}
	d.text("m-num", at.shift(27, 6.5), 19, 0, l.letter)
	room, fit := d.sheet.key.w/2-36-42-18, 0.0 // width available up to the number of cities
	if .56*20*float64(utf8.RuneCountInString(l.name)) > room {
		fit = room
	}
	d.text("m-ent", at.shift(42, 6.5), 20, fit, l.name)
	if !d.pos.Eliminated.Has(p) {
		d.text("m-num m-cnt", at.shift(d.sheet.key.w/2-36, 6.5), 18, 0, strconv.Itoa(cities))
	}
	d.str("</g>")
}
