package api

import (
	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/view"
)

// setIDs returns the identifiers of a set of powers, or nil.
func setIDs(s *position.Setting, set machiavelli.PowerSet) []string {
	if set == 0 {
		return nil
	}
	return view.PowerIDs(s, set)
}
