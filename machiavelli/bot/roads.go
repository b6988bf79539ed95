package bot

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// far is the distance between areas without a route.
const far = 30

// roads holds the distances between the areas of a board, in campaigns.
type roads struct {
	board *board.Board
	march [board.Max][board.Max]uint8 // distances for an army; a convoy over one sea counts two
	sail  [board.Max][board.Max]uint8 // distances for a fleet, on any coast
}

// chart computes the distances on a board.
func (m *roads) chart(b *board.Board) {
	if m.board == b {
		return
	}
	m.board = b
	var sea [board.Max]board.Set // where a fleet can go from an area, from any coast
	for at := range b.Areas {
		for c := range b.FleetEdges[at] {
			sea[at] = sea[at].Union(b.FleetEdges[at][c])
		}
	}
	for from := range b.Areas {
		for to := range b.Areas {
			m.march[from][to], m.sail[from][to] = far, far
		}
		m.march[from][from], m.sail[from][from] = 0, 0
		for to := b.Seas.Next(board.None); to != board.None; to = b.Seas.Next(to) {
			if b.Coastal.Has(board.ID(from)) && sea[from].Has(to) {
				spread(m.march[from][:], sea[to].Intersect(b.Land), 2)
			}
		}
		spread(m.march[from][:], b.ArmyEdges[from], 1)
		spread(m.sail[from][:], sea[from], 1)
		m.march[from][from], m.sail[from][from] = 0, 0
	}
	shorten(&m.march, len(b.Areas))
	shorten(&m.sail, len(b.Areas))
}

// spread sets the distance to all areas of a set.
func spread(row []uint8, set board.Set, n uint8) {
	for at := set.Next(board.None); at != board.None; at = set.Next(at) {
		row[at] = n
	}
}

// shorten replaces the distances of single steps by the lengths of the shortest
// routes (Floyd–Warshall algorithm).
func shorten(d *[board.Max][board.Max]uint8, n int) {
	for k := 1; k < n; k++ {
		for i := 1; i < n; i++ {
			if d[i][k] >= far {
				continue
			}
			for j := 1; j < n; j++ {
				if way := d[i][k] + d[k][j]; way < d[i][j] {
					d[i][j] = way
				}
			}
		}
	}
}

// of returns the row of distances for a unit; a garrison counts as an army
// outside.
func (m *roads) of(u *position.Unit) *[board.Max]uint8 {
	if u.Type == machiavelli.Fleet {
		return &m.sail[u.At]
	}
	return &m.march[u.At]
}

// reach returns the areas that a unit can reach in one campaign by itself. A garrison can reach
// none.
func reach(b *board.Board, u *position.Unit) board.Set {
	switch u.Type {
	case machiavelli.Fleet:
		return b.FleetEdges[u.At][u.Coast]
	case machiavelli.Garrison:
		return board.Set{}
	}
	return b.ArmyEdges[u.At]
}
