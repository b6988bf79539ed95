package main

import "math"

// mixed returns a number that looks random and is always the same for the same
// input (splitmix64).
func mixed(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

// chance returns a number between -1 and 1 that looks random, for a point of a lattice.
func chance(seed uint64, x, y int) float64 {
	n := mixed(mixed(seed^mixed(uint64(int64(x)))) ^ uint64(int64(y)))
	return float64(n>>11)/(1<<52) - 1
}

// wander returns the value of a smooth field that looks random, with an
// amplitude of about 1 and waves of about the given length.
func wander(seed uint64, p point, length float64) float64 {
	fx, fy := p.x/length, p.y/length
	x, y := int(math.Floor(fx)), int(math.Floor(fy))
	wx, wy := weights(fx-float64(x)), weights(fy-float64(y))
	sum := 0.0
	for j := range 4 {
		row := 0.0
		for i := range 4 {
			row += wx[i] * chance(seed, x+i-1, y+j-1)
		}
		sum += wy[j] * row
	}
	return sum * 1.8
}

// weights returns the weights of the Catmull-Rom cubic.
func weights(t float64) [4]float64 {
	t2, t3 := t*t, t*t*t
	return [4]float64{(-t3 + 2*t2 - t) / 2, (3*t3 - 5*t2 + 2) / 2, (-3*t3 + 4*t2 + t) / 2, (t3 - t2) / 2}
}

// drift is the displacement of borders at each unit of the sheet and its
// margin.
type drift struct {
	w, h int
	at   []point
}

// drift computes the noise of the plan.
func (p *plan) drift(height int) *drift {
	d := &drift{w: p.width + 2*margin + 1, h: height + 2*margin + 1}
	d.at = make([]point, d.w*d.h)
	for k, n := range p.noise {
		sx, sy := mixed(p.seed*64+uint64(2*k)), mixed(p.seed*64+uint64(2*k+1))
		for y := range d.h {
			for x := range d.w {
				q := point{float64(x), float64(y)}
				a := &d.at[y*d.w+x]
				a.x += n[0] * wander(sx, q, n[1])
				a.y += n[0] * wander(sy, q, n[1])
			}
		}
	}
	return d
}

// of returns the displacement at a place that is given in units from the grid's
// corner.
func (d *drift) of(x, y float64) point {
	i, j := min(int(x), d.w-2), min(int(y), d.h-2)
	u, v := x-float64(i), y-float64(j)
	a, b, c, e := d.at[j*d.w+i], d.at[j*d.w+i+1], d.at[(j+1)*d.w+i], d.at[(j+1)*d.w+i+1]
	return point{
		(a.x*(1-u)+b.x*u)*(1-v) + (c.x*(1-u)+e.x*u)*v,
		(a.y*(1-u)+b.y*u)*(1-v) + (c.y*(1-u)+e.y*u)*v,
	}
}
