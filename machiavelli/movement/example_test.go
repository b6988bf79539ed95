package movement_test

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Resolve a movement without the rest of the turn. Units without an order hold.
func ExampleResolver() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("A", "A-4", &set)
	if err != nil {
		panic(err)
	}
	orders := make(movement.Orders, len(pos.Units))
	for i := range orders {
		orders[i] = order.Order{Kind: order.Hold}
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: milan, Step: pos.Phase.Step}
	for _, l := range order.Parse("A Pavia - Turin", &ctx) {
		for i, u := range pos.Units {
			if u.Place() == l.Order.Unit.Place() {
				orders[i] = l.Order
			}
		}
	}
	var resolver movement.Resolver
	var out movement.Outcome
	var allies [machiavelli.MaxPowers]machiavelli.PowerSet // no power lets others through a strait
	resolver.Resolve(pos, orders, &allies, &set, &out)
	for i, u := range pos.Units {
		if orders[i].Kind == order.Advance {
			fmt.Println(pos.Setting.Board.Name(u.Place()), "->", pos.Setting.Board.Name(out.After[i].Place()))
		}
	}
	// Output:
	// Pavia -> Turin
}
