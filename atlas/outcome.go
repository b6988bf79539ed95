package atlas

import (
	"math"

	"podesta/machiavelli/event"
)

// sign returns the symbol for the result of an order, for people who cannot
// distinguish colours. It is empty if the result is unknown or shown by the
// drawing itself.
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

// sign is a symbol for a result, with its place.
type sign struct {
	id string
	at point
}

// outcome adds the symbol for the result of an order at a place, above all
// lines.
func (d *drawing) outcome(s *stroke, at point) {
	if id := s.sign(); id != "" {
		d.signs = append(d.signs, sign{id, at})
	}
}

// onLine adds the symbol on a line, where it hides least, near the given part
// of it.
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

// driven marks a dislodged unit.
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
