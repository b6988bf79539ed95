package atlas

import (
	"testing"

	"podesta/machiavelli/board"
)

// TestTopology checks that areas touch on the charts exactly where armies or
// fleets can pass on the boards, and at which coast.
func TestTopology(t *testing.T) {
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		c, ok := chartOf(slug)
		if !ok {
			t.Errorf("%s: there is no chart", slug)
			continue
		}
		for _, m := range c.Mismatches(b) {
			t.Errorf("%s: %s", slug, m)
		}
	}
}

// TestAnchors checks that everything placed on an area lies inside its outline.
func TestAnchors(t *testing.T) {
	// names placed next to provinces that are too small for them
	offshore := map[string]bool{"mar": true, "nap": true, "rag": true, "ven": true, "cly": true, "edi": true}
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		s, err := sheetOf(b, curved)
		if err != nil {
			t.Fatal(err)
		}
		for id := 1; id < len(b.Areas); id++ {
			a := &b.Areas[id]
			sh := s.areas[a.Code]
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

// TestNothingOverlaps checks that units, cities and names do not hide one
// another.
func TestNothingOverlaps(t *testing.T) {
	// provinces so small that symbols touch at the corners
	tight := map[string]bool{"rag": true, "ven": true, "nap": true, "mar": true, "pio": true}
	type item struct {
		area, what string
		at         point
		w, h       float64
	}
	for _, slug := range board.Slugs() {
		b := mustBoard(t, slug)
		s, err := sheetOf(b, curved)
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
			if a.Sea {
				continue
			}
			if sh.bow != nil {
				// a slanted name is a row of small boxes
				for i := range 9 {
					m := sh.bow[0].toward(sh.bow[1], float64(i)/8).toward(sh.bow[1].toward(sh.bow[2], float64(i)/8), float64(i)/8)
					all = append(all, item{a.Code, "name", m, sh.size * .25, sh.size * .25})
				}
				continue
			}
			w := sh.fit
			if w == 0 {
				w = .45 * sh.size * float64(len(a.Name))
			}
			all = append(all, item{a.Code, "name", sh.label, w/2 - 2, sh.size * .3})
		}
		for i, x := range all {
			for _, y := range all[:i] {
				d := x.at.minus(y.at)
				if x.area == y.area && (x.what == y.what || tight[x.area]) {
					continue
				}
				if max(d.x, -d.x) < x.w+y.w && max(d.y, -d.y) < x.h+y.h {
					t.Errorf("%s: the %s of %s and the %s of %s overlap", slug, x.what, x.area, y.what, y.area)
				}
			}
		}
	}
}
