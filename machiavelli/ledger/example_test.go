package ledger_test

import (
	"fmt"

	"podesta/machiavelli/ledger"
)

// Look a rule up by the id that comments and explanations cite.
func ExampleFind() {
	e, ok := ledger.Find("SIEGE-03")
	fmt.Println(ok, e.Family(), "|", e.Title)
	// Output:
	// true SIEGE | The second order
}
