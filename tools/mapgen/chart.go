package main

import (
	"fmt"
	"strings"

	"podesta/atlas/chart"
	"podesta/machiavelli/board"
)

// chart makes the map of a plan. It also returns notes for the author of the
// plan.
func (p *plan) chart(w world, b *board.Board) (*chart.Chart, []string, error) {
	height := p.projection.fit(p.width)
	l, err := p.labels()
	if err != nil {
		return nil, nil, err
	}
	g, notes, err := p.label(l, p.coast(w, height), height)
	if err != nil {
		return nil, nil, err
	}
	g = g.cropped(p.width, height)
	t := newTracer(g)
	arcs := t.trace()
	if n := t.settle(l, arcs); n > 0 {
		notes = append(notes, "LINES STILL CROSS")
	}
	m := &chart.Chart{Plan: p.name(), Width: p.width, Height: height, Areas: map[string]*chart.Area{}, Extra: map[string][]chart.Ring{}}
	for _, a := range arcs {
		m.Arcs = append(m.Arcs, a.whole)
	}
	for i, rings := range t.rings(arcs, len(l.names)) {
		name := l.names[i]
		switch {
		case i == 0 || len(rings) == 0 || p.lagoons[name]:
		case strings.HasSuffix(name, lagoonOf):
			code := strings.TrimSuffix(name, lagoonOf)
			m.Extra[chart.Lagoon] = rings
			m.Areas[code] = &chart.Area{Lagoon: true, Rings: around(arcs, rings, l.index[code])}
		case p.void[name]:
			m.Extra["off"] = append(m.Extra["off"], rings...)
		case p.shoals[name] || name == noIsland || name == noBar:
			m.Extra[name] = rings
			if p.shoals[name] {
				m.Shoals = append(m.Shoals, name)
			}
		default:
			m.Areas[name] = &chart.Area{Sea: l.wet[i], Rings: rings}
		}
	}
	pl := &placer{plan: p, g: g, l: l, m: m, bows: map[string]*bow{}}
	for id := 1; id < len(b.Areas); id++ {
		if m.Areas[b.Areas[id].Code] == nil {
			return nil, nil, fmt.Errorf("the plan has no %s (%s)", b.Areas[id].Code, b.Areas[id].Name)
		}
		pl.place(&b.Areas[id])
	}
	pl.adorn()
	notes = append(notes, m.Mismatches(b)...)
	return m, notes, nil
}

// around returns the rings without those that have the face on their other
// side.
func around(arcs []*arc, rings []chart.Ring, face uint8) []chart.Ring {
	var out []chart.Ring
	for _, r := range rings {
		if a := arcs[max(r[0], ^r[0])]; a.left != face && a.right != face {
			out = append(out, r)
		}
	}
	return out
}

// cropped returns the grid without its margin.
func (g *grid) cropped(width, height int) *grid {
	out := &grid{w: width * fine, h: height * fine}
	out.c = make([]uint8, 0, out.w*out.h)
	for y := range out.h {
		from := (y+margin*fine)*g.w + margin*fine
		out.c = append(out.c, g.c[from:from+out.w]...)
	}
	return out
}
