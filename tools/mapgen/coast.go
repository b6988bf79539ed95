package main

import "math"

// The values of a grid of land and water.
const (
	water uint8 = iota
	land
)

// Limits for tidying coasts. Straits narrower than this are closed, and spits
// thinner than this are cut off, in units of the sheet. Islands and ponds
// smaller than this, in square units, are left out.
const (
	hair  = 1.2
	islet = 14
)

// window clips a ring to a rectangle of longitudes and latitudes.
func window(ring []place, low, high place) []place {
	for side := range 4 {
		inside := func(a place) bool {
			switch side {
			case 0:
				return a.lon >= low.lon
			case 1:
				return a.lon <= high.lon
			case 2:
				return a.lat >= low.lat
			}
			return a.lat <= high.lat
		}
		cut := func(a, b place) place {
			limit := [4]float64{low.lon, high.lon, low.lat, high.lat}[side]
			if side < 2 {
				return place{limit, a.lat + (b.lat-a.lat)*(limit-a.lon)/(b.lon-a.lon)}
			}
			return place{a.lon + (b.lon-a.lon)*(limit-a.lat)/(b.lat-a.lat), limit}
		}
		var out []place
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			switch {
			case inside(a) && inside(b):
				out = append(out, b)
			case inside(a):
				out = append(out, cut(a, b))
			case inside(b):
				out = append(out, cut(a, b), b)
			}
		}
		ring = out
	}
	return ring
}

// coast makes the plan's grid of land and water. It begins with the land of the world, and then
// fills and carves out what the plan says.
func (p *plan) coast(w world, height int) *grid {
	low, high := place{math.Inf(1), math.Inf(1)}, place{math.Inf(-1), math.Inf(-1)}
	reach := func(a place) {
		low = place{min(low.lon, a.lon-8), min(low.lat, a.lat-6)}
		high = place{max(high.lon, a.lon+8), max(high.lat, a.lat+6)}
	}
	for _, seeds := range p.seeds {
		for _, a := range seeds {
			reach(a)
		}
	}
	for _, a := range p.projection.edges {
		reach(a)
	}
	var rings [][]point
	for _, r := range w {
		if r = window(r, low, high); len(r) > 2 {
			rings = append(rings, p.projection.line(r, true))
		}
	}
	g := newGrid(p.width, height)
	g.fill(rings, func(i int) { g.c[i] = land })
	for k, f := range p.features {
		switch f.kind {
		case "fill":
			g.fill([][]point{p.projection.sketch(f.at)}, func(i int) { g.c[i] = land })
		case "carve":
			g.fill([][]point{p.blob(f, k)}, func(i int) { g.c[i] = water })
		}
	}
	g.grow(land, hair/2*fine)
	g.grow(water, hair*fine)
	g.grow(land, hair/2*fine)
	g.sweep()
	return g
}

// sweep removes small islands and fills ponds.
func (g *grid) sweep() {
	all, of := g.pieces(func(uint8) bool { return false })
	edge := make([]bool, len(all))
	for x := range g.w {
		edge[of[x]], edge[of[len(of)-1-x]] = true, true
	}
	for y := range g.h {
		edge[of[y*g.w]], edge[of[y*g.w+g.w-1]] = true, true
	}
	for i, n := range of {
		if all[n].cells < islet*fine*fine && !edge[n] {
			g.c[i] = 1 - all[n].value
		}
	}
}

// blob returns a rounded outline with a few irregularities.
func (p *plan) blob(f feature, k int) []point {
	ring := rounded(p.projection.sketch(f.at), 2, true)
	size := 5.0
	if f.kind == "isle" {
		size = 2
	}
	for i := range ring {
		a := float64(i) * 9
		ring[i].x += size * wander(mixed(p.seed+uint64(100+k)), point{a, 0}, 22)
		ring[i].y += size * wander(mixed(p.seed+uint64(200+k)), point{a, 0}, 22)
	}
	return rounded(ring, 2, true)
}

// rounded cuts the corners of a line or a ring the given number of times
// (Chaikin).
func rounded(line []point, times int, closed bool) []point {
	for range times {
		var out []point
		n := len(line)
		if !closed {
			out = append(out, line[0])
		}
		for i, a := range line {
			if i+1 == n && !closed {
				break
			}
			b := line[(i+1)%n]
			out = append(out, a.toward(b, .25), a.toward(b, .75))
		}
		if !closed {
			out = append(out, line[n-1])
		}
		line = out
	}
	return line
}
