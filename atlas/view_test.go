package atlas

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli/board"
)

// TestViewAroundAreas checks that parts of the sheet contain the given areas and stay on
// the sheet.
func TestViewAroundAreas(t *testing.T) {
	for _, slug := range []string{"italy-1978", "italy-1995", "diplomacy"} {
		b, err := board.Get(slug, true)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sheetOf(b, curved)
		if err != nil {
			t.Fatal(err)
		}
		for id := board.ID(1); int(id) < len(b.Areas); id++ {
			other := id%board.ID(len(b.Areas)-1) + 1
			v, err := Around(b, id, other)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range []board.ID{id, other} {
				p := s.areas[b.Areas[at].Code].unit
				if p.x < float64(v.X) || p.x > float64(v.X+v.W) || p.y < float64(v.Y) || p.y > float64(v.Y+v.H) {
					t.Errorf("%s: the unit of %s is not in the view %v", slug, b.Areas[at].Name, v)
				}
			}
			if v.X < -frame || v.Y < -frame || v.X+v.W > s.w+frame+1 || v.Y+v.H > s.h+frame+1 {
				t.Errorf("%s: the view %v of %s leaves the sheet", slug, v, b.Areas[id].Name)
			}
		}
	}
}

// TestPartialView draws a part of a map, and checks that it has the requested view and no cartouche.
func TestPartialView(t *testing.T) {
	b, err := board.Get("italy-1978", true)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Around(b); err != nil || v != (View{}) {
		t.Errorf("around nothing: %v, %v", v, err)
	}
	pavia, _ := b.Find("Pavia")
	v, err := Around(b, pavia.ID)
	if err != nil {
		t.Fatal(err)
	}
	var w bytes.Buffer
	if err := Base(&w, b, Options{View: v}); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf(`viewBox="%d %d %d %d"`, v.X, v.Y, v.W, v.H); !strings.Contains(w.String(), want) {
		t.Errorf("the drawing has not the %s", want)
	}
	if err := Base(&w, b, Options{View: View{W: -1, H: 5}}); err == nil {
		t.Error("a view without a width was drawn")
	}
}
