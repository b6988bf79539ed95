package reference_test

import (
	"strings"
	"testing"

	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/movement/reference"
	"podesta/machiavelli/rules"

	"podesta/machiavelli/position"
)

// resolve is the reference as a movementtest.Resolver.
func resolve(p *position.Position, orders movement.Orders, allies movementtest.Allies, r *rules.Set) movement.Outcome {
	out, _ := reference.Resolve(p, orders, allies, r)
	return out
}

// TestLedger resolves the ledger's movement examples.
func TestLedger(t *testing.T) {
	for _, c := range movementtest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			diffs, err := c.Check(resolve)
			if err != nil {
				t.Fatal(err)
			}
			if len(diffs) > 0 {
				t.Errorf("%s\n%s", strings.Join(diffs, "\n"), c.Text)
			}
		})
	}
}
