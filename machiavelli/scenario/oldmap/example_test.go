package oldmap_test

import (
	"fmt"
	"strings"

	"podesta/machiavelli/scenario/oldmap"
)

// Read a map file of the old judge. Import reports what the file does not
// contain.
func ExampleImport() {
	text, problems := oldmap.Import("lombardy", []byte(`Milan, M3f mil
Pavia, M0. pav
-1
MIL-mx: pav
PAV-mx: mil
-1
`))
	fmt.Println(strings.Contains(text, "Milan"), len(problems) > 0)
	// Output:
	// true true
}
