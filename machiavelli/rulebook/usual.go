package rulebook

import (
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Usual is the setting for rules of which nobody says in what scenario they
// are played: a scenario on the board that their options are made for, with as
// many players as it takes.
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
