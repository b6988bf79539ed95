package position

import "podesta/machiavelli"

// Mounted reports whether the unit is cavalry, armoured or not (OPT-01).
func (u Unit) Mounted() bool {
	return u.Type == machiavelli.Cavalry || u.Type == machiavelli.ArmouredCavalry
}

// Special reports whether the unit is militia, mercenaries, professionals or
// cavalry. A power may own only one such unit (SPEC-02, OPT-01).
func (u Unit) Special() bool {
	return u.Quality != machiavelli.Ordinary || u.Mounted()
}

// Price returns the cost of building the unit or of keeping it for a year
// (BUILD-01). It is 3 ducats for an ordinary unit, 6 for militia and
// mercenaries, and 9 for professionals (SPEC-01) and cavalry (OPT-01, OPT-03).
func (u Unit) Price() machiavelli.Ducats {
	switch {
	case u.Mounted(), u.Quality == machiavelli.Professional:
		return 9
	case u.Special():
		return 6
	}
	return 3
}
