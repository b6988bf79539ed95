package atlas

import "podesta/machiavelli"

// Colours returns the colours of a power's units in the themes light and dark
// as #rrggbb, as in drawings for the roster. Nobody has colours too.
func Colours(r machiavelli.Roster, p machiavelli.Power) (day, night string) {
	l := liveries(r)
	if int(p) >= len(l) {
		p = machiavelli.Nobody
	}
	return l[p].day, l[p].night
}
