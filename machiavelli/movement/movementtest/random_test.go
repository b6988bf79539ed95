package movementtest_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/rules"
)

// TestRandomIsLawful makes positions for every preset, as it is and with the
// units of the optional rules, and looks for orders that no player could give,
// and for text that does not come back the same.
func TestRandomIsLawful(t *testing.T) {
	for _, info := range rules.Presets() {
		lawful(t, info, func(*rules.Set) {})
		lawful(t, info, func(r *rules.Set) {
			r.Cavalry, r.ArmouredCavalry, r.AutonomousFieldUnits, r.AutonomousOrders = true, true, true, true
		})
	}
}

func lawful(t *testing.T, info rules.PresetInfo, options func(*rules.Set)) {
	r, err := rules.Preset(info.ID)
	if err != nil {
		t.Fatal(err)
	}
	options(&r)
	b, err := movementtest.BoardFor(&r)
	if err != nil {
		t.Fatal(err)
	}
	for seed := int64(0); seed < 200; seed++ {
		p, orders, allies := movementtest.Random(rand.New(rand.NewSource(seed)), b, &r)
		for _, why := range movementtest.Unlawful(p, orders, &r) {
			t.Errorf("%s, seed %d: %s", info.ID, seed, why)
		}
		for i, u := range p.Units {
			if _, _, _, problem := legal.Check(p, &r, u.Owner, orders[i]); problem != nil && u.Owner != machiavelli.Nobody {
				t.Errorf("%s, seed %d: %s", info.ID, seed, problem.Message)
			}
		}
		text := movementtest.Describe(p, orders, allies)
		c := movementtest.Case{Name: info.ID, Preset: info.ID, Options: options, Text: text}
		s, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		if again := movementtest.Describe(s.Position, s.Orders, s.Allies); again != text {
			t.Fatalf("%s, seed %d: written\n%s\nread\n%s", info.ID, seed, text, again)
		}
	}
}
