package main

import (
	"fmt"
	"slices"
)

// barrier marks the cells of the borders between seas while the seas are being
// separated.
const barrier = 255

// waters labels the cells of water with their seas. A sea consists of the cells
// that can be reached from its point without crossing a line of the plan.
func (p *plan) waters(l *labels, g *grid) error {
	for _, f := range p.of("line") {
		g.stroke(rounded(p.projection.sketch(f.at), 2, false), func(i int) {
			if g.c[i] == 0 {
				g.c[i] = barrier
			}
		})
	}
	for _, name := range l.names {
		at, ok := p.seas[name]
		if !ok {
			continue
		}
		x, y, inside := g.cell(p.projection.project(at))
		if !inside {
			return fmt.Errorf("the point of %s is not on the sheet", name)
		}
		switch v := g.c[y*g.w+x]; {
		case v == barrier:
			return fmt.Errorf("the point of %s is on a line", name)
		case v != 0 && l.wet[v]:
			return fmt.Errorf("no line lies between %s and %s", name, l.names[v])
		case v != 0:
			return fmt.Errorf("the point of %s is on land, in %s", name, l.names[v])
		}
		g.flood(y*g.w+x, l.index[name])
	}
	g.spread(func(v uint8) bool { return v == barrier || v == 0 }, func(v uint8) bool { return l.wet[v] })
	g.spread(func(v uint8) bool { return v == barrier || v == 0 }, func(v uint8) bool { return true })
	return nil
}

// spread labels the open cells with the labels of their neighbours, step by
// step, beginning at the cells whose label may spread.
func (g *grid) spread(open, gives func(v uint8) bool) {
	var queue []int32
	for i, v := range g.c {
		if !open(v) && gives(v) {
			x := i % g.w
			if x > 0 && open(g.c[i-1]) || x+1 < g.w && open(g.c[i+1]) || i >= g.w && open(g.c[i-g.w]) || i+g.w < len(g.c) && open(g.c[i+g.w]) {
				queue = append(queue, int32(i))
			}
		}
	}
	for k := 0; k < len(queue); k++ {
		i := int(queue[k])
		x := i % g.w
		for _, s := range [4]struct {
			to int
			ok bool
		}{{i - 1, x > 0}, {i + 1, x+1 < g.w}, {i - g.w, i >= g.w}, {i + g.w, i+g.w < len(g.c)}} {
			if s.ok && open(g.c[s.to]) {
				g.c[s.to] = g.c[i]
				queue = append(queue, int32(s.to))
			}
		}
	}
}

// shortest is the minimum length of the common border of two areas, in units of
// the sheet. Areas with a shorter one only meet at a corner by chance.
const shortest = 3

// untouch separates the areas whose common border is too short to be intended.
// It returns a note for each short border that it cannot remove.
func (l *labels) untouch(g *grid) []string {
	type pair struct{ a, b uint8 }
	var notes []string
	for round := range 6 {
		common := map[pair][]int{}
		g.beside(func(i, j int) {
			if a, b := g.c[i], g.c[j]; a != b && a != 0 && b != 0 {
				common[pair{min(a, b), max(a, b)}] = append(common[pair{min(a, b), max(a, b)}], i)
			}
		})
		var short []pair
		notes = nil
		for p, at := range common {
			switch {
			case len(at) < shortest*fine:
				short = append(short, p)
			case len(at) < 14*fine:
				notes = append(notes, fmt.Sprintf("short border: %s|%s %.1f", l.names[p.a], l.names[p.b], float64(len(at))/fine))
			}
		}
		slices.SortFunc(short, func(x, y pair) int { return int(x.a)<<8 + int(x.b) - int(y.a)<<8 - int(y.b) })
		if len(short) == 0 || round == 5 {
			for _, p := range short {
				notes = append(notes, fmt.Sprintf("STILL TOUCHING BY A HAIR: %s|%s at %v", l.names[p.a], l.names[p.b], g.point(common[p][0])))
			}
			break
		}
		for _, p := range short {
			for _, i := range common[p] {
				l.part(g, i, p.a, p.b, 2+round)
			}
		}
	}
	slices.Sort(notes)
	return notes
}

// part gives the cells of a that touch b near cell i to a third label of the
// same kind as a that is near.
func (l *labels) part(g *grid, i int, a, b uint8, radius int) {
	x, y := i%g.w, i/g.w
	near := func(r int, f func(j int)) {
		for _, s := range disc(float64(r)) {
			if u, v := x+s[0], y+s[1]; u >= 0 && v >= 0 && u < g.w && v < g.h {
				f(v*g.w + u)
			}
		}
	}
	for _, s := range [2][2]uint8{{a, b}, {b, a}} {
		var count [256]int
		near(radius*fine, func(j int) {
			if v := g.c[j]; v != a && v != b && v != 0 && l.wet[v] == l.wet[s[0]] {
				count[v]++
			}
		})
		best := 0
		for v, n := range count {
			if n > count[best] {
				best = v
			}
		}
		if count[best] == 0 {
			continue
		}
		near(radius*fine/2+1, func(j int) {
			if g.c[j] == s[0] {
				g.c[j] = uint8(best)
			}
		})
		return
	}
}
