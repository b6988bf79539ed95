package position

import "podesta/machiavelli"

// Special reports whether the unit is one of those of which a power may own
// one only: militia, mercenaries, professionals, cavalry (SPEC-02, OPT-01).
func (u Unit) Special() bool {
	return u.Quality != machiavelli.Ordinary || u.Type == machiavelli.Cavalry || u.Type == machiavelli.ArmouredCavalry
}

// Price is what it costs to build the unit, or to keep it for a year
// (BUILD-01): 3 ducats, 6 for militia and mercenaries, 9 for professionals
// (SPEC-01) and cavalry (OPT-01, OPT-03).
func (u Unit) Price() machiavelli.Ducats {
	switch {
	case u.Type == machiavelli.Cavalry, u.Type == machiavelli.ArmouredCavalry, u.Quality == machiavelli.Professional:
		return 9
	case u.Special():
		return 6
	}
	return 3
}
