package main

import "math"

// earth is the radius of the earth in kilometres.
const earth = 6371

// projection maps places to points of the sheet: Lambert's conformal conic
// projection, followed by lenses that enlarge crowded regions. No lens tears or
// folds the map, so neighbours stay neighbours.
type projection struct {
	n, f, rho, lon float64
	lenses         []lens
	edges          [4]place // places on the west, east, north and south edge of the sheet
	origin         point    // the sheet's corner, in kilometres
	scale          float64  // units of the sheet per kilometre
}

// lens enlarges its centre by a factor of 1+strength. At the radius, in
// kilometres, half of the strength is left.
type lens struct {
	at               place
	strength, radius float64
	centre           point
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// lambert sets the two standard parallels and the middle.
func (p *projection) lambert(south, north float64, middle place) {
	tan := func(lat float64) float64 { return math.Tan(math.Pi/4 + radians(lat)/2) }
	p.n = math.Log(math.Cos(radians(south))/math.Cos(radians(north))) / math.Log(tan(north)/tan(south))
	p.f = earth * math.Cos(radians(south)) * math.Pow(tan(south), p.n) / p.n
	p.lon = middle.lon
	p.rho = p.f / math.Pow(tan(middle.lat), p.n)
}

// framed reports whether the projection and its frame are set.
func (p *projection) framed() bool { return p.n != 0 && p.edges[0] != p.edges[1] }

// conic projects a place without lenses. The result is in kilometres from the
// middle, y downwards.
func (p *projection) conic(a place) point {
	rho := p.f / math.Pow(math.Tan(math.Pi/4+radians(a.lat)/2), p.n)
	turn := p.n * radians(a.lon-p.lon)
	return point{rho * math.Sin(turn), rho*math.Cos(turn) - p.rho}
}

// bend applies the lenses. The first lenses of the plan are applied last.
func (p *projection) bend(q point, first int) point {
	for i := len(p.lenses) - 1; i >= first; i-- {
		l := &p.lenses[i]
		dx, dy := q.x-l.centre.x, q.y-l.centre.y
		g := 1 + l.strength/(1+(dx*dx+dy*dy)/(l.radius*l.radius))
		q = point{l.centre.x + dx*g, l.centre.y + dy*g}
	}
	return q
}

// fit places the lenses and fits the frame to a width. It returns the height.
func (p *projection) fit(width int) int {
	for i := len(p.lenses) - 1; i >= 0; i-- {
		p.lenses[i].centre = p.bend(p.conic(p.lenses[i].at), i+1)
	}
	at := func(i int) point { return p.bend(p.conic(p.edges[i]), 0) }
	p.origin = point{at(0).x, at(2).y}
	p.scale = float64(width) / (at(1).x - at(0).x)
	return int(math.Round((at(3).y - at(2).y) * p.scale))
}

// project returns the point of a place on the sheet.
func (p *projection) project(a place) point {
	q := p.bend(p.conic(a), 0)
	return point{(q.x - p.origin.x) * p.scale, (q.y - p.origin.y) * p.scale}
}

// line projects places, and adds points between places far apart, since a
// straight line on the earth is curved on the sheet.
func (p *projection) line(places []place, closed bool) []point {
	const step = .03
	var out []point
	n := len(places)
	for i, a := range places {
		out = append(out, p.project(a))
		if i+1 == n && !closed {
			break
		}
		b := places[(i+1)%n]
		k := int(math.Ceil(math.Hypot(b.lon-a.lon, b.lat-a.lat) / step))
		for j := 1; j < k; j++ {
			f := float64(j) / float64(k)
			out = append(out, p.project(place{a.lon + (b.lon-a.lon)*f, a.lat + (b.lat-a.lat)*f}))
		}
	}
	return out
}

// sketch projects places without adding points.
func (p *projection) sketch(places []place) []point {
	out := make([]point, len(places))
	for i, a := range places {
		out[i] = p.project(a)
	}
	return out
}
