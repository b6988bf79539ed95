package report_test

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

// Say why an order failed, with the rules that decided it.
func ExampleTeller() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	var lines []turn.Line
	for _, given := range []struct{ power, text string }{
		{"milan", "A Cremona - Mantua"},
		{"venice", "A Verona - Mantua"},
	} {
		who, _ := pos.Setting.Powers.Find(given.power)
		ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: who, Step: pos.Phase.Step}
		for _, l := range order.Parse(given.text, &ctx) {
			lines = append(lines, turn.Line{Power: who, Text: l.Text, Order: l.Order})
		}
	}
	result, err := turn.Process(pos, lines, &set, dice.New([]byte("seed"), pos.Phase.String(), nil))
	if err != nil {
		panic(err)
	}
	tell := report.New(pos.Setting)
	fmt.Println(tell.Headline(result.Events))
	for _, e := range result.Events {
		if o, ok := e.(event.Ordered); ok && o.Unit.Owner == milan && o.Given != "" {
			fmt.Println(tell.OrderText(pos, o))
			for _, reason := range tell.Chain(result.Events, o) {
				fmt.Println(" ", reason.Text, reason.Rules)
			}
		}
	}
	// Output:
	// 2 moves bounce; nothing changes hands.
	// Army Cremona -> Mantua
	//   bounced, 1 against 1: the Venetian army in Verona went there too [MOVE-02]
}
