package main

import (
	"math"
	"strconv"
	"strings"

	"podesta/atlas/chart"
	"podesta/machiavelli/board"
)

// placer places names, cities, units and marks on a chart.
type placer struct {
	*plan
	g *grid
	l *labels
	m *chart.Chart

	bows map[string]*bow // lines along which the names are written, keyed by area
}

func whole(p point) chart.Point {
	return chart.Point{int(math.Round(p.x)), int(math.Round(p.y))}
}

// override returns the position that the plan gives for something in an area. ok is false if it
// gives none.
func (p *placer) override(code, what string) (at []point, size float64, ok bool) {
	f, ok := p.over[code][what]
	if !ok {
		return nil, 0, false
	}
	if len(f.name) > 0 {
		size, _ = strconv.ParseFloat(f.name[0], 64)
	}
	if f.kind == "put" {
		for _, a := range f.at {
			at = append(at, point{a.lon, a.lat})
		}
		return at, size, true
	}
	return p.projection.sketch(f.at), size, true
}

// fixed returns the name's bow if the plan gives it, by one place or by three.
// Otherwise it returns nil.
func (p *placer) fixed(code string, name string) *bow {
	at, size, ok := p.override(code, "name")
	if !ok {
		return nil
	}
	if size == 0 {
		size = 17
	}
	width := widthOf(name) * size
	if len(at) < 3 {
		b := bowed(at[0], size, width, 0, 0)
		return &b
	}
	b := &bow{from: at[0], bend: at[1].times(2).minus(at[0].toward(at[2], .5)), to: at[2], size: size}
	b.width = min(width, at[0].far(at[2]))
	return b
}

// place fills in a land area.
func (p *placer) place(a *board.Area) {
	c := p.m.Areas[a.Code]
	f := p.g.field(p.l.index[a.Code])
	if a.Sea {
		p.sea(a, c, f)
		return
	}
	var city point
	if a.City != board.NoCity {
		city = p.city(a.Code, f)
		c.City = whole(city)
	}
	var unit point
	if at, _, ok := p.override(a.Code, "unit"); ok {
		unit = at[0]
	}
	s := f.spots(a.Name, city, p.fixed(a.Code, a.Name), unit)
	if math.IsInf(s.worth, -1) {
		// No name fits. The name is written across the borders; the plan can
		// move it.
		b := bowed(f.middle(), smallest, widthOf(a.Name)*smallest, 0, 0)
		s = f.spots(a.Name, city, &b, unit)
	}
	c.Unit = whole(s.unit)
	p.name(a.Code, c, &s.name)
	taken := []func(q point) float64{s.name.far, away(s.unit, 21)}
	if a.City != board.NoCity {
		taken = append(taken, away(city, 15))
	}
	room := func(q point) float64 {
		r := math.Inf(1)
		for _, t := range taken {
			r = min(r, t(q))
		}
		return r
	}
	for _, k := range []struct {
		what string
		at   *chart.Point
		near point
		want float64
	}{
		{"badge", &c.Badge, s.name.at(.5), badgeRoom},
		{"mark", &c.Mark, s.unit, markRoom},
		{"mark2", &c.Mark2, s.unit, markRoom},
	} {
		q := f.beside(k.near, k.want, room)
		if at, _, ok := p.override(a.Code, k.what); ok {
			q = at[0]
		}
		*k.at = whole(q)
		taken = append(taken, away(q, k.want-2))
	}
	if a.Port {
		c.Port = whole(p.port(a.Code, city, room))
	}
}

// away returns a function that returns the distance of a point from a disc.
func away(q point, radius float64) func(point) float64 {
	return func(p point) float64 { return p.far(q) - radius }
}

// name writes a name's bow to the chart.
func (p *placer) name(code string, c *chart.Area, b *bow) {
	p.bows[code] = b
	m := b.at(.5)
	c.Label = [4]int{int(math.Round(m.x)), int(math.Round(m.y)), int(b.size), int(math.Round(b.width))}
	if !b.level() {
		q := [3]chart.Point{whole(b.from), whole(b.bend), whole(b.to)}
		c.Curve = &[6]int{q[0][0], q[0][1], q[1][0], q[1][1], q[2][0], q[2][1]}
	}
}

