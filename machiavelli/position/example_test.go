package position_test

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Change a copy of a position. The original stays as it was.
func ExamplePosition_Clone() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	mantua, _ := pos.Setting.Board.Find("Mantua")
	next := pos.Clone()
	next.City[mantua.ID] = milan
	next.Units = append(next.Units, position.Unit{Owner: milan, Type: machiavelli.Garrison, At: mantua.ID})
	fmt.Println(pos.Setting.Powers[next.City[mantua.ID]].Name, len(next.Units)-len(pos.Units))
	fmt.Println(pos.City[mantua.ID] == milan)
	// Output:
	// Milan 1
	// false
}

// Look up which unit stands where.
func ExamplePosition_Field() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	place, _ := pos.Setting.Board.Find("Milan")
	if i := pos.Field(place.ID); i >= 0 {
		u := pos.Units[i]
		fmt.Println(u.Type, "of", pos.Setting.Powers[u.Owner].Name, u.Owner == milan)
	}
	fmt.Println("garrison:", pos.Garrison(place.ID) >= 0)
	fmt.Println("homes of Milan:", pos.Homes(milan).Len())
	// Output:
	// army of Milan true
	// garrison: false
	// homes of Milan: 7
}
