package interchange_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"podesta/machiavelli/interchange"
)

// Resolve cases: one JSON value in, one line of JSON out.
func ExampleAdjudicator_Run() {
	cases := `{"id": "pavia", "scenario": "A", "variant": "A-4", "rules": {"preset": "battleline-1978-basic"}, "orders": {"milan": ["A Pavia - Turin"]}}
{"id": "wrong", "scenario": "Atlantis"}`
	var out strings.Builder
	tally, err := interchange.New().Run(strings.NewReader(cases), &out)
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(out.String()) {
		var result struct {
			ID, Next, Error string
			Orders          []struct{ Given, Order, Outcome string }
		}
		if err := json.Unmarshal([]byte(line), &result); err != nil {
			panic(err)
		}
		fmt.Println(result.ID+":", result.Next+result.Error)
		for _, o := range result.Orders {
			if o.Given != "" {
				fmt.Println(o.Order, o.Outcome)
			}
		}
	}
	fmt.Println(tally.Cases, "cases,", tally.Errors, "of them wrong")
	// Output:
	// pavia: summer 1385 orders
	// A Pavia - Turin succeeded
	// wrong: no scenario "Atlantis": the scenarios are A, B, C1, C2, D, balance-of-power-1995, struggle-for-dominance-1499-1995, struggle-for-dominance-1513-1995, spanish-preponderance-1995, dipmach, diplomacy, lombardy
	// 2 cases, 1 of them wrong
}
