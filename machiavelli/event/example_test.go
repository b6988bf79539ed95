package event_test

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
)

// Events are values of different types. A type switch selects those that you
// need.
func Example() {
	events := []event.Event{
		event.Payment{Power: 1, To: 2, Asked: 6, Paid: 6, Verdict: event.Succeeded},
		event.Victory{Powers: machiavelli.PowerSet(0).With(2), How: event.ByTime, Cities: 9},
	}
	for _, e := range events {
		switch e := e.(type) {
		case event.Payment:
			fmt.Println(e.Kind(), e.Paid)
		default:
			fmt.Println(e.Kind())
		}
	}
	// Output:
	// payment 6
	// victory
}
