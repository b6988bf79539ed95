package sim

import (
	"slices"
	"testing"

	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestSeveralPowers plays every variant in which players have several powers, which are assigned
// or chosen. It plays two years of random orders and five years between computer players, both
// with joined and with separate powers.
func TestSeveralPowers(t *testing.T) {
	played := 0
	for _, info := range scenario.List() {
		for _, v := range info.Variants {
			seats := v.Seats
			if v.ChooseEach > 0 {
				seats = make([][]string, v.Players)
				for i := range seats {
					if i < len(v.Seats) {
						seats[i] = slices.Clone(v.Seats[i])
					}
					seats[i] = append(seats[i], v.ChooseFrom[i*v.ChooseEach:(i+1)*v.ChooseEach]...)
				}
			}
			if !slices.ContainsFunc(seats, func(seat []string) bool { return len(seat) > 1 }) {
				continue
			}
			played++
			for _, mode := range []string{"one-power", "separate"} {
				t.Run(v.ID+" "+mode, func(t *testing.T) {
					t.Parallel()
					preset := "battleline-1978-optional"
					if info.Board != "italy-1978" {
						preset = "machiavelli-1995"
					}
					r, err := rules.Make(preset, map[string]string{"several-powers": mode})
					if err != nil {
						t.Fatal(err)
					}
					start, err := scenario.BuiltIn().Seated(info.ID, v.ID, &r, seats)
					if err != nil {
						t.Fatal(err)
					}
					for _, c := range []Config{{Years: 2}, {Years: 5, Players: []string{"greedy"}}} {
						c.Scenario, c.Variant, c.Rules, c.Seed, c.ReplayEvery = info.ID, v.ID, r, 1, 1
						table, err := New(c)
						if err != nil {
							t.Fatal(err)
						}
						table.start = start
						if err := table.seat(); err != nil {
							t.Fatal(err)
						}
						if err := table.Play(0); err != nil {
							t.Fatal(err)
						}
					}
				})
			}
		}
	}
	if played < 16 {
		t.Errorf("%d variants", played)
	}
}
