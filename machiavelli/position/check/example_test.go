package check_test

import (
	"fmt"

	"podesta/machiavelli/position/check"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Find out why two armies cannot stand in one province.
func ExamplePosition() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("A", "A-4", &set)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(check.Position(pos, &set)), "problems at the beginning")
	pos.Units = append(pos.Units, pos.Units[0])
	for _, p := range check.Position(pos, &set) {
		fmt.Println(p.Rule, p.Text)
	}
	// Output:
	// 0 problems at the beginning
	// BOARD-02 Two units stand in Pistoia.
	// DIST-04 Florence would have two units A1.
}
