package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// world is the land of the earth: rings of places that are filled by the
// even-odd rule.
type world [][]place

// readLand reads the object "land" of a TopoJSON file.
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
						ring = append(ring, beside(ring, arcs[n][i]))
					}
				}
				out = append(out, centred(ring))
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no land in it", file)
	}
	return out, nil
}

// beside returns a place with its longitude shifted by full turns so that it is
// near the last place of a ring. Land across the 180th meridian is therefore
// not torn.
func beside(ring []place, a place) place {
	if len(ring) > 0 {
		last := ring[len(ring)-1].lon
		for a.lon-last > 180 {
			a.lon -= 360
		}
		for a.lon-last < -180 {
			a.lon += 360
		}
	}
	return a
}

// centred returns a ring shifted so that its middle lies between the longitudes
// -180 and 180.
func centred(ring []place) []place {
	west, east := ring[0].lon, ring[0].lon
	for _, a := range ring {
		west, east = min(west, a.lon), max(east, a.lon)
	}
	turn := 0.0
	switch mid := (west + east) / 2; {
	case mid < -180:
		turn = 360
	case mid > 180:
		turn = -360
	}
	for i := range ring {
		ring[i].lon += turn
	}
	return ring
}

// geometry is one polygon or several.
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
