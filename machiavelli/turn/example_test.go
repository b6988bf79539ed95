package turn_test

import (
	"fmt"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// Set up a game, parse the orders of two powers, resolve the campaign and print
// the result of each order.
func ExampleProcess() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("A", "A-4", &set)
	if err != nil {
		panic(err)
	}
	var lines []turn.Line
	for _, written := range []struct{ power, text string }{
		{"milan", "A Bologna - Lucca; A Pavia - Turin"},
		{"florence", "A1 A-Lucca; A2 A-Sinea"}, // the notation of 1978, with a mistake
	} {
		power, _ := pos.Setting.Powers.Find(written.power)
		ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: power, Step: pos.Phase.Step}
		for _, l := range order.Parse(written.text, &ctx) {
			line := turn.Line{Power: power, Text: l.Text, Order: l.Order}
			if l.Err != nil { // reported as refused; the other lines count
				line.Err, line.Code = l.Err.Message, l.Err.Code
				fmt.Println(l.Err)
			}
			lines = append(lines, line)
		}
	}
	result, err := turn.Process(pos, lines, &set, dice.New([]byte("the game's seed"), pos.Phase.String(), nil))
	if err != nil {
		panic(err)
	}
	tell := report.New(pos.Setting)
	for _, e := range result.Events {
		if o, ok := e.(event.Ordered); ok && o.Given != "" {
			fmt.Println(tell.Account(pos, result.Events, o))
		}
	}
	fmt.Println("Next:", result.Next.Phase)
	// Output:
	// line 1, column 18: E04 I don't know the place "Sinea", which should be the destination of unit A2. Did you mean Siena?
	// Florence: Army Pistoia -> Lucca: bounced, 1 against 1: the Milanese army in Bologna went there too.
	// Milan: Army Pavia -> Turin: carried out, unopposed.
	// Milan: Army Bologna -> Lucca: bounced, 1 against 1: the Florentine army in Pistoia went there too.
	// Next: summer 1385 orders
}
