package atlas

import (
	"slices"
	"testing"

	"podesta/machiavelli/board"
)

// pairs are neighbours: two codes in alphabetical order, joined by a hyphen.
type pairs map[string]bool

func (p pairs) add(a, b string) { p[min(a, b)+"-"+max(a, b)] = true }

// compare tells of the pairs that only one of two sets has.
func compare(t *testing.T, what string, drawn, want pairs) {
	t.Helper()
	for k := range drawn {
		if !want[k] {
			t.Errorf("%s: the drawing has %s, the board has not", what, k)
		}
	}
	for k := range want {
		if !drawn[k] {
			t.Errorf("%s: the board has %s, the drawing has not", what, k)
		}
	}
}

// touching lists the pairs of areas with a common arc for which f holds.
func touching(f *italyFile, slug string, keep func(a, b string) bool) pairs {
	out := pairs{}
	for _, sides := range f.neighbours(slug) {
		if len(sides) == 2 && sides[0] != sides[1] && keep(sides[0], sides[1]) {
			out.add(sides[0], sides[1])
		}
	}
	return out
}

// edgesOf lists the board's pairs of areas for which f holds.
func edgesOf(b *board.Board, keep func(x, y board.ID) bool) pairs {
	out := pairs{}
	for x := 1; x < len(b.Areas); x++ {
		for y := x + 1; y < len(b.Areas); y++ {
			if keep(board.ID(x), board.ID(y)) {
				out.add(b.Areas[x].Code, b.Areas[y].Code)
			}
		}
	}
	return out
}

// sails reports whether a fleet passes between two areas at all.
func sails(b *board.Board, x, y board.ID) bool {
	for c := range b.FleetEdges[x] {
		if b.FleetEdges[x][c].Has(y) {
			return true
		}
	}
	return b.StraitBetween(x, y) != board.None
}

// TestTopologyOf1978 checks that areas touch on the drawing exactly where the
// board says that armies or fleets pass.
func TestTopologyOf1978(t *testing.T) {
	b := mustBoard(t, "italy-1978")
	f := italyData()
	areas := f.Boards[b.Slug].Areas
	land := func(c string) bool { a, ok := areas[c]; return ok && !a.Sea }
	sea := func(c string) bool { return areas[c].Sea }

	army := touching(f, b.Slug, func(x, y string) bool { return land(x) && land(y) })
	army.add("dal", "ist") // by the land bridge, without a common border
	compare(t, "armies", army, edgesOf(b, func(x, y board.ID) bool { return b.ArmyEdges[x].Has(y) }))

	water := touching(f, b.Slug, func(x, y string) bool { return sea(x) && (sea(y) || land(y)) || sea(y) && land(x) })
	compare(t, "seas", water, edgesOf(b, func(x, y board.ID) bool {
		return (b.Areas[x].Sea || b.Areas[y].Sea) && sails(b, x, y)
	}))

	// along the coast a fleet goes where a land border runs out into water
	wet := map[[2]int]bool{}
	sides := f.neighbours(b.Slug)
	for n, s := range sides {
		if slices.ContainsFunc(s, func(c string) bool { return sea(c) || c == "qua" }) {
			l := f.line(n)
			wet[l[0]], wet[l[len(l)-1]] = true, true
		}
	}
	coast := pairs{}
	for n, s := range sides {
		if len(s) == 2 && land(s[0]) && land(s[1]) {
			if l := f.line(n); wet[l[0]] || wet[l[len(l)-1]] {
				coast.add(s[0], s[1])
			}
		}
	}
	coast.add("dal", "ist") // round the Quarnero, along the land bridge
	compare(t, "coasts", coast, edgesOf(b, func(x, y board.ID) bool {
		return !b.Areas[x].Sea && !b.Areas[y].Sea && sails(b, x, y)
	}))
}

// TestTopologyOf1995 checks the provinces of the later board, which are joined
// from those of the earlier; where armies pass without a common border a link
// is drawn, and Venice, which armies cannot enter, lies in its lagoon.
func TestTopologyOf1995(t *testing.T) {
	b := mustBoard(t, "italy-1995")
	f := italyData()
	bd := f.Boards[b.Slug]
	land := func(c string) bool { a, ok := bd.Areas[c]; return ok && !a.Sea && c != "ven" }
	army := touching(f, b.Slug, func(x, y string) bool { return land(x) && land(y) })
	for _, l := range bd.Links {
		army.add(l.A, l.B)
	}
	compare(t, "armies", army, edgesOf(b, func(x, y board.ID) bool { return b.ArmyEdges[x].Has(y) }))
}

