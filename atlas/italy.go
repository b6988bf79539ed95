package atlas

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"sync"

	"podesta/machiavelli"
)

//go:embed data/italy.json
var italyJSON []byte

// italyFile is the form of data/italy.json. Arcs are shared lines between
// areas: a first point and steps from it, in halves of the sheet's unit. A ring
// lists arcs; ^n is arc n walked backwards. All else is in the sheet's unit.
type italyFile struct {
	Width     int
	Height    int
	Arcs      [][]int
	Extra     map[string][][]int
	Boards    map[string]italyBoard
	Rivers    [][]float64
	Lakes     [][]int
	Mountains []int
}

type italyBoard struct {
	Areas    map[string]italyArea
	Lagoon   [][]int     // water that is part of an area of land
	SeaPairs [][2]string // neighbouring seas whose common arcs are drawn; all where empty
	SeaLines [][]int     // borders between seas that follow no arc
	Links    []struct {
		A, B string
		At   []int
	}
	Straits [][]int
	Coasts  []struct {
		Area, Coast string
		At          [2]float64
	}
}

type italyArea struct {
	Sea   bool
	Rings [][]int
	Hit   []int
	Label []float64
	Lines []string
	Unit  [2]float64
	City  [2]float64
	Port  [2]float64
	Badge [2]float64
	Mark  [2]float64
	Mark2 [2]float64
}

var italyData = sync.OnceValue(func() *italyFile {
	var f italyFile
	if err := json.Unmarshal(italyJSON, &f); err != nil {
		panic("atlas: data/italy.json: " + err.Error())
	}
	return &f
})

// line is the points of an arc, backwards for ^n.
func (f *italyFile) line(n int) [][2]int {
	back := n < 0
	if back {
		n = ^n
	}
	a := f.Arcs[n]
	out := make([][2]int, 0, len(a)/2)
	x, y := 0, 0
	for i := 0; i+1 < len(a); i += 2 {
		x, y = x+a[i], y+a[i+1]
		out = append(out, [2]int{x, y})
	}
	if back {
		for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
			out[i], out[j] = out[j], out[i]
		}
	}
	return out
}

// ring is the points of a closed ring, the last one left out.
func (f *italyFile) ring(arcs []int) [][2]int {
	var out [][2]int
	for _, n := range arcs {
		l := f.line(n)
		out = append(out, l[:len(l)-1]...)
	}
	return out
}

// steps writes points as a path of relative lines, closed or open.
func steps(points [][2]int, closed bool) string {
	if len(points) == 0 {
		return ""
	}
	b := []byte{'M'}
	num := func(v int, first bool) {
		if v >= 0 && !first {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	num(points[0][0], true)
	num(points[0][1], false)
	b = append(b, 'l')
	for i := 1; i < len(points); i++ {
		num(points[i][0]-points[i-1][0], i == 1)
		num(points[i][1]-points[i-1][1], false)
	}
	if closed {
		b = append(b, 'z')
	}
	return string(b)
}

// flat pairs up a list of coordinates.
func flat(c []int) [][2]int {
	out := make([][2]int, 0, len(c)/2)
	for i := 0; i+1 < len(c); i += 2 {
		out = append(out, [2]int{c[i], c[i+1]})
	}
	return out
}

// neighbours lists, for each arc, the areas and extras on its two sides.
func (f *italyFile) neighbours(slug string) [][]string {
	out := make([][]string, len(f.Arcs))
	add := func(code string, rings [][]int) {
		for _, r := range rings {
			for _, n := range r {
				if n < 0 {
					n = ^n
				}
				out[n] = append(out[n], code)
			}
		}
	}
	for code, a := range f.Boards[slug].Areas {
		add(code, a.Rings)
	}
	for code, rings := range f.Extra {
		add(code, rings)
	}
	return out
}

// italySheet makes the sheet of one of the Italian boards.
func italySheet(slug string) *sheet {
	f := italyData()
	bd := f.Boards[slug]
	s := &sheet{
		w: f.Width, h: f.Height, half: true,
		areas: map[string]*shape{},
		extra: map[string]string{},
		rose:  point{250, 1800},
		key:   box{1566, 1700, 420, 282},
	}
	at := func(p [2]float64) point { return point{p[0], p[1]} }
	for code, a := range bd.Areas {
		sh := &shape{
			code: code, sea: a.Sea, lines: a.Lines,
			label: point{a.Label[0], a.Label[1]}, size: a.Label[2],
			unit: at(a.Unit), city: at(a.City), port: at(a.Port), badge: at(a.Badge), mark: at(a.Mark), second: at(a.Mark2),
		}
		if len(a.Label) > 3 {
			sh.fit = a.Label[3]
		}
		if a.Sea {
			sh.outline = steps(flat(a.Hit), true)
		}
		for _, r := range a.Rings {
			pts := f.ring(r)
			if !a.Sea {
				sh.outline += steps(pts, true)
			}
			ring := make([]point, 0, len(pts))
			for _, q := range pts {
				ring = append(ring, point{float64(q[0]) / 2, float64(q[1]) / 2})
			}
			sh.rings = append(sh.rings, ring)
		}
		s.areas[code] = sh
	}
	for code, rings := range f.Extra {
		for _, r := range rings {
			s.extra[code] += steps(f.ring(r), true)
		}
	}
	for _, r := range bd.Lagoon {
		s.extra["lagoon"] += steps(f.ring(r), true)
	}
	s.seaLines = f.seaLines(slug)
	for _, l := range bd.Links {
		s.links = append(s.links, link{a: l.A, b: l.B, d: steps(flat(l.At), false)})
	}
	for _, l := range bd.Straits {
		s.straits = append(s.straits, link{d: steps(flat(l), false)})
	}
	for _, c := range bd.Coasts {
		for k := machiavelli.NorthCoast; k < machiavelli.NumCoasts; k++ {
			if k.Code() == c.Coast {
				s.coasts = append(s.coasts, coastName{area: c.Area, coast: k, at: at(c.At)})
			}
		}
	}
	for _, r := range f.Rivers {
		pts := make([][2]int, 0, len(r)/2)
		for i := 1; i+1 < len(r); i += 2 {
			pts = append(pts, [2]int{int(r[i]), int(r[i+1])})
		}
		s.rivers = append(s.rivers, river{r[0], steps(pts, false)})
	}
	for _, l := range f.Lakes {
		s.lakes += steps(flat(l), true)
	}
	for i := 0; i+2 < len(f.Mountains); i += 3 {
		s.mountains = append(s.mountains, mountain{f.Mountains[i], f.Mountains[i+1], f.Mountains[i+2]})
	}
	return s
}

// seaLines is the path of the borders between seas.
func (f *italyFile) seaLines(slug string) string {
	bd := f.Boards[slug]
	wet := func(code string) bool { return bd.Areas[code].Sea || code == "qua" }
	var out string
	for n, sides := range f.neighbours(slug) {
		if len(sides) != 2 || !wet(sides[0]) || !wet(sides[1]) {
			continue
		}
		drawn := len(bd.SeaPairs) == 0
		for _, p := range bd.SeaPairs {
			if p == [2]string{sides[0], sides[1]} || p == [2]string{sides[1], sides[0]} {
				drawn = true
			}
		}
		if drawn {
			out += steps(f.line(n), false)
		}
	}
	for _, l := range bd.SeaLines {
		pts := flat(l)
		for i := range pts {
			pts[i][0] *= 2
			pts[i][1] *= 2
		}
		out += steps(pts, false)
	}
	return out
}
