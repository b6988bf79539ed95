package atlas

import (
	"testing"

	"podesta/machiavelli/board"
)

// TestMovedNames checks that with larger units fewer names are covered than in the
// normal layout, and that none moves far.
func TestMovedNames(t *testing.T) {
	for _, slug := range board.Slugs() {
		b, err := board.Get(slug, false)
		if err != nil {
			t.Fatal(err)
		}
		s, err := sheetOf(b, curved)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []Options{{Size: Screen, Labels: Names}, {Size: Phone, Labels: Codes}} {
			near := s.spaced(b, o)
			if near != s.spaced(b, o) {
				t.Errorf("%s: worked out twice", slug)
			}
			// how many names a unit in its own area would cover by a twentieth
			covered := func(from *sheet, grow float64) (n int) {
				for _, a := range b.Areas[1:] {
					sh := *from.areas[a.Code]
					if a.Sea || o.Labels == Names && sh.bow != nil {
						continue
					}
					sh.size, sh.fit = sh.size*grow, sh.fit*grow
					name := sh.written(b, o.Labels == Codes)
					unit := patchAt(sh.unit, 19*smallUnit, 22*smallUnit, 19*smallUnit, 22*smallUnit, 1)
					if name.covers(unit) > 0.05*name.covers(name) {
						n++
					}
					if by := sh.label.minus(s.areas[a.Code].label).length(); by > 80 {
						t.Errorf("%s: the name of %s is %.0f from its normal place", slug, a.Code, by)
					}
				}
				return n
			}
			grow := 1.
			if o.Size == Screen {
				grow = screenName
			}
			was, is := covered(s, grow), covered(near, 1)
			t.Logf("%s, %s: %d names covered, %d once they gave way", slug, o.Labels, was, is)
			if is > was/4 {
				t.Errorf("%s, %s: %d names are covered by units, %d before", slug, o.Labels, is, was)
			}
		}
	}
}
