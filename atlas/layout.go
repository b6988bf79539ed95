package atlas

import (
	"cmp"
	"slices"

	"podesta/machiavelli/board"
)

// cell is a position on the grid of a plain map.
type cell struct{ x, y int }

// The distances between the middles of neighbouring cells, and the margin
// around them.
const (
	cellW = 204
	cellH = 150
)

// layout returns a separate cell for each area of a board, so that neighbours
// are near each other. It takes the cells from the board's own grid, or else
// searches for them. It uses whole numbers, so that the result is the same on
// every machine.
func layout(b *board.Board) (at []cell, columns, rows int) {
	n := len(b.Areas) - 1
	if at, ok := givenGrid(b); ok {
		return trim(at)
	}
	for columns*rows < n+n/3 {
		if columns*cellW <= rows*cellH*5/4 {
			columns++
		} else {
			rows++
		}
	}
	columns, rows = max(columns, 1), max(rows, 1)
	p := &placing{b: b, columns: columns, rows: rows, at: make([]cell, n+1), owner: make([]board.ID, columns*rows)}
	for _, id := range p.order() {
		p.put(id)
	}
	for round := 0; round < 40 && p.improve(); round++ {
	}
	return trim(p.at)
}

// trim removes empty columns and rows at the edges.
func trim(at []cell) (trimmed []cell, columns, rows int) {
	least := at[1]
	for _, c := range at[1:] {
		least = cell{min(least.x, c.x), min(least.y, c.y)}
	}
	for i := range at[1:] {
		at[i+1].x -= least.x
		at[i+1].y -= least.y
		columns, rows = max(columns, at[i+1].x+1), max(rows, at[i+1].y+1)
	}
	return at, columns, rows
}

// givenGrid returns the grid in the board's file, if it assigns every area a
// cell of its own.
func givenGrid(b *board.Board) ([]cell, bool) {
	at := make([]cell, len(b.Areas))
	taken := map[cell]bool{}
	for i := 1; i < len(b.Areas); i++ {
		c := cell{b.Areas[i].Grid[0] - 1, b.Areas[i].Grid[1] - 1}
		if c.x < 0 || c.y < 0 || taken[c] {
			return nil, false
		}
		taken[c], at[i] = true, c
	}
	return at, len(b.Areas) > 1
}

// placing is a layout in progress.
type placing struct {
	b             *board.Board
	columns, rows int
	at            []cell     // cell of each area
	owner         []board.ID // area in each cell, row by row; None if it is free
	placed        board.Set
}

func (p *placing) cellOf(i int) cell { return cell{i % p.columns, i / p.columns} }
func (p *placing) index(c cell) int  { return c.y*p.columns + c.x }
func distance(a, b cell) int {
	dx, dy := (a.x-b.x)*cellW, (a.y-b.y)*cellH
	return (dx*dx + dy*dy) / 1000
}

// order returns the areas, beginning with the one that has the most neighbours
// and continuing outwards.
func (p *placing) order() []board.ID {
	var all []board.ID
	for i := 1; i < len(p.b.Areas); i++ {
		all = append(all, board.ID(i))
	}
	slices.SortStableFunc(all, func(x, y board.ID) int { return cmp.Compare(p.b.Borders[y].Len(), p.b.Borders[x].Len()) })
	var out []board.ID
	var seen board.Set
	for _, id := range all {
		if seen.Has(id) {
			continue
		}
		seen.Add(id)
		out = append(out, id)
		for i := len(out) - 1; i < len(out); i++ {
			for _, next := range p.b.Borders[out[i]].Minus(seen).IDs() {
				seen.Add(next)
				out = append(out, next)
			}
		}
	}
	return out
}

// cost returns the distance of an area in cell c from its neighbours, as if the
// area other were in the cell that the parameter away gives.
func (p *placing) cost(id board.ID, c cell, other board.ID, away cell) int {
	sum := 0
	for _, n := range p.b.Borders[id].Intersect(p.placed).IDs() {
		if n == other {
			sum += distance(c, away)
		} else if n != id {
			sum += distance(c, p.at[n])
		}
	}
	return sum
}

// put assigns an area the free cell that is nearest to its neighbours, or to
// the middle if none of them has a cell.
func (p *placing) put(id board.ID) {
	middle := cell{p.columns / 2, p.rows / 2}
	best, least := -1, 0
	for i, owner := range p.owner {
		if owner != board.None {
			continue
		}
		c := p.cellOf(i)
		n := p.cost(id, c, board.None, c)*16 + distance(c, middle)
		if best < 0 || n < least {
			best, least = i, n
		}
	}
	p.owner[best], p.at[id] = id, p.cellOf(best)
	p.placed.Add(id)
}

// improve moves each area to the free or occupied cell that shortens the
// borders most; in an occupied cell the two areas change places. It reports
// whether any area was moved.
func (p *placing) improve() bool {
	moved := false
	for i := 1; i < len(p.b.Areas); i++ {
		id := board.ID(i)
		here := p.at[id]
		best, gain := -1, 0
		for j, other := range p.owner {
			there := p.cellOf(j)
			if other == id {
				continue
			}
			n := p.cost(id, here, board.None, here) - p.cost(id, there, other, here)
			if other != board.None {
				n += p.cost(other, there, board.None, there) - p.cost(other, here, id, there)
			}
			if n > gain {
				best, gain = j, n
			}
		}
		if best >= 0 {
			other := p.owner[best]
			p.owner[best], p.owner[p.index(here)] = id, other
			p.at[id] = p.cellOf(best)
			if other != board.None {
				p.at[other] = here
			}
			moved = true
		}
	}
	return moved
}
