package movement_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
	"testing"

	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/internal/golden"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/rules"
)

// TestRecorded resolves positions at random, by every preset and with options
// drawn by lot, and compares everything that comes of each unit's order, the
// reasons and the units that are named too, with what it was when
// testdata/recorded.txt was written. Verdicts are compared with those of the
// reference resolver elsewhere.
func TestRecorded(t *testing.T) {
	file := golden.Open(t, "testdata/recorded.txt")
	resolve := resolve()
	for _, info := range rules.Presets() {
		file.Case(t, info.ID, func(t *testing.T) []string {
			preset := atrandom.Rules(info.ID, nil)
			b, err := movementtest.BoardFor(preset)
			if err != nil {
				t.Fatal(err)
			}
			var parts []string
			for n := range uint64(240) {
				r := *preset
				if n%3 > 0 {
					r = *atrandom.Mixed(info.ID, randv2.New(randv2.NewPCG(n, 5)))
				}
				p, orders, allies := movementtest.Random(rand.New(rand.NewSource(int64(n)+1000)), b, &r)
				data, err := json.Marshal(resolve(p, orders, allies, &r))
				if err != nil {
					t.Fatal(err)
				}
				if n%8 == 0 {
					parts = append(parts, "")
				}
				parts[len(parts)-1] += fmt.Sprintf("%s\n%s\n", movementtest.Describe(p, orders, allies), data)
			}
			return parts
		})
	}
}
