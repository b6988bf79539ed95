package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/rules"
)

// NextPhase returns the phase after ph if no retreats are left. This is the
// next campaign of the year; after fall, the winter; and after winter, the next
// spring (TIME-01). A year of two seasons has no summer (TIME-02).
func NextPhase(ph machiavelli.Phase, r *rules.Set) machiavelli.Phase {
	ph.Step = machiavelli.Orders
	switch ph.Season {
	case machiavelli.Spring:
		ph.Season = machiavelli.Summer
		if r.SeasonsPerYear == 2 {
			ph.Season = machiavelli.Fall
		}
	case machiavelli.Summer:
		ph.Season = machiavelli.Fall
	case machiavelli.Fall:
		ph.Season, ph.Step = machiavelli.Winter, machiavelli.Adjustments
	case machiavelli.Winter:
		ph.Season, ph.Year = machiavelli.Spring, ph.Year+1
	}
	return ph
}

// closeCampaign runs step E7: it clears what belonged to the campaign alone and
// advances the date. A finished game stays at its last phase. In a game without
// money, winter is skipped if no power has a unit to build or remove.
func closeCampaign(s *state) {
	p := s.pos
	p.Dislodged, p.Contested = nil, board.Set{}
	p.Allies = [machiavelli.MaxPowers]machiavelli.PowerSet{}
	if p.Victors != 0 {
		return
	}
	p.Phase = NextPhase(p.Phase, s.rules)
	if p.Phase.Season != machiavelli.Winter || !countsCities(s.rules) {
		return
	}
	owing := false
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		if p.Eliminated.Has(power) {
			continue
		}
		a := Allow(p, power)
		s.say(event.Allowance{Power: power, Cities: a.Cities, Units: a.Units})
		owing = owing || a.Units > a.Cities || a.Units < a.Cities && buildable(p, s.rules, power, 1) > 0
	}
	if !owing && !s.rules.Money {
		openYear(s)
	}
}
