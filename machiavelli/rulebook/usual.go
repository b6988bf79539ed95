package rulebook

import (
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Usual returns the setting for rules that come without a scenario: a scenario
// on the board that their options are made for, with its number of players.
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
