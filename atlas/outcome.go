package atlas

import (
	"math"

	"podesta/machiavelli/event"
)

// sign is the symbol of what came of an order, for who does not tell colours
// apart; empty where that is not known yet, or told by the drawing itself.
func (s *stroke) sign() string {
	switch s.verdict {
	case event.Succeeded:
		return "r-done"
	case event.Bounced:
		return "r-bounced"
	case event.Cut:
		return "r-cut"
	case event.Disrupted:
		return "r-broken"
	case event.Void:
		return "r-void"
	}
	return ""
}

// sign is one of the symbols of what came of orders, at its place.
type sign struct {
	id string
	at point
}

// outcome puts the symbol of what came of an order at a place, over all lines.
func (d *drawing) outcome(s *stroke, at point) {
	if id := s.sign(); id != "" {
		d.signs = append(d.signs, sign{id, at})
	}
}

// onLine puts the symbol on a line, where it hides least, near the part of it
// that is given.
func (d *drawing) onLine(s *stroke, c curve, wish float64) {
	best, least := wish, math.MaxInt
	for i := range 9 {
		t := wish + float64((i+1)/2)*.05*float64(1-2*(i&1))
		if bad := d.ground.near(c.at(t), 12)*4 + (i+1)/2; bad < least {
			best, least = t, bad
		}
	}
	d.outcome(s, c.at(best))
}

// driven marks a unit that was driven from its place.
func (d *drawing) driven(s *stroke) {
	if s.dislodged {
		d.signs = append(d.signs, sign{"r-out", d.stand(s.unit).shift(1.08*d.clear(), -d.clear())})
	}
}

// seal writes the symbols.
func (d *drawing) seal() {
	for _, x := range d.signs {
		d.put(x.id, "", x.at, smallSign)
	}
	d.signs = nil
}
