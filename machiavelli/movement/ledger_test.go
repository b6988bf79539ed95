package movement_test

import (
	"strings"
	"testing"

	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// resolve is the fast resolver in the form of the test kit. One Resolver and
// one Outcome serve all cases, so that they also show that nothing is left over
// from the case before; what it returns is good until the next case.
func resolve() movementtest.Resolver {
	var rv movement.Resolver
	var out movement.Outcome
	return func(p *position.Position, orders movement.Orders, allies movementtest.Allies, r *rules.Set) movement.Outcome {
		rv.Resolve(p, orders, &allies, r, &out)
		return out
	}
}

// TestLedger resolves the ledger's movement vectors and, for each rule of the
// movement sections, a case of its name.
func TestLedger(t *testing.T) {
	rv := resolve()
	for _, c := range movementtest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			diffs, err := c.Check(rv)
			if err != nil {
				t.Fatal(err)
			}
			if len(diffs) > 0 {
				t.Errorf("%s\n%s", strings.Join(diffs, "\n"), c.Text)
			}
		})
	}
}
