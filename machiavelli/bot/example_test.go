package bot_test

import (
	"fmt"

	"podesta/machiavelli/bot"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// A computer player gives orders for Milan. Text and Order of a line are the
// same order; the lines can be passed to turn.Process, or sent to a judge.
func ExamplePlayer() {
	set, err := rules.Preset("battleline-1978-basic")
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	player, err := bot.New("hard")
	if err != nil {
		panic(err)
	}
	milan, _ := pos.Setting.Powers.Find("milan")
	view := bot.Look(pos, &set, bot.Alone(pos, milan), "the player's own seed")
	lines := player.Decide(view, milan)
	fmt.Println(len(lines), "orders; all units have one:", turn.Owes(pos, &set, milan, lines).None())
	// Output:
	// 3 orders; all units have one: true
}
