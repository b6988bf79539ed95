package rules

import "podesta/machiavelli"

// MostUnits returns how many units of a type a power may have at the same time.
// The result limited is false if there is no limit (BUILD-09). Cavalry has no
// counters and so no limit.
func (s *Set) MostUnits(t machiavelli.UnitType) (n int, limited bool) {
	if s.UnitLimit != CounterMix {
		return 0, false
	}
	switch t {
	case machiavelli.Army:
		n = s.CountersArmies
	case machiavelli.Fleet:
		n = s.CountersFleets
	case machiavelli.Garrison:
		n = s.CountersGarrisons
	}
	return n, n > 0
}
