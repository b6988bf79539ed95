package main

// reach is the greatest distance from a shore at which an island still belongs
// to it, in units of the sheet.
const reach = 70

// islands assigns the land masses without seeds to the areas that the plan
// names for them, or to the nearest shore.
func (p *plan) islands(l *labels, g *grid, all []piece, of []int32) {
	near := g.shores()
	owner := make([]uint8, len(all))
	middle := make([]point, len(all))
	count := make([]float64, len(all))
	for i, n := range of {
		if n < 0 || g.c[i] != 0 {
			continue
		}
		middle[n] = middle[n].plus(g.point(i))
		count[n]++
	}
	for _, f := range p.of("isles") {
		area := p.projection.sketch(f.at)
		for n := range all {
			if count[n] > 0 && within(area, middle[n].times(1/count[n])) {
				owner[n] = l.index[f.name[0]]
			}
		}
	}
	for _, f := range p.of("island") {
		for _, a := range f.at {
			if n := g.closest(of, p.projection.project(a), 6); n >= 0 && count[n] > 0 {
				owner[n] = l.index[f.name[0]]
			}
		}
	}
	for n := range all {
		if count[n] == 0 || owner[n] != 0 {
			continue
		}
		owner[n] = l.index[noIsland]
		m := middle[n].times(1 / count[n])
		if x, y, ok := g.cell(m); ok {
			if v := near.c[(y/fine)*near.w+x/fine]; v != 0 {
				owner[n] = v
			}
		}
	}
	for i, n := range of {
		if n >= 0 && g.c[i] == 0 {
			g.c[i] = owner[n]
		}
	}
}

// closest returns the piece at a point, or the nearest one within a distance in
// units of the sheet. It returns -1 if there is none.
func (g *grid) closest(of []int32, p point, within float64) int32 {
	x, y, ok := g.cell(p)
	if !ok {
		return -1
	}
	best, found := -1, int32(-1)
	for _, s := range disc(within * fine) {
		u, v := x+s[0], y+s[1]
		if u < 0 || v < 0 || u >= g.w || v >= g.h || of[v*g.w+u] < 0 {
			continue
		}
		if d := s[0]*s[0] + s[1]*s[1]; best < 0 || d < best {
			best, found = d, of[v*g.w+u]
		}
	}
	return found
}

// shores returns, for each unit of the sheet, the label of the nearest land
// within reach.
func (g *grid) shores() *grid {
	s := &grid{w: g.w / fine, h: g.h / fine}
	s.c = make([]uint8, s.w*s.h)
	from := make([]int32, len(s.c)) // the cell from which a cell was reached
	var queue []int32
	for y := range s.h {
		for x := range s.w {
			if v := g.c[(y*fine+fine/2)*g.w+x*fine+fine/2]; v != 0 {
				i := int32(y*s.w + x)
				s.c[i], from[i] = v, i
				queue = append(queue, i)
			}
		}
	}
	for k := 0; k < len(queue); k++ {
		i := int(queue[k])
		o := int(from[i])
		for _, d := range [8][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}} {
			x, y := i%s.w+d[0], i/s.w+d[1]
			if x < 0 || y < 0 || x >= s.w || y >= s.h || s.c[y*s.w+x] != 0 {
				continue
			}
			dx, dy := x-o%s.w, y-o/s.w
			if dx*dx+dy*dy > reach*reach {
				continue
			}
			j := int32(y*s.w + x)
			s.c[j], from[j] = s.c[i], from[i]
			queue = append(queue, j)
		}
	}
	return s
}

// within reports whether a point lies inside a ring.
func within(ring []point, p point) bool {
	in := false
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if (a.y > p.y) != (b.y > p.y) && p.x < (b.x-a.x)*(p.y-a.y)/(b.y-a.y)+a.x {
			in = !in
		}
	}
	return in
}

// additions draws the islands and sand bars of the plan.
func (p *plan) additions(l *labels, g *grid) {
	around := disc(2.1 * fine)
	for k, f := range p.features {
		switch f.kind {
		case "isle":
			g.fill([][]point{p.blob(f, k)}, func(i int) { g.c[i] = l.index[f.name[0]] })
		case "bar":
			g.stroke(rounded(p.projection.sketch(f.at), 2, false), func(i int) {
				for _, s := range around {
					if j := i + s[1]*g.w + s[0]; j >= 0 && j < len(g.c) && g.c[j] == 0 {
						g.c[j] = l.index[noBar]
					}
				}
			})
		}
	}
}