// TestAnchors checks that what is put on an area is put inside its outline.
func TestAnchors(t *testing.T) {
	// names that are written beside provinces too small for them
	offshore := map[string]bool{"mar": true, "nap": true, "rag": true, "ven": true}
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		s, err := sheetOf(b)
		if err != nil {
			t.Fatal(err)
		}
		for id := 1; id < len(b.Areas); id++ {
			a := &b.Areas[id]
			sh := s.areas[a.Code]
			if slug == "italy-1995" && a.Sea {
				continue // the borders of its seas are drawn as lines, not as outlines
			}
			inside := func(what string, p point) {
				if !within(sh.rings, p) {
					t.Errorf("%s: the %s of %s is outside", slug, what, a.Code)
				}
			}
			inside("unit", sh.unit)
			if a.City != board.NoCity {
				inside("city", sh.city)
			}
			if !offshore[a.Code] {
				inside("name", sh.label)
			}
		}
	}
}

// within reports whether p is inside the rings, by the even-odd rule.
func within(rings [][]point, p point) bool {
	in := false
	for _, r := range rings {
		for i := range r {
			a, b := r[i], r[(i+1)%len(r)]
			if (a.y > p.y) != (b.y > p.y) && p.x < (b.x-a.x)*(p.y-a.y)/(b.y-a.y)+a.x {
				in = !in
			}
		}
	}
	return in
}

// TestNothingOverlaps checks that the places of units, cities and names do not
// hide one another.
func TestNothingOverlaps(t *testing.T) {
	// provinces so small that the corner of one symbol touches another
	tight := map[string]bool{"rag": true, "ven": true, "nap": true, "mar": true, "pio": true}
	type item struct {
		area, what string
		at         point
		w, h       float64
	}
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		s, err := sheetOf(b)
		if err != nil {
			t.Fatal(err)
		}
		var all []item
		for id := 1; id < len(b.Areas); id++ {
			a := &b.Areas[id]
			sh := s.areas[a.Code]
			all = append(all, item{a.Code, "unit", sh.unit, 15, 15})
			if a.City != board.NoCity {
				all = append(all, item{a.Code, "city", sh.city, 11, 11})
			}
			if !a.Sea {
				w := sh.fit
				if w == 0 {
					w = .45 * sh.size * float64(len(a.Name))
				}
				all = append(all, item{a.Code, "name", sh.label, w/2 - 2, sh.size * .3})
			}
		}
		for i, x := range all {
			for _, y := range all[:i] {
				d := x.at.minus(y.at)
				if max(d.x, -d.x) < x.w+y.w && max(d.y, -d.y) < x.h+y.h && !(tight[x.area] && x.area == y.area) {
					t.Errorf("%s: the %s of %s and the %s of %s overlap", slug, x.what, x.area, y.what, y.area)
				}
			}
		}
	}
}

// TestSchematicBorders checks that no border of a schematic map runs under an
// area that it does not belong to.
func TestSchematicBorders(t *testing.T) {
	b := mustBoard(t, "diplomacy")
	s, err := sheetOf(b)
	if err != nil {
		t.Fatal(err)
	}
	middle := func(id int) point {
		r := s.areas[b.Areas[id].Code].rings[0]
		return r[0].toward(r[2], .5)
	}
	for x := 1; x < len(b.Areas); x++ {
		for y := x + 1; y < len(b.Areas); y++ {
			if !b.Borders[x].Has(board.ID(y)) {
				continue
			}
			for z := 1; z < len(b.Areas); z++ {
				for i := 0; i <= 60 && z != x && z != y; i++ {
					d := middle(x).toward(middle(y), float64(i)/60).minus(middle(z))
					if max(d.x, -d.x) < boxW && max(d.y, -d.y) < boxH {
						t.Errorf("the border of %s and %s runs under %s", b.Areas[x].Code, b.Areas[y].Code, b.Areas[z].Code)
						break
					}
				}
			}
		}
	}
}
