package scenario_test

import (
	"fmt"

	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Read a user's own file. All its errors are reported together. After they have
// been corrected, the scenario can be set up and stored as text.
func ExampleParse() {
	const file = `
board:
  slug: ford
  areas:
    - {code: mil, name: Milltown, city: fortified 2, army: gra}
    - {code: gra, name: Grange, city: unfortified 1, army: mil}
powers:
  - {id: millers, letter: M}
scenarios:
  - id: ford
    year: 1300
    options: {victory-cities: 2}
    powers:
      - {power: miller, home: mil, units: [F mil]}
`
	_, problems := scenario.Parse([]byte(file))
	for _, p := range problems[:2] {
		fmt.Printf("%.56s\n", p.String())
	}

	const mended = `
board:
  slug: ford
  areas:
    - {code: mil, name: Milltown, city: fortified 2, army: gra}
    - {code: gra, name: Grange, city: unfortified 1, army: mil}
powers:
  - {id: millers, letter: M}
scenarios:
  - id: ford
    year: 1300
    options: {victory-cities: 2}
    powers:
      - {power: millers, home: mil, units: [A mil]}
`
	l, problems := scenario.Parse([]byte(mended))
	if problems.Failed() {
		return
	}
	info, _ := l.Find("ford")
	r, err := rules.Make("njudge-classic", info.Options)
	if err != nil {
		return
	}
	p, err := l.New("ford", "", &r)
	if err != nil {
		return
	}
	fmt.Println(p.Phase, p.Setting.Powers[1].Name, len(p.Units), "unit")
	kept, _ := scenario.Parse([]byte(l.Text()))
	fmt.Println(kept.Text() == l.Text())
	// Output:
	// 14:17: no power "miller"; expected one that this file de
	// 14:44: miller: a fleet cannot stand in Milltown, which h
	// spring 1300 orders Millers 1 unit
	// true
}
