package machiavelli_test

import (
	"fmt"

	"podesta/machiavelli"
)

// Write phases as players write them, and read them again.
func ExampleParsePhase() {
	p, err := machiavelli.ParsePhase("fall 1456 retreats")
	if err != nil {
		panic(err)
	}
	fmt.Println(p, "|", p.Campaign(), "|", p.Title())
	// Output:
	// fall 1456 retreats | fall 1456 | Fall 1456, retreats
}

// A set of powers is a value, so With and Without return a new set.
func ExamplePowerSet() {
	const milan, venice = machiavelli.Power(1), machiavelli.Power(2)
	allies := machiavelli.PowerSet(0).With(milan).With(venice)
	fmt.Println(allies.Has(venice), allies.Without(venice).Has(venice), allies.Has(venice))
	// Output:
	// true false true
}
