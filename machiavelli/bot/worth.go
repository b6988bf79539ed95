package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// The values used by a condottiere, in points. A unit costs three ducats a year and takes one
// or two cities in a good year; the rest is relative to that.
const (
	unitWorth   = 8.0
	cityWorth   = 11.0
	incomeWorth = 1.6 // for each ducat of yearly income
	landWorth   = 0.6 // a province, in addition to its income
	homeWorth   = 2.5 // a city or province of a home country of the side
	countryAll  = 14.0
	countryPart = 8.0 // multiplied by the square of the owned proportion of a country
	victory     = 3000.0
	ruin        = 1500.0
)

// worth holds the value that each place on the board has for a side.
type worth struct {
	city, land [board.Max]float64
	field      [board.Max]float64 // value of an area as a goal for units elsewhere
}

// assess computes the value of all places for the mind's side.
func (w *worth) assess(p *position.Position, r *rules.Set, side machiavelli.PowerSet) {
	*w = worth{}
	b := p.Setting.Board
	var homes board.Set
	for i := range p.Setting.Countries {
		c := &p.Setting.Countries[i]
		if side.Has(c.Native) || side.Has(p.Holder[i]) {
			homes = homes.Union(c.Provinces)
		}
	}
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		if p.Setting.OffBoard.Has(at) {
			continue
		}
		a := &b.Areas[at]
		w.land[at] = landWorth
		if r.Money {
			pays := 1.0
			if r.ProvinceIncome {
				pays = float64(a.Pays)
			}
			w.land[at] += incomeWorth * pays
		}
		if b.Cities.Has(at) {
			w.city[at] = cityWorth
			if r.Money {
				w.city[at] += incomeWorth * float64(a.CityPays)
			}
			if homes.Has(at) {
				w.city[at] += homeWorth
			}
		}
		w.field[at] = 0.28*w.city[at] + 0.3*w.land[at]
	}
}

// treasure rates a power's ducats. They count most as long as they are needed for the upkeep of its
// units, less if they pay for new units, and little beyond that. want is the upkeep, and spare is
// the cost of what else could be bought.
func treasure(ducats, want, spare float64) float64 {
	if ducats < want {
		return 2.4 * (ducats - want)
	}
	ducats -= want
	v := 0.0
	for _, step := range [...]struct{ width, each float64 }{{spare, 1.25}, {9, 0.8}, {24, 0.4}} {
		part := min(ducats, step.width)
		v += part * step.each
		ducats -= part
	}
	return v + 0.1*ducats
}
