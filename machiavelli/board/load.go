package board

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed data/*.yaml
var data embed.FS

// Slugs lists the boards that Get knows.
func Slugs() []string { return []string{"italy-1978", "italy-1995", "diplomacy", "dipmach"} }

// loaders maps each slug to two functions that return the board, without and with the land
// bridge. Each compiles it only once.
var loaders = func() map[string][2]func() (*Board, error) {
	m := map[string][2]func() (*Board, error){}
	for _, slug := range Slugs() {
		with := sync.OnceValues(func() (*Board, error) {
			text, err := data.ReadFile("data/" + slug + ".yaml")
			if err != nil {
				return nil, err
			}
			return Parse(text)
		})
		without := sync.OnceValues(func() (*Board, error) {
			b, err := with()
			if err != nil {
				return nil, err
			}
			return b.WithoutLandBridge(), nil
		})
		m[slug] = [2]func() (*Board, error){without, with}
	}
	return m
}()

// Get returns the board with the given slug, which is one of Slugs. The
// parameter landBridge decides whether armies can move between Istria and
// Dalmatia (BOARD-12). It has no effect on boards without these provinces. The
// board is compiled on the first call and shared by all callers; it must not be
// modified.
func Get(slug string, landBridge bool) (*Board, error) {
	l, ok := loaders[slug]
	if !ok {
		return nil, fmt.Errorf("unknown board %q: the boards are %s", slug, strings.Join(Slugs(), ", "))
	}
	if landBridge {
		return l[1]()
	}
	return l[0]()
}

// WithoutLandBridge returns a copy of the board on which armies cannot cross
// the land bridge, or the board itself if it has none (BOARD-12). Without
// another edge the two provinces are no longer neighbours.
func (b *Board) WithoutLandBridge() *Board {
	if b.LandBridge[0] == None {
		return b
	}
	c := *b
	x, y := b.LandBridge[0], b.LandBridge[1]
	c.ArmyEdges[x].Remove(y)
	c.ArmyEdges[y].Remove(x)
	c.fillBorders()
	return &c
}

// fillBorders sets Borders to the union of the army and fleet edges.
func (b *Board) fillBorders() {
	for id := range b.Areas {
		s := b.ArmyEdges[id]
		for _, f := range b.FleetEdges[id] {
			s = s.Union(f)
		}
		b.Borders[id] = s
	}
}
