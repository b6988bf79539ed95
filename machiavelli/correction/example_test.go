package correction_test

import (
	"fmt"

	"podesta/machiavelli/correction"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Correct a position with statements, as a game master does.
func ExampleApply() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "B-8", &set)
	if err != nil {
		panic(err)
	}
	venice, _ := pos.Setting.Powers.Find("venice")
	before := pos.Treasury[venice]
	result, problems := correction.Apply(pos, &set, []string{"treasury venice +5"})
	fmt.Println(len(problems), result.Position.Treasury[venice]-before, pos.Treasury[venice] == before)
	_, problems = correction.Apply(pos, &set, []string{"treasury venise +5"})
	fmt.Println(correction.Tell(problems))
	// Output:
	// 0 5 true
	// treasury venise +5: There is no power "venise" in this game; expected austria, florence, france, milan, naples, papacy, turks, venice.
}
