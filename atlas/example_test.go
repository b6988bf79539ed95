package atlas_test

import (
	"fmt"
	"strings"

	"podesta/atlas"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Draw a position in the dark theme.
func ExampleSVG() {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("B", "", &set)
	if err != nil {
		panic(err)
	}
	var svg strings.Builder
	if err := atlas.SVG(&svg, pos, atlas.Options{Theme: "dark", Width: 800}); err != nil {
		panic(err)
	}
	fmt.Println(strings.HasPrefix(svg.String(), "<svg"), strings.Contains(svg.String(), "Venice"))
	fmt.Println(atlas.Themes())
	// Output:
	// true true
	// [light dark print safe]
}

// Describe a position as text, for screen readers and plain e-mail.
func ExampleText() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("A", "A-4", &set)
	if err != nil {
		panic(err)
	}
	var text strings.Builder
	if err := atlas.Text(&text, pos, atlas.Options{}); err != nil {
		panic(err)
	}
	for line := range strings.Lines(text.String()) {
		if strings.HasPrefix(line, "Florence:") {
			fmt.Print(line)
		}
	}
	// Output:
	// Florence: provinces Florence, Pisa, Pistoia; units army in Pistoia, army in Florence, fleet in Pisa.
}
