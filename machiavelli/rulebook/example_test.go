package rulebook_test

import (
	"fmt"

	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
)

// List what a player must know who changes from one preset to another.
func ExampleDiff() {
	basic, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	other, err := rules.Make("battleline-1978-basic", map[string]string{"siege-locks-besieger": "free"})
	if err != nil {
		panic(err)
	}
	board, err := rulebook.Usual(&basic)
	if err != nil {
		panic(err)
	}
	for _, c := range rulebook.Diff(&basic, board, &other, board) {
		fmt.Printf("%s: %s -> %s\n", c.Option, c.From, c.To)
	}
	// Output:
	// siege-locks-besieger: locked -> free
}
