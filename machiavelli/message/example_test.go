package message_test

import (
	"fmt"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// Write a message. It consists of a pattern for the whole sentence and of
// arguments in the order of their names.
func Example() {
	milan := message.Power{ID: "milan", Name: "Milan", Adjective: "Milanese"}
	turks := message.Power{ID: "turks", Name: "Turks", Adjective: "Turkish"}

	// Verbs agree with the power, and sums of money have a plural of their own.
	fmt.Println(message.New("{Power} {power?pl:pay|pays} {sum} to {to}.", milan, message.Ducats(1), turks))
	fmt.Println(message.New("{Power} {power?pl:pay|pays} {sum} to {to}.", turks, message.Ducats(18), milan))

	// A text that depends on a number has two patterns.
	fmt.Println(message.Plural(3, "{n} move bounces; nothing changes hands.", "{n} moves bounce; nothing changes hands."))

	// A clause may be the argument of another message.
	why := message.New("the treasury is empty")
	fmt.Println(message.New("{Power} cannot tax {place}: {why}.", milan, message.Place{Name: "Pavia"}, why))

	// The order language is the same in all languages.
	fmt.Println(message.New("For {campaign}, write {order}.", message.Campaign{Season: machiavelli.Spring, Year: 1455}, message.Order("A Pav - Mil")))
	// Output:
	// Milan pays 1 ducat to the Turks.
	// The Turks pay 18 ducats to Milan.
	// 3 moves bounce; nothing changes hands.
	// Milan cannot tax Pavia: the treasury is empty.
	// For spring 1455, write A Pav - Mil.
}