// city returns the city's place, which it moves inland until the symbol has room.
func (p *placer) city(code string, f *field) point {
	if at, _, ok := p.override(code, "city"); ok {
		return at[0]
	}
	near := f.middle()
	for _, c := range p.of("city") {
		if c.name[0] == code {
			near = p.projection.project(c.at[0])
		}
	}
	best, at := math.Inf(-1), near
	f.lattice(2, func(q point, inside float64) {
		if w := min(inside, cityRoom-2)*3 - q.far(near); w > best {
			best, at = w, q
		}
	})
	return at
}

// port returns the place of a port's anchor, which is on the water nearest to
// its city.
func (p *placer) port(code string, city point, room func(point) float64) point {
	if at, _, ok := p.override(code, "port"); ok {
		return at[0]
	}
	best, at := math.Inf(-1), city
	for y := -60.0; y <= 60; y += 2 {
		for x := -60.0; x <= 60; x += 2 {
			q := city.plus(point{x, y})
			if !p.g.inside(q) || !p.l.wet[p.g.label(q)] {
				continue
			}
			wet := 0.0
			for _, d := range disc(10) {
				if r := q.plus(point{float64(d[0]), float64(d[1])}); p.g.inside(r) && p.l.wet[p.g.label(r)] {
					wet++
				}
			}
			if w := min(wet/20, 12) + min(room(q), 12) - .5*q.far(city); w > best {
				best, at = w, q
			}
		}
	}
	return at
}

// inside reports whether a point lies in a grid that cropped returned. label returns its label.
func (g *grid) inside(q point) bool {
	return q.x >= 0 && q.y >= 0 && int(q.x*fine) < g.w && int(q.y*fine) < g.h
}

func (g *grid) label(q point) uint8 { return g.c[int(q.y*fine)*g.w+int(q.x*fine)] }

// sea fills in a sea. It places the name where the plan says, and a fleet near the name.
func (p *placer) sea(a *board.Area, c *chart.Area, f *field) {
	b := bowed(f.middle(), 26, widthOf(a.Name)*26, 0, 0)
	for _, n := range p.of("name") {
		if n.name[0] != a.Code {
			continue
		}
		b.size, _ = strconv.ParseFloat(n.name[1], 64)
		c.Lines = strings.Split(strings.Join(n.name[2:], " "), " / ")
		at := p.projection.sketch(n.at)
		b.width = 0
		for _, l := range c.Lines {
			b.width = max(b.width, (widthOf(l)+.08*float64(len(l)))*b.size)
		}
		if len(at) == 3 {
			b = bow{from: at[0], bend: at[1].times(2).minus(at[0].toward(at[2], .5)), to: at[2], size: b.size, width: b.width}
		} else {
			b = bowed(at[0], b.size, b.width, 0, 0)
		}
	}
	p.name(a.Code, c, &b)
	lines := float64(max(1, len(c.Lines)))
	// The middle of all lines, and their extent around it.
	deep := b.size * (lines - 1) / 2
	taken := func(q point) float64 {
		return min(b.far(q), b.far(q.minus(point{0, deep})), b.far(q.minus(point{0, 2 * deep})))
	}
	unit := f.beside(b.at(.5).plus(point{0, 2*deep + 60}), 42, taken)
	if at, _, ok := p.override(a.Code, "unit"); ok {
		unit = at[0]
	}
	c.Unit = whole(unit)
	here := func(q point) float64 { return min(taken(q), q.far(unit)-24) }
	c.Mark = whole(f.beside(unit, markRoom, here))
	mark := point{float64(c.Mark[0]), float64(c.Mark[1])}
	c.Mark2 = whole(f.beside(unit, markRoom, func(q point) float64 { return min(here(q), q.far(mark)-markRoom) }))
	c.Hit = p.hit(c)
}

// hit returns a rough outline of a sea: its largest ring with few points.
func (p *placer) hit(c *chart.Area) chart.Line {
	var ring chart.Line
	for _, r := range c.Rings {
		if l := p.m.Outline(r); size(l) > size(ring) {
			ring = l
		}
	}
	line := make([]point, 0, len(ring)+1)
	for _, q := range ring {
		line = append(line, point{float64(q[0]), float64(q[1])})
	}
	if len(line) > 0 {
		line = append(line, line[0])
	}
	out := chart.Line{}
	for _, q := range thinned(line, 6) {
		out = append(out, whole(q))
	}
	return out
}

// size returns twice the area within a ring.
func size(l chart.Line) int {
	sum := 0
	for i, a := range l {
		b := l[(i+1)%len(l)]
		sum += a[0]*b[1] - b[0]*a[1]
	}
	return max(sum, -sum)
}
