package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Means reports whether a power without units has money that it can use in the
// phase of p. It can pay expenses in a campaign, and builds in winter. Such a
// power owes no orders, but it would be unfair not to wait for it.
func Means(p *position.Position, r *rules.Set, power machiavelli.Power) bool {
	if power == machiavelli.Nobody || !r.Money || p.Victors != 0 || p.Eliminated.Has(power) || p.Treasury[power] <= 0 {
		return false
	}
	for i := range p.Units {
		if p.Units[i].Owner == power {
			return false
		}
	}
	switch p.Phase.Step {
	case machiavelli.Orders:
		return true
	case machiavelli.Adjustments:
		for _, o := range new(legal.Finder).Builds(p, r, power, nil) {
			if (position.Unit{Type: o.Unit.Type, Quality: o.Quality}).Price() <= p.Treasury[power] {
				return true
			}
		}
	}
	return false
}
