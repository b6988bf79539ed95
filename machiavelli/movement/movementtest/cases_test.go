package movementtest_test

import (
	"testing"

	"podesta/machiavelli/movement/movementtest"
)

// TestCasesAreLegal checks that the cases contain no orders that the rules
// refuse.
func TestCasesAreLegal(t *testing.T) {
	for _, c := range movementtest.Cases() {
		s, err := c.Load()
		if err != nil {
			t.Error(err)
			continue
		}
		for _, why := range s.Unlawful() {
			t.Errorf("%s: %s", c.Name, why)
		}
	}
}
