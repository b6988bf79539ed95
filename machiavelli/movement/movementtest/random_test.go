package movementtest_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/rules"
)

// TestRandomIsLegal generates positions for every preset, with and without the
// units of the optional rules, and checks that players could give their orders,
// and that their text is the same after parsing.
func TestRandomIsLegal(t *testing.T) {
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
				t.Errorf("%s, seed %d: %s", info.ID, seed, problem.Message.String())
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
