package legal_test

import (
	"fmt"

	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Check an order before sending it.
func ExampleCheck() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: milan, Step: pos.Phase.Step}
	for _, l := range order.Parse("A Milan - Pavia; A Milan - Florence", &ctx) {
		_, _, _, problem := legal.Check(pos, &set, milan, l.Order)
		if problem != nil {
			fmt.Println(l.Text+":", problem.Code, problem.Message.String())
			continue
		}
		fmt.Println(l.Text + ": legal")
	}
	// Output:
	// A Milan - Pavia: legal
	// A Milan - Florence: E05 An army cannot go from Milan to Florence; from Milan it can go to Bergamo, Carinthia, Como, Cremona, Pavia, Piancenza, Trent or Tyrolea.
}

// List the first five legal orders of a unit.
func ExampleOfUnit() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	for i, u := range pos.Units {
		if u.Owner != milan {
			continue
		}
		for _, o := range legal.OfUnit(pos, &set, i, nil)[:5] {
			fmt.Println(order.Format(o, pos.Setting.Board, pos.Setting.Powers))
		}
		break
	}
	// Output:
	// A Pavia H
	// A Pavia - Como
	// A Pavia - Fornova
	// A Pavia - Milan
	// A Pavia - Montferrat
}
