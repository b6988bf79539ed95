package main

import (
	"fmt"
	"math"
	"slices"
)

// labels are the names of a map's faces. The label of a cell is an index into
// them. Label 0 is the outside of the sheet.
type labels struct {
	names []string
	wet   []bool // whether a face is a sea or shoal
	index map[string]uint8
}

// The faces that are not areas of the game, in addition to those that the plan names: islands that
// belong to nobody, and sand bars.
const (
	noIsland = "isle"
	noBar    = "bars"
)

func (p *plan) labels() (*labels, error) {
	names := []string{noIsland, noBar}
	for n := range p.seeds {
		names = append(names, n)
	}
	for n := range p.seas {
		names = append(names, n)
	}
	for _, f := range p.of("isle") {
		if _, ok := p.seeds[f.name[0]]; !ok {
			names = append(names, f.name[0])
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	l := &labels{names: append([]string{""}, names...), index: map[string]uint8{}}
	if len(l.names) > 250 {
		return nil, fmt.Errorf("%d names are too many", len(names))
	}
	for i, n := range l.names {
		l.index[n] = uint8(i)
		_, wet := p.seas[n]
		l.wet = append(l.wet, wet)
	}
	return l, nil
}

// seed is a point of a province.
type seed struct {
	at    point
	label uint8
}

// nearest finds the seed nearest to a point.
type nearest struct {
	seeds   []seed
	size    float64
	columns int
	bucket  [][]int32 // seeds that can be nearest to a point in each square
}

func (p *plan) nearest(l *labels, height int) *nearest {
	n := &nearest{size: 24, columns: (p.width+2*margin)/24 + 8}
	for _, name := range l.names {
		for _, a := range p.seeds[name] {
			n.seeds = append(n.seeds, seed{p.projection.project(a), l.index[name]})
		}
	}
	rows := (height+2*margin)/24 + 8
	n.bucket = make([][]int32, n.columns*rows)
	diagonal := n.size * math.Sqrt2
	for b := range n.bucket {
		mid := point{(float64(b%n.columns)-2.5)*n.size - margin, (float64(b/n.columns)-2.5)*n.size - margin}
		least := math.Inf(1)
		for _, s := range n.seeds {
			least = min(least, mid.far(s.at))
		}
		for i, s := range n.seeds {
			if mid.far(s.at) <= least+diagonal {
				n.bucket[b] = append(n.bucket[b], int32(i))
			}
		}
	}
	return n
}

// of returns the label of the seed nearest to a point.
func (n *nearest) of(p point) uint8 {
	bx, by := int((p.x+margin)/n.size+3), int((p.y+margin)/n.size+3)
	bx = max(0, min(bx, n.columns-1))
	by = max(0, min(by, len(n.bucket)/n.columns-1))
	best, label := math.Inf(1), uint8(0)
	for _, i := range n.bucket[by*n.columns+bx] {
		s := &n.seeds[i]
		dx, dy := s.at.x-p.x, s.at.y-p.y
		if d := dx*dx + dy*dy; d < best {
			best, label = d, s.label
		}
	}
	return label
}

// label labels every cell with its face. It also returns notes.
func (p *plan) label(l *labels, coast *grid, height int) (*grid, []string, error) {
	g := coast.same()
	all, of := coast.pieces(func(v uint8) bool { return v == water })
	rooted := p.divide(l, g, all, of, height)
	notes := p.gather(l, g, of, rooted)
	p.islands(l, g, all, of)
	p.additions(l, g)
	if err := p.waters(l, g); err != nil {
		return nil, nil, err
	}
	notes = append(notes, l.untouch(g)...)
	return g, notes, nil
}

// divide labels land. A land mass with seeds of several provinces is shared among them; one with
// seeds of a single province belongs to that province. divide returns which labels have seeds on
// which land mass.
func (p *plan) divide(l *labels, g *grid, all []piece, of []int32, height int) (rooted map[holding]bool) {
	n := p.nearest(l, height)
	rooted = map[holding]bool{}
	sole := make([]int, len(all)) // 0 for no seed, a label, or -1 for several
	for _, s := range n.seeds {
		x, y, ok := g.cell(s.at)
		if !ok || of[y*g.w+x] < 0 {
			continue
		}
		rooted[holding{of[y*g.w+x], s.label}] = true
		switch k := &sole[of[y*g.w+x]]; *k {
		case 0:
			*k = int(s.label)
		case int(s.label):
		default:
			*k = -1
		}
	}
	d := p.drift(height)
	for y := range g.h {
		for x := range g.w {
			i := y*g.w + x
			if of[i] < 0 {
				continue
			}
			switch k := sole[of[i]]; {
			case k > 0:
				g.c[i] = uint8(k)
			case k < 0:
				u, v := (float64(x)+.5)/fine, (float64(y)+.5)/fine
				g.c[i] = n.of(d.of(u, v).plus(point{u - margin, v - margin}))
			}
		}
	}
	return rooted
}

// holding is a label on a land mass.
type holding struct {
	mass  int32
	label uint8
}

// gather makes each province connected on each land mass. The largest part
// stays; smaller parts go to the neighbour with which they share the longest
// border. Land that is not an area may consist of several parts. gather returns
// notes.
func (p *plan) gather(l *labels, g *grid, mass []int32, rooted map[holding]bool) []string {
	var notes []string
	for range 4 {
		all, of := g.pieces(func(v uint8) bool { return v == 0 })
		largest := map[holding]int32{}
		for n, a := range all {
			h := holding{mass[a.first], a.value}
			if k, ok := largest[h]; rooted[h] && (!ok || all[k].cells < a.cells) {
				largest[h] = int32(n)
			}
		}
		stays := func(n int32) bool {
			a := all[n]
			k, ok := largest[holding{mass[a.first], a.value}]
			return ok && k == n || p.void[l.names[a.value]] && a.cells > 3000*fine*fine
		}
		common := map[int32]map[uint8]int{}
		g.beside(func(i, j int) {
			if of[i] == of[j] || of[i] < 0 || of[j] < 0 {
				return
			}
			for _, s := range [2][2]int{{i, j}, {j, i}} {
				if n := of[s[0]]; !stays(n) {
					if common[n] == nil {
						common[n] = map[uint8]int{}
					}
					common[n][g.c[s[1]]]++
				}
			}
		})
		to := map[int32]uint8{}
		for n, c := range common {
			best := uint8(0)
			for v, k := range c {
				if k > c[best] || k == c[best] && v < best {
					best = v
				}
			}
			to[n] = best
		}
		if len(to) == 0 {
			break
		}
		for n, v := range to {
			if a := all[n]; a.cells > 400*fine*fine {
				notes = append(notes, fmt.Sprintf("a part of %s, %d units large, at %v, goes to %s", l.names[a.value], a.cells/fine/fine, g.point(a.first), l.names[v]))
			}
		}
		for i, n := range of {
			if v, ok := to[n]; n >= 0 && ok {
				g.c[i] = v
			}
		}
	}
	slices.Sort(notes)
	return notes
}

// point returns the middle of a cell, on the sheet.
func (g *grid) point(i int) point {
	return point{(float64(i%g.w)+.5)/fine - margin, (float64(i/g.w)+.5)/fine - margin}
}
