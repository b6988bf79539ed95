package sim_test

import (
	"fmt"

	"podesta/machiavelli/rules"
	"podesta/machiavelli/sim"
)

// Play two games between computer players, and count their results.
func ExampleTable() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	table, err := sim.New(sim.Config{Scenario: "A", Variant: "A-4", Rules: set, Years: 1, Seed: 1494, Players: []string{"random"}})
	if err != nil {
		panic(err)
	}
	for game := range uint64(2) {
		if err := table.Play(game); err != nil {
			panic(err)
		}
	}
	tally := table.Tally()
	fmt.Println(tally.Games, tally.Phases > 6)
	// Output:
	// 2 true
}
