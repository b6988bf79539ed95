package atlas

import (
	"fmt"
	"strings"

	"podesta/machiavelli/board"
)

// half the width and height of an area's box
const (
	boxW = 72
	boxH = 44
)

// plainSheet returns a map for a board without a drawing.
func plainSheet(b *board.Board) *sheet {
	at, columns, rows := layout(b)
	middle := map[string]point{}
	for id := 1; id < len(b.Areas); id++ {
		middle[b.Areas[id].Code] = point{float64(at[id].x*cellW + cellW/2), float64(at[id].y*cellH + cellH/2)}
	}
	s := boxes(b, middle)
	s.w, s.h = max(columns*cellW, 468), rows*cellH+440
	s.key = box{24, float64(s.h) - 24 - 372, 420, 372}
	return s
}

// boxes returns a map of boxes joined by lines for a board without outlines.
// Boxes of land areas are square, and those of seas are round. A brown line is
// a border for armies, and a blue one is a border for fleets.
func boxes(b *board.Board, middle map[string]point) *sheet {
	s := &sheet{schematic: true, areas: map[string]*shape{}, extra: map[string]string{}}
	for id := 1; id < len(b.Areas); id++ {
		a := &b.Areas[id]
		if at, ok := middle[a.Code]; ok {
			s.areas[a.Code] = schematicShape(a, at)
		}
	}
	for x := 1; x < len(b.Areas); x++ {
		for y := x + 1; y < len(b.Areas); y++ {
			p, q := s.areas[b.Areas[x].Code], s.areas[b.Areas[y].Code]
			if p == nil || q == nil || !b.Borders[x].Has(board.ID(y)) {
				continue
			}
			e := edge{land: b.ArmyEdges[x].Has(board.ID(y))}
			for c := range b.FleetEdges[x] {
				e.water = e.water || b.FleetEdges[x][c].Has(board.ID(y))
			}
			m, n := middle[b.Areas[x].Code], middle[b.Areas[y].Code]
			e.d = fmt.Sprintf("M%g %gL%g %g", m.x, m.y, n.x, n.y)
			s.edges = append(s.edges, e)
		}
	}
	return s
}

// schematicShape returns the box of one area with the places in it.
func schematicShape(a *board.Area, at point) *shape {
	r := 10.0
	if a.Sea {
		r = 40
	}
	sh := &shape{
		code: a.Code, sea: a.Sea, size: 21,
		outline: fmt.Sprintf("M%g %gh%ga%g %g 0 0 1 %g %gv%ga%g %g 0 0 1-%g %gh-%ga%g %g 0 0 1-%g-%gv-%ga%g %g 0 0 1 %g-%gz",
			at.x-boxW+r, at.y-boxH, 2*boxW-2*r, r, r, r, r, 2*boxH-2*r, r, r, r, r, 2*boxW-2*r, r, r, r, r, 2*boxH-2*r, r, r, r, r),
		label: at.shift(0, -boxH+16), unit: at.shift(30, 14), city: at.shift(-34, 18), port: at.shift(-60, 20),
		badge: at.shift(-boxW+6, -boxH+4), mark: at.shift(boxW-4, -boxH), second: at.shift(boxW-4, boxH-6),
	}
	sh.rings = [][]point{{at.shift(-boxW, -boxH), at.shift(boxW, -boxH), at.shift(boxW, boxH), at.shift(-boxW, boxH)}}
	if a.Sea {
		sh.unit, sh.city = at.shift(0, 18), point{}
		if i := strings.IndexAny(a.Name, " -"); i > 0 && len(a.Name) > 12 {
			sh.lines = []string{strings.TrimSpace(a.Name[:i]), a.Name[i+1:]}
			sh.label, sh.size = at.shift(0, -boxH+15), 17
			sh.unit = at.shift(0, 22)
		}
	} else if len(a.Name) > 11 {
		sh.size, sh.fit = 18, 128
	}
	if a.City == board.NoCity && !a.Sea {
		sh.unit = at.shift(0, 14)
	}
	return sh
}
