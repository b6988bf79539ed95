package matching

import (
	"math/rand/v2"
	"slices"
	"testing"

	"podesta/internal/matching/matchingtest"
)

func TestAssignmentIsTheBest(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		n := 1 + r.IntN(6)
		m := n + r.IntN(7-n)
		cost := make([][]int64, n)
		for i := range cost {
			for range m {
				cost[i] = append(cost[i], int64(r.IntN(12))-2)
			}
		}
		best := int64(1 << 40)
		matchingtest.Permutations(m, func(a []int) {
			sum := int64(0)
			for i := range cost {
				sum += cost[i][a[i]]
			}
			best = min(best, sum)
		})
		got, sum := Assign(cost), int64(0)
		for i, c := range got {
			sum += cost[i][c]
			if slices.Index(got, c) != i {
				t.Fatalf("column %d twice: %v", c, got)
			}
		}
		if sum != best {
			t.Fatalf("%v: %v costs %d, the best %d", cost, got, sum, best)
		}
	}
	if got := Assign(nil); len(got) != 0 {
		t.Errorf("nobody got %v", got)
	}
}
