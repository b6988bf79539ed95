package reference

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// whole returns the power for which a power counts: if a player's powers are
// one, the first of them (SEAT-01).
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
