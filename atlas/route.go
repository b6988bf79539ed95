package atlas

import (
	"math"
	"slices"

	"podesta/machiavelli/board"
)

// ground holds the cost of drawing a line across each part of the sheet. The
// parts are squares, stored row by row.
type ground struct {
	columns, rows int
	cost          []uint8
}

// part is the side of a square of the ground, in units of the sheet.
const part = 8

// The costs of crossing things, per square.
const (
	overName  = 5
	overCity  = 7
	overBadge = 2
	overUnit  = 9
	overLine  = 7
	overEdge  = 9
)

// groundOf returns the ground of an empty board.
func (d *drawing) groundOf() *ground {
	s := d.sheet
	g := &ground{columns: s.w/part + 1, rows: s.h/part + 1}
	g.cost = make([]uint8, g.columns*g.rows)
	for id := 1; id < len(d.board.Areas); id++ {
		sh := d.shape(board.ID(id))
		d.alongName(sh, func(at point, r float64) { g.disc(at, r, overName) })
		if d.board.Areas[id].City != board.NoCity && sh.hasCity() {
			g.disc(sh.city, 17, overCity)
		}
		if !sh.sea && d.opt.Size != Phone {
			g.disc(sh.badge, 10, overBadge)
		}
	}
	return g
}

// alongName calls f with discs that cover an area's name.
func (d *drawing) alongName(sh *shape, f func(at point, r float64)) {
	switch {
	case d.opt.Labels == NoNames:
		return
	case d.opt.Labels == Codes:
		size := max(sh.size, d.codeSize())
		for i := -2; i <= 2; i++ {
			f(sh.label.shift(float64(i)*size*.4, 0), size*.4)
		}
		return
	case sh.bow != nil:
		for i := range 13 {
			t := float64(i) / 12
			f(sh.bow[0].toward(sh.bow[1], t).toward(sh.bow[1].toward(sh.bow[2], t), t), sh.size*.4)
		}
		return
	}
	name := d.board.Areas[d.find(sh.code)].Name
	lines, rise := sh.lines, 1.
	if len(lines) == 0 {
		lines = []string{name}
	}
	if sh.sea {
		rise = .98
	}
	for i, l := range lines {
		width := sh.fit
		if width == 0 || len(lines) > 1 {
			width = .5 * sh.size * float64(len(l))
		}
		mid := sh.label.shift(0, float64(i)*sh.size*rise)
		if sh.sea {
			mid.y -= sh.size * .33
		}
		for k := range 9 {
			f(mid.shift(width*(float64(k)/8-.5), 0), sh.size*.4)
		}
	}
}

// disc sets the cost of the squares in a disc to at least the given cost.
func (g *ground) disc(at point, r float64, cost uint8) {
	for y := int((at.y - r) / part); y <= int((at.y+r)/part); y++ {
		for x := int((at.x - r) / part); x <= int((at.x+r)/part); x++ {
			if x < 0 || y < 0 || x >= g.columns || y >= g.rows {
				continue
			}
			if i := y*g.columns + x; g.cost[i] < cost {
				g.cost[i] = cost
			}
		}
	}
}

// at returns the cost at a point.
func (g *ground) at(p point) int {
	x, y := int(math.Floor(p.x/part)), int(math.Floor(p.y/part))
	if x < 0 || y < 0 || x >= g.columns || y >= g.rows {
		return overEdge
	}
	return int(g.cost[y*g.columns+x])
}

// near returns the highest cost within a distance of a point.
func (g *ground) near(p point, r float64) int {
	worst := g.at(p)
	for _, s := range [4]point{{r, 0}, {-r, 0}, {0, r}, {0, -r}} {
		worst = max(worst, g.at(p.plus(s)))
	}
	return worst
}

// router finds lines for orders that avoid what is on the board.
type router struct {
	ground
	clear float64 // distance of lines from units
}

// around returns the router for the position, whose ground is the board's with
// the units added.
func (d *drawing) around() *router {
	r := &router{ground{d.ground.columns, d.ground.rows, slices.Clone(d.ground.cost)}, d.clear()}
	for i := range d.pos.Units {
		u := &d.pos.Units[i]
		r.disc(d.stand(*u), .72*r.clear, overUnit)
	}
	for i := range d.pos.Dislodged {
		r.disc(d.aside(&d.pos.Dislodged[i]), .76*r.clear, overUnit)
	}
	return r
}

// bends lists the bends that are tried, with the cost of each. A bend is a
// proportion of the distance between the ends and is positive to the left.
// Lines that bend to the left are preferred, so that two units that change
// places have two separate arrows.
var bends = []struct {
	part float64
	cost int
}{{.13, 1}, {-.13, 3}, {.05, 3}, {.22, 4}, {-.22, 7}, {.32, 9}, {-.32, 12}, {.44, 17}, {-.44, 20}}

// leg returns the best line from a to b, which bends toward the point by if
// nothing is in the way. What lies within lead of its start or within tail of
// its end is ignored.
func (r *router) leg(a, by, b point, lead, tail float64) curve {
	v := b.minus(a)
	best, least := curve{[]point{a, by, b}}, math.MaxInt
	for i := -1; i < len(bends); i++ {
		c, bad := best, 0
		if i >= 0 {
			c, bad = curve{[]point{a, a.toward(b, .5).plus(v.turned().times(bends[i].part)), b}}, bends[i].cost+int(math.Abs(bends[i].part)*v.length()/25)
		}
		if bad += r.along(c, lead, tail, least-bad); bad < least {
			best, least = c, bad
		}
	}
	return best
}

// along returns the cost of a line. It may stop adding when the sum exceeds
// most.
func (r *router) along(c curve, lead, tail float64, most int) int {
	a, b := c.points[0], c.points[2]
	n := max(4, min(48, int(b.minus(a).length()/part)))
	sum := 0
	for i := 1; i < n && sum < most; i++ {
		q := c.at(float64(i) / float64(n))
		if q.minus(a).length() > lead && q.minus(b).length() > tail {
			sum += r.at(q)
		}
	}
	return sum
}

// taken records a line that was drawn, so that others avoid it.
func (r *router) taken(c curve) {
	a, b := c.points[0], c.points[len(c.points)-1]
	for i := range 33 {
		q := c.at(float64(i) / 32)
		if q.minus(a).length() > r.clear && q.minus(b).length() > r.clear {
			r.disc(q, 6, overLine)
		}
	}
}

// way returns the line through some stops and records it, so that later lines
// avoid it.
func (r *router) way(stops []point, tail float64) curve {
	plain := through(stops)
	out := curve{stops[:1:1]}
	for i := 1; i < len(stops); i++ {
		end := r.clear
		if i == len(stops)-1 {
			end = tail
		}
		c := r.leg(stops[i-1], plain.points[2*i-1], stops[i], r.clear, end)
		r.taken(c)
		out.points = append(out.points, c.points[1:]...)
	}
	return out
}
