package board_test

import (
	"fmt"

	"podesta/machiavelli/board"
)

// List where units can go from Milan and from the coasts of Croatia.
func ExampleBoard() {
	b, err := board.Get("italy-1978", true)
	if err != nil {
		panic(err)
	}
	milan, _ := b.Find("mil") // a name, an abbreviation or a code
	for _, id := range b.ArmyEdges[milan.ID].IDs() {
		fmt.Println(b.Areas[id].Name)
	}
	croatia, _ := b.Find("Croatia")
	for _, c := range b.Areas[croatia.ID].Coasts {
		place := board.Place{At: croatia.ID, Coast: c}
		fmt.Println(b.Name(place), "has", b.FleetEdges[croatia.ID][c].Len(), "ways by sea")
	}
	fmt.Println("neighbours:", b.Borders[milan.ID].Has(croatia.ID))
	// Output:
	// Bergamo
	// Carinthia
	// Como
	// Cremona
	// Pavia
	// Piancenza
	// Trent
	// Tyrolea
	// Croatia/nc has 3 ways by sea
	// Croatia/sc has 2 ways by sea
	// neighbours: false
}

// Suggest names for a misspelt name.
func ExampleBoard_Suggest() {
	b, err := board.Get("italy-1978", true)
	if err != nil {
		panic(err)
	}
	fmt.Println(b.Suggest("Bolonga"))
	// Output:
	// [Bologna]
}
