package rulebook

import (
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Usual returns the setting for rules that come without a scenario. It is that
// of a scenario on the board for which the options are meant, with the usual
// number of players.
func Usual(r *rules.Set) (*position.Setting, error) {
	id := "balance-of-power"
	switch {
	case r.HomesFixed && r.Garrisons:
		id = "dipmach"
	case r.HomesFixed:
		id = "diplomacy"
	case r.VeniceModel == rules.VeniceSeaWithCity:
		id = "balance-of-power-1995"
	}
	p, err := scenario.New(id, "", r)
	if err != nil {
		return nil, err
	}
	return p.Setting, nil
}
