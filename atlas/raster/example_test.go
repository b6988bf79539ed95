package raster_test

import (
	"bytes"
	"fmt"

	"podesta/atlas"
	"podesta/atlas/raster"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Turn a drawing of a position into an image of 400 pixels.
func ExampleDraw() {
	set, err := rules.Make("battleline-1978-basic", nil)
	if err != nil {
		panic(err)
	}
	pos, err := scenario.New("A", "A-4", &set)
	if err != nil {
		panic(err)
	}
	var svg bytes.Buffer
	if err := atlas.SVG(&svg, pos, atlas.Options{Theme: "light", Width: 800}); err != nil {
		panic(err)
	}
	img, err := raster.Draw(svg.Bytes(), 400)
	if err != nil {
		panic(err)
	}
	fmt.Println(img.Bounds().Dx())
	// Output:
	// 400
}
