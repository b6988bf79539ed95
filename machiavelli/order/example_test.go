package order_test

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Parse orders as people write them, and print their canonical text.
func ExampleParse() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: milan, Step: machiavelli.Orders}
	for _, l := range order.Parse("A PAV-MON; army milan supports army pavia to montferrat\ne1: 9 buy g mont\nA Pav jumps", &ctx) {
		if l.Err != nil {
			fmt.Println(l.Err)
			continue
		}
		fmt.Println(order.Format(l.Order, pos.Setting.Board, pos.Setting.Powers))
	}
	// Output:
	// A Pavia - Montferrat
	// A Milan S A Pavia - Montferrat
	// E1: 9d, Buy G Montferrat
	// line 3, column 7: E03 I don't understand what the army in Pavia should do: "jumps"; expected hold, -, support, convoy, convert, besiege, lift or disband.
}
