package dice_test

import (
	"encoding/hex"
	"fmt"

	"podesta/machiavelli/dice"
)

// Make the rolls of a phase. A roll depends only on the seed, the scope and its own name.
func ExampleNew() {
	seed := []byte("32 bytes that nobody can guess..")
	d := dice.New(seed, dice.Scope("g7", "fall 1454", ""), nil)
	fmt.Println(d.D6("famine severity", 2), d.D6("income milan 1", 1))
	again := dice.New(seed, dice.Scope("g7", "fall 1454", ""), nil)
	fmt.Println(again.D6("income milan 1", 1))
	// Output:
	// 7 3
	// 3
}

// Verify the dice of a finished game. One roll is wrong.
func ExampleBook_Verify() {
	seed := []byte("32 bytes that nobody can guess..")
	book := dice.Book{
		Game:       "g7",
		Commitment: dice.Commit("g7", seed), // published when the game begins
		Seed:       hex.EncodeToString(seed),
		Phases: []dice.BookPhase{{Phase: "fall 1454 orders", Campaign: "fall 1454", Throws: []dice.Throw{
			{Name: "income milan 1", Dice: 1, Faces: 6, Value: 6},
		}}},
	}
	report, err := book.Verify()
	if err != nil {
		panic(err)
	}
	fmt.Println(report.Throws, "rolls checked,", len(report.Wrong), "wrong")
	for _, f := range report.Wrong {
		fmt.Println(f)
	}
	// Output:
	// 1 rolls checked, 1 wrong
	// fall 1454 orders: "income milan 1" is 6, but the seed gives 3
}
