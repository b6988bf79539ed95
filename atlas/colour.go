package atlas

import "podesta/machiavelli"

// Colours returns the colours that a power's units have in the themes light and
// dark in drawings for the roster, as #rrggbb. Nobody has colours too.
func Colours(r machiavelli.Roster, p machiavelli.Power) (day, night string) {
	l := liveries(r)
	if int(p) >= len(l) {
		p = machiavelli.Nobody
	}
	return l[p].day, l[p].night
}
