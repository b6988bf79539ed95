package legal_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// TestExchangesMirror checks that every line of an exchange that is listed for a
// power, and every order of a unit, is legal for both parties, and that both
// are bound to mirror images of each other (OPT-19).
func TestExchangesMirror(t *testing.T) {
	rng := rand.New(rand.NewSource(19))
	lines := 0
	for range 40 {
		g := setUp(t, "B", "njudge-classic exchanges=on gifts-while-indebted=allowed", midgame)
		enrich(rng, g)
		n := len(g.p.Setting.Powers)
		a := machiavelli.Power(1 + rng.Intn(n-1))
		var f legal.Finder
		all := f.Exchanges(g.p, g.r, a, nil)
		for i, u := range g.p.Units {
			if u.Owner == machiavelli.Nobody || u.Owner == a || g.p.Eliminated.Has(u.Owner) || g.p.Eliminated.Has(a) {
				continue
			}
			for _, o := range f.OfUnit(g.p, g.r, i, nil) {
				all = append(all, o.Exchanged(u.Owner, true))
			}
		}
		for _, o := range all {
			lines++
			mine, unit, _, problem := legal.Check(g.p, g.r, a, o)
			if problem != nil || unit != -1 || mine != o {
				t.Fatalf("%s: %q is %q for %d, %+v", g.p.Setting.Powers[a].ID, g.text(o), g.text(mine), unit, problem)
			}
			mirrored := o.Mirrored(a)
			theirs, _, _, problem := legal.Check(g.p, g.r, o.With, mirrored)
			if problem != nil || theirs != mirrored {
				t.Fatalf("%s: %q is %q, %+v", g.p.Setting.Powers[o.With].ID, g.text(mirrored), g.text(theirs), problem)
			}
			if theirs.Mirrored(o.With) != mine || o.Item == order.NoKind {
				t.Fatalf("%q is no mirror image of %q", g.text(theirs), g.text(mine))
			}
		}
	}
	if lines < 1000 {
		t.Errorf("only %d lines", lines)
	}
}
