package whatif_test

import (
	"fmt"

	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
)

// Find out whether a bribe of fifteen ducats is enough if the Pope may counter
// it with three or six ducats.
func ExampleAsk() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "B-8", &set)
	if err != nil {
		panic(err)
	}
	lines := func(power, text string) []turn.Line {
		p, _ := pos.Setting.Powers.Find(power)
		pos.Treasury[p] = 18
		ctx := order.Context{Board: pos.Setting.Board, Powers: pos.Setting.Powers, Power: p, Step: pos.Phase.Step}
		var out []turn.Line
		for _, l := range order.Parse(text, &ctx) {
			if l.Err != nil {
				panic(l.Err)
			}
			out = append(out, turn.Line{Power: p, Text: l.Text, Order: l.Order})
		}
		return out
	}
	question := whatif.Question{
		Position: pos,
		Rules:    &set,
		Lines:    lines("florence", "e1: 15 disband A Bologna"),
		Unknowns: []whatif.Unknown{{Name: "the counter-bribe", Choices: []whatif.Choice{
			{Label: "none"},
			{Label: "3 ducats", Lines: lines("papacy", "e1: 3 counter-bribe A Bologna")},
			{Label: "6 ducats", Lines: lines("papacy", "e1: 6 counter-bribe A Bologna")},
		}}},
	}
	answer, err := whatif.Ask(question)
	if err != nil {
		panic(err)
	}
	bologna, _ := pos.Setting.Board.Find("Bologna")
	for _, world := range answer.Worlds {
		stands := false
		for _, u := range world.Result.Next.Units {
			stands = stands || u.At == bologna.ID
		}
		choice := question.Unknowns[0].Choices[world.Choices[0]]
		fmt.Printf("%s: the army is still there: %t\n", choice.Label, stands)
	}
	// Output:
	// none: the army is still there: false
	// 3 ducats: the army is still there: false
	// 6 ducats: the army is still there: true
}
