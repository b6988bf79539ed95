package position

import (
	"testing"

	"podesta/machiavelli"
)

// TestLedger tests the prices and strengths of units and the definition of special units
// (SPEC-01, OPT-01, OPT-03).
func TestLedger(t *testing.T) {
	for _, c := range []struct {
		rule     string
		kind     machiavelli.UnitType
		quality  machiavelli.Quality
		price    machiavelli.Ducats
		special  bool
		strength int
	}{
		{"BUILD-01", machiavelli.Army, machiavelli.Ordinary, 3, false, 1},
		{"BUILD-01", machiavelli.Fleet, machiavelli.Ordinary, 3, false, 1},
		{"BUILD-01", machiavelli.Garrison, machiavelli.Ordinary, 3, false, 1},
		{"SPEC-01", machiavelli.Army, machiavelli.Militia, 6, true, 1},
		{"SPEC-01", machiavelli.Garrison, machiavelli.Mercenary, 6, true, 2},
		{"SPEC-01", machiavelli.Fleet, machiavelli.Professional, 9, true, 2},
		{"OPT-01", machiavelli.Cavalry, machiavelli.Ordinary, 9, true, 1},
		{"OPT-03", machiavelli.ArmouredCavalry, machiavelli.Ordinary, 9, true, 2},
	} {
		t.Run(c.rule, func(t *testing.T) {
			u := Unit{Type: c.kind, Quality: c.quality}
			if u.Price() != c.price || u.Special() != c.special || u.Strength() != c.strength {
				t.Errorf("%s %s: %d ducats, special %t, strength %d; want %d, %t, %d",
					c.quality, c.kind, u.Price(), u.Special(), u.Strength(), c.price, c.special, c.strength)
			}
		})
	}
}
