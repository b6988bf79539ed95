package main

import (
	"math"
	"strings"
)

// bow is the line along which a name is written: level, inclined, or curved.
type bow struct {
	from, bend, to point
	size, width    float64
}

// at returns the point at t, from 0 to 1.
func (b *bow) at(t float64) point {
	return b.from.toward(b.bend, t).toward(b.bend.toward(b.to, t), t)
}

// level reports whether the name is written horizontally and straight.
func (b *bow) level() bool { return b.from.y == b.to.y && b.bend.y == b.from.y }

// bowed returns the bow with a given middle and width, at an angle in degrees,
// whose sag is a fraction of the width.
func bowed(middle point, size, width, degrees, sag float64) bow {
	c, s := math.Cos(radians(degrees)), math.Sin(radians(degrees))
	half := point{c, s}.times(width / 2)
	up := point{s, -c}.times(sag * width)
	// The middle of the curve is halfway to the bend, so the ends go down as
	// far.
	return bow{from: middle.minus(half).minus(up.times(.5)), bend: middle.plus(up.times(1.5)), to: middle.plus(half).minus(up.times(.5)), size: size, width: width}
}

// far returns the distance of a point from the name.
func (b *bow) far(p point) float64 {
	best := math.Inf(1)
	const n = 12
	for i := range n {
		best = min(best, aside(p, b.at(float64(i)/n), b.at(float64(i+1)/n)))
	}
	return best - b.size*.36
}

// widthOf returns the approximate width of a name at a size of 1.
func widthOf(name string) float64 {
	w := 0.0
	for _, r := range name {
		switch {
		case strings.ContainsRune("iljftI' ", r):
			w += .3
		case strings.ContainsRune("mwMW", r):
			w += .84
		case r >= 'A' && r <= 'Z':
			w += .68
		case r == 'r' || r == 's':
			w += .4
		default:
			w += .49
		}
	}
	return w
}

// The sizes of names and of the marks in a province, in units of the sheet.
const (
	largest   = 25
	smallest  = 12
	cityRoom  = 17
	unitRoom  = 25
	badgeRoom = 12
	markRoom  = 14
)

// leanings and sags are the bows to try: angles in degrees, and sags as
// fractions of the width.
var (
	leanings = []float64{0, -12, 12, -24, 24, -36, 36, -48, 48, -60, 60}
	sags     = []float64{0, .1, -.1}
)

// spot is a candidate for the positions of a name and of a unit.
type spot struct {
	name  bow
	unit  point
	worth float64
}

// spots finds the best positions for a province's name and unit near its city.
// It prefers large level names, and room for the unit.
func (f *field) spots(name string, city point, fixed *bow, unit point) spot {
	best := spot{worth: math.Inf(-1)}
	wide := widthOf(name)
	free := func(p point) float64 {
		r := f.room(p)
		if city != (point{}) {
			r = min(r, p.far(city)-cityRoom)
		}
		return r
	}
	middle := f.middle()
	judge := func(b bow, lean, sag float64) {
		good := min(b.size, 21) + .35*(b.size-min(b.size, 21)) - math.Abs(lean)*.07 - math.Abs(sag)*22
		if good+1.3*unitRoom < best.worth {
			return
		}
		at, room := unit, 0.0
		if unit == (point{}) {
			good -= .004 * b.at(.5).far(middle)
			found := math.Inf(-1)
			f.lattice(4, func(p point, inside float64) {
				r := min(inside, unitRoom+5)
				if city != (point{}) {
					r = min(r, p.far(city)-cityRoom)
				}
				if r < found {
					return
				}
				r = min(r, b.far(p)) - .006*p.far(middle)
				if r > found {
					at, found = p, r
				}
			})
			room = found
		}
		if worth := good + 1.3*min(room, unitRoom); worth > best.worth {
			best = spot{b, at, worth}
		}
	}
	if fixed != nil {
		judge(*fixed, 0, 0)
		return best
	}
	for size := float64(largest); size >= smallest; size-- {
		width := wide * size
		for i, lean := range leanings {
			for _, sag := range sags {
				if i == 0 && sag != 0 && width < 90 {
					continue
				}
				f.lattice(5, func(p point, room float64) {
					if room < size*.4 {
						return
					}
					b := bowed(p, size, width, lean, sag)
					for _, t := range [...]float64{0, 1, .5, .25, .75, .12, .88, .37, .63} {
						q := b.at(t)
						if free(q) < size*.42 {
							return
						}
					}
					judge(b, lean, sag)
				})
			}
		}
	}
	return best
}

// beside finds the point near another point that has the most room, up to what
// is wanted, and keeps its distance from what has been placed.
func (f *field) beside(near point, want float64, taken func(p point) float64) point {
	best, at := math.Inf(-1), near
	f.lattice(2, func(p point, inside float64) {
		if w := min(inside, want, taken(p)) - .03*p.far(near); w > best {
			best, at = w, p
		}
	})
	return at
}
