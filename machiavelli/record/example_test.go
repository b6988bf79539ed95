package record_test

import (
	"fmt"

	"podesta/machiavelli/record"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Store a position as JSON, and read it back.
func ExampleCodec() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("A", "A-4", &set)
	if err != nil {
		panic(err)
	}
	codec := record.New(pos.Setting)
	data, err := codec.Position(pos)
	if err != nil {
		panic(err)
	}
	back, err := codec.ReadPosition(data)
	if err != nil {
		panic(err)
	}
	fmt.Println(back.Phase, len(back.Units) == len(pos.Units))
	// Output:
	// spring 1385 orders true
}
