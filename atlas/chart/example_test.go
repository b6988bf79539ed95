package chart_test

import (
	"fmt"

	"podesta/atlas/chart"
)

// Read the geometry of a board with one area, a triangle of one arc.
func ExampleRead() {
	c, err := chart.Read([]byte(`{"width":100,"height":50,"arcs":[[0,0,40,0,-20,40,-20,-40]],"areas":{},"plan":"example","rose":[0,0],"key":[0,0,0,0]}`))
	if err != nil {
		panic(err)
	}
	first, last := c.Ends(0)
	fmt.Println(c.Width, c.Height, first == last)
	// Output:
	// 100 50 true
}
