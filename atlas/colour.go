package atlas

import "podesta/machiavelli"

// Colours are those of a power's units in the themes light and dark, written
// #rrggbb, as drawings of a roster's powers have them. Nobody has colours too.
func Colours(r machiavelli.Roster, p machiavelli.Power) (day, night string) {
	l := liveries(r)
	if int(p) >= len(l) {
		p = machiavelli.Nobody
	}
	return l[p].day, l[p].night
}
