package movement_test

import (
	"strings"
	"testing"

	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// resolve returns the fast resolver as a movementtest.Resolver. One Resolver
// and one Outcome serve all cases, which also shows that no case affects the
// next. A result is valid until the next case.
func resolve() movementtest.Resolver {
	var rv movement.Resolver
	var out movement.Outcome
	return func(p *position.Position, orders movement.Orders, allies movementtest.Allies, r *rules.Set) movement.Outcome {
		rv.Resolve(p, orders, &allies, r, &out)
		return out
	}
}

// TestLedger resolves the ledger's movement examples and a case for each
// movement rule.
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
