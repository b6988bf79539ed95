package atlas

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"

	"podesta/machiavelli/board"
)

// If units, cities and names are larger than in the normal layout, each name moves to a nearby
// place where it covers no unit, city or other name, and does not lie in another land.

// spacedSheets caches the sheets of the built-in boards with moved names.
var spacedSheets sync.Map // maps spacedKey to *sheet

type spacedKey struct {
	from  *sheet
	codes bool
}

// patch is a rectangle that a name should not cover.
type patch struct {
	lo, hi point
	weight float64
}

// patchAt returns the patch round a place.
func patchAt(at point, left, up, right, down, weight float64) patch {
	return patch{at.shift(-left, -up), at.shift(right, down), weight}
}

// covers returns the area that two patches have in common.
func (a patch) covers(b patch) float64 {
	w, h := min(a.hi.x, b.hi.x)-max(a.lo.x, b.lo.x), min(a.hi.y, b.hi.y)-max(a.lo.y, b.lo.y)
	if w <= 0 || h <= 0 {
		return 0
	}
	return w * h
}

// spaced returns the sheet for magnified drawings.
func (s *sheet) spaced(b *board.Board, o Options) *sheet {
	if s.schematic || o.Labels == NoNames || o.Size == Sheet {
		return s
	}
	key := spacedKey{s, o.Labels == Codes}
	if v, ok := spacedSheets.Load(key); ok {
		return v.(*sheet)
	}
	v, _ := spacedSheets.LoadOrStore(key, s.space(b, key.codes))
	return v.(*sheet)
}

func (s *sheet) space(b *board.Board, codes bool) *sheet {
	out := *s
	out.areas = maps.Clone(s.areas)
	var taken []patch
	var land []*shape
	var lots []lot
	for id := 1; id < len(b.Areas); id++ {
		sh := s.areas[b.Areas[id].Code]
		const k = smallUnit
		taken = append(taken, patchAt(sh.unit, 19*k, 22*k, 19*k, 22*k, 1))
		if b.Areas[id].City != board.NoCity && sh.hasCity() {
			const k = smallCity
			taken = append(taken, patchAt(sh.city, 18*k, 19*k, 20*k, 15*k, 1.5))
		}
		if sh.port != (point{}) {
			taken = append(taken, patchAt(sh.port, 8, 11, 8, 9, .6))
		}
		if !sh.sea {
			taken = append(taken, patchAt(sh.badge, 9, 10, 9, 12, .25), patchAt(sh.mark, 13, 13, 13, 13, .15), patchAt(sh.second, 13, 13, 13, 13, .15))
			land = append(land, sh)
			x := sh.box()
			lo := point{float64(x[0]), float64(x[1])}
			lots = append(lots, lot{sh, patch{lo, lo.shift(float64(x[2]), float64(x[3])), 1}})
		}
	}
	for _, c := range s.coasts {
		if codes {
			taken = append(taken, patchAt(c.at, .6*smallCoast, .8*smallCoast, .6*smallCoast, .25*smallCoast, .5))
		} else {
			taken = append(taken, patchAt(c.at, 2.4*screenCoast, .8*screenCoast, 2.4*screenCoast, .25*screenCoast, .5))
		}
	}
	// the longest names have the least choice
	wide := func(sh *shape) float64 { p := sh.written(b, codes); return p.hi.x - p.lo.x }
	slices.SortStableFunc(land, func(x, y *shape) int {
		return cmp.Or(cmp.Compare(wide(y), wide(x)), cmp.Compare(x.code, y.code))
	})
	for _, sh := range land {
		moved := *sh
		if !codes {
			moved.size, moved.fit = sh.size*screenName, sh.fit*screenName
		}
		if !codes && sh.bow != nil { // it keeps its line
			out.areas[sh.code] = &moved
			continue
		}
		moved.label = sh.label.plus(moved.giveWay(b, codes, taken, lots))
		taken = append(taken, moved.written(b, codes))
		out.areas[sh.code] = &moved
	}
	return &out
}

// lot is an area of land with its bounding rectangle.
type lot struct {
	*shape
	box patch
}

// holds reports whether a place is in the area.
func (l *lot) holds(p point) bool {
	return p.x >= l.box.lo.x && p.x <= l.box.hi.x && p.y >= l.box.lo.y && p.y <= l.box.hi.y && l.shape.holds(p)
}

// giveWay returns the best shift of a name.
func (sh *shape) giveWay(b *board.Board, codes bool, taken []patch, lots []lot) point {
	const (
		reach = 56
		step  = 7
	)
	here := sh.written(b, codes)
	far := patch{here.lo.shift(-reach, -reach), here.hi.shift(reach, reach), 1}
	taken = slices.DeleteFunc(slices.Clone(taken), func(t patch) bool { return t.covers(far) == 0 })
	var own lot
	var others []lot
	for _, l := range lots {
		switch {
		case l.code == sh.code:
			own = l
		case l.box.covers(far) > 0:
			others = append(others, l)
		}
	}
	best, least := point{}, math.Inf(1)
	for dy := -reach; dy <= reach; dy += step {
		for dx := -reach; dx <= reach; dx += step {
			by := point{float64(dx), float64(dy)}
			at := patch{here.lo.plus(by), here.hi.plus(by), 1}
			bad := 5 * by.length()
			for _, t := range taken {
				bad += t.weight * at.covers(t)
			}
			if bad < least {
				bad += at.abroad(&own, others, least-bad)
			}
			if bad < least {
				best, least = by, bad
			}
		}
	}
	return best
}

// abroad returns the cost of a name that lies in other lands or at sea. It may
// stop adding when the sum exceeds most.
func (a patch) abroad(own *lot, others []lot, most float64) float64 {
	sum := 0.
	for i := range 5 {
		for _, v := range [2]float64{.2, .8} {
			p := point{a.lo.x + (a.hi.x-a.lo.x)*float64(i)/4, a.lo.y + (a.hi.y-a.lo.y)*v}
			switch {
			case own.holds(p):
			case slices.ContainsFunc(others, func(l lot) bool { return l.holds(p) }):
				sum += 160
			default:
				sum += 40
			}
			if sum > most {
				return sum
			}
		}
	}
	return sum
}

// holds reports whether a place is in an area.
func (sh *shape) holds(p point) bool {
	in := false
	for _, r := range sh.rings {
		for i, a := range r {
			b := r[(i+1)%len(r)]
			if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
				in = !in
			}
		}
	}
	return in
}

// written returns the patch of an area's name or code.
func (sh *shape) written(b *board.Board, codes bool) patch {
	if codes {
		size := max(sh.size, smallCode)
		return patchAt(sh.label, .33*size*float64(len(sh.code)), .38*size, .33*size*float64(len(sh.code)), .38*size, 1)
	}
	lines := sh.lines
	if len(lines) < 2 {
		lines = []string{sh.name(b)}
	}
	width := 0.
	for _, l := range lines {
		width = max(width, .5*sh.size*float64(len(l)))
	}
	if len(lines) == 1 && sh.fit > 0 {
		width = sh.fit
	}
	return patchAt(sh.label, width/2, .4*sh.size, width/2, (float64(len(lines))-.55)*sh.size, 1)
}

// name returns the name of the area.
func (sh *shape) name(b *board.Board) string {
	for i := range b.Areas {
		if b.Areas[i].Code == sh.code {
			return b.Areas[i].Name
		}
	}
	return ""
}
