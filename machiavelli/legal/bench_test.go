package legal_test

import (
	"testing"

	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// midgame is the Balance of Power after a few years: 31 units, wars on land and
// fleets at sea.
const midgame = `
	I A mil
	I A cre
	I A par
	I F gen
	I G pav
	V A pad
	V A ver
	V A trv
	V F uas
	V F dal
	V G ven
	L A are
	L A pst
	L F psa
	L G flo
	P A bol
	P A per
	P F anc
	P G rme
	N A slr
	N A bar
	N F gon
	N F ion
	T A alb
	T F las
	T F tun
	A A tyr
	A A hun
	A A crn
	F A sav
	F F egl
	- G fer
	- G luc
	- G sie`

func TestMidgameHasThirtyOneUnits(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", midgame)
	owned := 0
	for _, u := range g.p.Units {
		if u.Owner != 0 {
			owned++
		}
	}
	if owned != 31 {
		t.Errorf("%d units of powers, want 31", owned)
	}
}

func TestFinderAllocatesNothing(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", midgame)
	var f legal.Finder
	orders := f.All(g.p, g.r, nil)
	if n := testing.AllocsPerRun(10, func() { orders = f.All(g.p, g.r, orders[:0]) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}

func BenchmarkAllLegalOrders(b *testing.B) {
	for _, c := range []struct{ name, preset, scene string }{
		{"start", "njudge-classic", ""},
		{"start-1978", "battleline-1978-advanced", ""},
		{"midgame", "njudge-classic", midgame},
		{"midgame-1978", "battleline-1978-advanced", midgame},
	} {
		b.Run(c.name, func(b *testing.B) {
			g := setUp(b, "B", c.preset, c.scene)
			var f legal.Finder
			var orders []order.Order
			b.ReportAllocs()
			for b.Loop() {
				orders = f.All(g.p, g.r, orders[:0])
			}
			b.ReportMetric(float64(len(orders)), "orders")
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	g := setUp(b, "B", "njudge-classic", midgame)
	all := legal.All(g.p, g.r, nil)
	b.ReportAllocs()
	k := 0
	for b.Loop() {
		o := all[k%len(all)]
		k++
		i := g.p.Field(o.Unit.At)
		if i < 0 || g.p.Units[i].Type != o.Unit.Type {
			i = g.p.Garrison(o.Unit.At)
		}
		if _, _, _, problem := legal.Check(g.p, g.r, g.p.Units[i].Owner, o); problem != nil {
			b.Fatal(problem.Message.String())
		}
	}
}
