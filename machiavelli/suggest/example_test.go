package suggest_test

import (
	"fmt"

	"podesta/machiavelli/suggest"
)

// Find what a player may have meant.
func ExampleClosest() {
	places := []string{"Siena", "Savoy", "Saluzzo"}
	fmt.Printf("%q %q\n", suggest.Closest("sinea", places), suggest.Closest("Constantinople", places))
	// Output:
	// "Siena" ""
}
