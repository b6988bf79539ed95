package rating_test

import (
	"fmt"

	"podesta/machiavelli/rating"
	"podesta/machiavelli/rules"
)

// Rate a finished game of five players.
func ExampleRate() {
	set, err := rules.Make("njudge-classic", map[string]string{"ratings": "on"})
	if err != nil {
		panic(err)
	}
	awards, err := rating.Rate(&set, rating.Handed(), true, []rating.Standing{
		{Player: "Cosimo", Power: "florence", Cities: 15},
		{Player: "Ludovico", Power: "milan", Cities: 7},
		{Player: "Bianca", Power: "venice", Cities: 7},
		{Player: "Alfonso", Power: "naples", Cities: 4},
		{Player: "Lucrezia", Power: "papacy", Cities: 3},
	})
	if err != nil {
		panic(err)
	}
	for _, a := range awards {
		fmt.Println(a.Place, a.Player, a.Points)
	}
	// Output:
	// 1 Cosimo 10
	// 2 Ludovico 7
	// 2 Bianca 7
	// 4 Alfonso 4
	// 5 Lucrezia 2
}
