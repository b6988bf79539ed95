package view_test

import (
	"fmt"

	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/view"
)

// Remove from a position what a player must not know.
func ExampleOf() {
	set, err := rules.Make("njudge-classic", map[string]string{"treasury-visibility": "hidden"})
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	venice, _ := pos.Setting.Powers.Find("venice")
	pos.Treasury[milan], pos.Treasury[venice] = 12, 30

	player := view.Of(&set, false, false, milan).Position(pos, true)
	fmt.Println("Milan sees", player.Treasury[milan], player.Treasury[venice])
	master := view.Of(&set, false, true).Position(pos, true)
	fmt.Println("The master sees", master.Treasury[milan], master.Treasury[venice])
	// Output:
	// Milan sees 12 0
	// The master sees 12 30
}
