package main

import "math"

// field is a rectangle of the sheet that holds, for each unit in it, the distance to the outside
// of an area.
type field struct {
	x, y, w, h int
	clear      []float32
}

// field returns the field of a face. If the face has several parts, it is the
// field of the largest.
func (g *grid) field(face uint8) *field {
	w, h := g.w/fine, g.h/fine
	at := func(x, y int) bool { return g.c[(y*fine+fine/2)*g.w+x*fine+fine/2] == face }
	seen := make([]bool, w*h)
	var best []int32
	for i := range seen {
		if seen[i] || !at(i%w, i/w) {
			continue
		}
		queue := []int32{int32(i)}
		seen[i] = true
		for k := 0; k < len(queue); k++ {
			x, y := int(queue[k])%w, int(queue[k])/w
			for _, s := range steps {
				u, v := x+s[0], y+s[1]
				if u >= 0 && v >= 0 && u < w && v < h && !seen[v*w+u] && at(u, v) {
					seen[v*w+u] = true
					queue = append(queue, int32(v*w+u))
				}
			}
		}
		if len(queue) > len(best) {
			best = queue
		}
	}
	if len(best) == 0 {
		return &field{}
	}
	low, high := [2]int{w, h}, [2]int{}
	for _, i := range best {
		x, y := int(i)%w, int(i)/w
		low = [2]int{min(low[0], x), min(low[1], y)}
		high = [2]int{max(high[0], x), max(high[1], y)}
	}
	f := &field{x: low[0] - 1, y: low[1] - 1, w: high[0] - low[0] + 3, h: high[1] - low[1] + 3}
	inside := make([]bool, f.w*f.h)
	for _, i := range best {
		inside[(int(i)/w-f.y)*f.w+int(i)%w-f.x] = true
	}
	f.measure(inside)
	return f
}

// measure computes the distances (Felzenszwalb and Huttenlocher).
func (f *field) measure(inside []bool) {
	const far = 1e12
	d := make([]float64, f.w*f.h)
	for i, in := range inside {
		if in {
			d[i] = far
		}
	}
	line := make([]float64, max(f.w, f.h))
	for x := range f.w {
		for y := range f.h {
			line[y] = d[y*f.w+x]
		}
		for y, v := range squares(line[:f.h]) {
			d[y*f.w+x] = v
		}
	}
	f.clear = make([]float32, len(d))
	for y := range f.h {
		for x, v := range squares(d[y*f.w : (y+1)*f.w]) {
			f.clear[y*f.w+x] = float32(math.Sqrt(v))
		}
	}
}

// squares returns the lower envelope of parabolas that rise from the values.
func squares(v []float64) []float64 {
	n := len(v)
	out := make([]float64, n)
	at := make([]int, n)
	from := make([]float64, n+1)
	k := 0
	from[0], from[1] = math.Inf(-1), math.Inf(1)
	meet := func(q, r int) float64 {
		return (v[q] + float64(q*q) - v[r] - float64(r*r)) / float64(2*q-2*r)
	}
	for q := 1; q < n; q++ {
		s := meet(q, at[k])
		for s <= from[k] {
			k--
			s = meet(q, at[k])
		}
		k++
		at[k], from[k], from[k+1] = q, s, math.Inf(1)
	}
	k = 0
	for q := range n {
		for from[k+1] < float64(q) {
			k++
		}
		out[q] = float64((q-at[k])*(q-at[k])) + v[at[k]]
	}
	return out
}

// room returns the distance of a point from the outside of the area, or 0 if it
// lies outside.
func (f *field) room(p point) float64 {
	x, y := int(math.Floor(p.x))-f.x, int(math.Floor(p.y))-f.y
	if x < 0 || y < 0 || x >= f.w || y >= f.h {
		return 0
	}
	return float64(f.clear[y*f.w+x])
}

// lattice calls visit for the points of a square lattice that lie inside. step
// is the distance between them in units.
func (f *field) lattice(step int, visit func(p point, room float64)) {
	for y := step / 2; y < f.h; y += step {
		for x := step / 2; x < f.w; x += step {
			if c := f.clear[y*f.w+x]; c > 0 {
				visit(point{float64(f.x+x) + .5, float64(f.y+y) + .5}, float64(c))
			}
		}
	}
}

// middle returns the mean of the field's points.
func (f *field) middle() point {
	sum, n := point{}, 0.0
	f.lattice(3, func(p point, _ float64) {
		sum, n = sum.plus(p), n+1
	})
	return sum.times(1 / max(n, 1))
}
