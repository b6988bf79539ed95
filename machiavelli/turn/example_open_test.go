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

// A game with money: at the opening every power receives a first income. Then
// Milan borrows, buys a garrison and converts it.
func ExampleOpen() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	start, err := scenario.New("B", "B-8", &set)
	if err != nil {
		panic(err)
	}
	seed, game := []byte("thirty-two bytes in a real game"), "example"
	opened, err := turn.Open(start, &set, dice.New(seed, dice.Scope(game, "opening", ""), nil))
	if err != nil {
		panic(err)
	}
	pos, tell := opened.Next, report.New(start.Setting)
	milan, _ := pos.Setting.Powers.Find("milan")
	for _, e := range opened.Events {
		if e, ok := e.(event.Income); ok && e.Power == milan {
			fmt.Println(tell.Sentence(e))
		}
	}
	ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: milan, Step: pos.Phase.Step}
	var lines []turn.Line
	for _, l := range order.Parse("borrow 5 for 1 year\ne1: buy G Montferrat\nG Montferrat C A", &ctx) {
		if l.Err != nil {
			panic(l.Err)
		}
		lines = append(lines, turn.Line{Power: milan, Text: l.Text, Order: l.Order})
	}
	result, err := turn.Process(pos, lines, &set, dice.New(seed, dice.Scope(game, pos.Phase.Campaign(), ""), nil))
	if err != nil {
		panic(err)
	}
	for _, chapter := range tell.Story(result.Events) {
		fmt.Println(chapter.Title)
		for _, sentence := range chapter.Lines {
			fmt.Println(" ", sentence)
		}
	}
	for _, e := range result.Events {
		if e, ok := e.(event.Expense); ok {
			for _, reason := range tell.Chain(result.Events, e) {
				fmt.Println("because", reason.Text, reason.Rules)
			}
		}
	}
	fmt.Println("Milan has", result.Next.Treasury[milan], "ducats left.")
	// Output:
	// Milan earns 15 ducats: 7 from provinces, 5 from cities and 3 by the dice (2); the treasury holds 15.
	// Payments and loans
	//   Milan borrows 5 ducats; 6 ducats are due in spring 1455.
	// Bribes and treachery
	//   Milan spends 9 ducats to buy the autonomous garrison in Montferrat.
	// Lands and cities
	//   Milan gains Montferrat with its city.
	// because 9 ducats were paid, the least that it costs, as no sum was named [EXP-04 EXP-08]
	// because the price of the autonomous garrison in Montferrat is 9 ducats [BRIBE-01]
	// because the unit belongs to Milan and takes its orders [BRIBE-11 BRIBE-12]
	// Milan has 2 ducats left.
}
