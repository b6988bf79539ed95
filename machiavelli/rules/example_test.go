package rules_test

import (
	"fmt"

	"podesta/machiavelli/rules"
)

// Take an edition, change an option, and list what differs.
func ExampleMake() {
	edition, err := rules.Preset("machiavelli-1995")
	if err != nil {
		panic(err)
	}
	set, err := rules.Make("machiavelli-1995", map[string]string{"plague": "on", "victory-cities": "12"})
	if err != nil {
		panic(err)
	}
	for _, d := range edition.Diff(set) {
		fmt.Println(d.Option+":", d.Here, "->", d.There)
	}
	_, err = rules.Make("machiavelli-1995", map[string]string{"plague": "sometimes"})
	fmt.Println(err)
	// Output:
	// plague: off -> on
	// victory-cities: 15 -> 12
	// victory-cities-few-players: 15 -> 12
	// option plague has no value "sometimes": it is one of on, off
}

// Describe an option, as forms and documents do.
func ExampleFind() {
	o, _ := rules.Find("special-unit-power-limits")
	fmt.Println(o.Title + ": " + o.Doc)
	for _, v := range o.Values {
		fmt.Println("-", v.Name+":", v.Doc)
	}
	// Output:
	// Who may raise which special units: Whether each power is limited to certain special units.
	// - none: any power, any special unit
	// - table-1995: by the list of the 1995 edition
}
