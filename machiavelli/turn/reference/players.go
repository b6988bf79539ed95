package reference

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// whole returns the power that a power counts as. This is the first power of
// its player if the player's powers count as one (SEAT-01), and otherwise the
// power itself.
func whole(p *position.Position, power machiavelli.Power) machiavelli.Power {
	if first := p.Setting.First[power]; first > machiavelli.Nobody {
		return first
	}
	return power
}

// one reports whether two owners count as one power.
func one(p *position.Position, a, b machiavelli.Power) bool { return whole(p, a) == whole(p, b) }

// mates reports whether two different powers belong to one player (SEAT-02).
func mates(p *position.Position, a, b machiavelli.Power) bool {
	if a == b || a == machiavelli.Nobody || b == machiavelli.Nobody {
		return false
	}
	for _, seat := range p.Setting.Seats {
		if slices.Contains(seat, a) && slices.Contains(seat, b) {
			return true
		}
	}
	return one(p, a, b)
}
