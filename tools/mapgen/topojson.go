package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// world is the land of the earth: rings of places, to be filled by the even-odd
// rule.
type world [][]place

// readLand reads a TopoJSON file whose one object of interest is called land.
func readLand(file string) (world, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w (README.md says where it comes from)", err)
	}
	var t struct {
		Transform struct{ Scale, Translate [2]float64 }
		Arcs      [][][2]float64
		Objects   struct {
			Land struct{ Geometries []geometry }
		}
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	arcs := make([][]place, len(t.Arcs))
	for i, steps := range t.Arcs {
		x, y := 0.0, 0.0
		for _, s := range steps {
			x, y = x+s[0], y+s[1]
			arcs[i] = append(arcs[i], place{x*t.Transform.Scale[0] + t.Transform.Translate[0], y*t.Transform.Scale[1] + t.Transform.Translate[1]})
		}
	}
	var out world
	for _, g := range t.Objects.Land.Geometries {
		polygons, err := g.polygons()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, rings := range polygons {
			for _, r := range rings {
				var ring []place
				for _, n := range r {
					back := n < 0
					if back {
						n = ^n
					}
					if n >= len(arcs) {
						return nil, fmt.Errorf("%s: no arc %d", file, n)
					}
					for i := range len(arcs[n]) - 1 {
						if back {
							i = len(arcs[n]) - 1 - i
						}
						ring = append(ring, arcs[n][i])
					}
				}
				out = append(out, ring)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no land in it", file)
	}
	return out, nil
}

// geometry is a polygon or several.
type geometry struct {
	Type string
	Arcs json.RawMessage
}

func (g *geometry) polygons() ([][][]int, error) {
	var many [][][]int
	if g.Type == "Polygon" {
		var one [][]int
		err := json.Unmarshal(g.Arcs, &one)
		return append(many, one), err
	}
	err := json.Unmarshal(g.Arcs, &many)
	return many, err
}
