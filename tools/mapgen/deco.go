package main

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"podesta/atlas/chart"
)

// adorn writes what the plan contains in addition to areas, such as links, straits, names of coasts
// and regions, rivers, lakes, mountains and ornaments.
func (p *placer) adorn() {
	for k, f := range p.features {
		at := p.projection.sketch(f.at)
		number := func(i int) float64 {
			if i >= len(f.name) {
				return 0
			}
			n, _ := strconv.ParseFloat(f.name[i], 64)
			return n
		}
		switch f.kind {
		case "link":
			p.m.Links = append(p.m.Links, chart.Link{A: f.name[0], B: f.name[1], At: wholes(at)})
		case "strait":
			p.m.Straits = append(p.m.Straits, wholes(at))
		case "coast":
			p.m.Coasts = append(p.m.Coasts, chart.Coast{Area: f.name[0], Coast: f.name[1], At: whole(at[0])})
		case "region":
			p.m.Regions = append(p.m.Regions, chart.Region{Name: f.name[0], At: whole(at[0]), Size: int(number(1)), Turn: int(number(2))})
		case "rose":
			p.m.Rose = whole(at[0])
		case "key":
			p.m.Key = [4]int{int(number(0)), int(number(1)), int(number(2)), int(number(3))}
		case "river":
			p.river(at, number(1), uint64(k))
		case "lake":
			p.m.Lakes = append(p.m.Lakes, wholes(thinned(rounded(at, 3, true), .4)))
		case "ornament":
			for _, a := range f.at {
				p.m.Ornaments = append(p.m.Ornaments, chart.Ornament{Kind: f.name[0], At: whole(point{a.lon, a.lat}), Size: int(number(1))})
			}
		case "chain":
			p.chain(at, number(1), number(2), uint64(k))
		}
	}
	slices.SortStableFunc(p.m.Hills, func(a, b chart.Hill) int { return cmp.Compare(a[1], b[1]) })
}

func wholes(line []point) chart.Line {
	out := make(chart.Line, len(line))
	for i, q := range line {
		out[i] = whole(q)
	}
	return out
}

// here reports whether a point of the sheet lies on land of an area.
func (p *placer) here(q point) bool {
	if !p.g.inside(q) {
		return false
	}
	v := p.g.label(q)
	return v != 0 && !p.l.wet[v] && !p.void[p.l.names[v]]
}

// river writes a river with meanders where it runs through areas. It becomes
// wider downstream.
func (p *placer) river(at []point, width float64, k uint64) {
	line := slices.Clone(at)
	for round := range 3 {
		var next []point
		for i := range len(line) - 1 {
			a, b := line[i], line[i+1]
			d := b.minus(a)
			stray := chance(mixed(p.seed+k), i, round) * .13
			next = append(next, a, a.toward(b, .5).plus(point{-d.y, d.x}.times(stray)))
		}
		line = append(next, line[len(line)-1])
	}
	line = rounded(line, 1, false)
	var part []point
	flush := func() {
		if len(part) > 8 {
			p.m.Rivers = append(p.m.Rivers, chart.River{Tenths: int(width * 10), At: wholes(thinned(part, .5))})
		}
		part = nil
	}
	for _, q := range line {
		if p.here(q) {
			part = append(part, q)
		} else {
			flush()
		}
	}
	flush()
}

// chain places mountains of a size along a line, within a distance of half on
// each side (in units), where they leave names, cities and units uncovered.
func (p *placer) chain(at []point, size, half float64, k uint64) {
	gap := 24 * size
	seed := mixed(p.seed*7 + k)
	n := 0
	for i := range len(at) - 1 {
		a, b := at[i], at[i+1]
		d := b.minus(a)
		across := point{-d.y, d.x}.times(1 / max(a.far(b), 1))
		for range int(a.far(b)/gap*(1+half/14)*3) + 1 {
			n++
			q := a.toward(b, chance(seed, n, 0)*.5+.5).plus(across.times(half * chance(seed, n, 1)))
			s := size * 20 * (1 + .18*chance(seed, n, 2))
			if p.here(q) && p.vacant(q, s) {
				p.m.Hills = append(p.m.Hills, chart.Hill{int(q.x), int(q.y), int(s), int(mixed(seed+uint64(n)) % 4)})
			}
		}
	}
}

// vacant reports whether there is room for a mountain at a point.
func (p *placer) vacant(q point, s float64) bool {
	for _, h := range p.m.Hills {
		if dx, dy := math.Abs(q.x-float64(h[0])), math.Abs(q.y-float64(h[1])); dx < s*.95 && dy < s*.62 {
			return false
		}
	}
	for code, a := range p.m.Areas {
		far := func(c chart.Point) float64 { return q.far(point{float64(c[0]), float64(c[1])}) }
		if far(a.Unit) < 24+s*.4 || a.City != (chart.Point{}) && far(a.City) < 18+s*.5 {
			return false
		}
		b := p.bows[code]
		if b.far(q) < s*.45 {
			return false
		}
	}
	return true
}
