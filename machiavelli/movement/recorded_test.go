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

// TestRecorded resolves random positions, under every preset and with random
// options, and compares all results, including reasons and culprits, with
// testdata/recorded.txt. Verdicts are compared with the reference resolver
// elsewhere.
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
