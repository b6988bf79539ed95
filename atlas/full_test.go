package atlas

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// crowded returns a scenario's start with a unit in every area and a garrison
// in every fortified city, every mark on every province, and a failed order for
// every unit.
func crowded(t testing.TB, id string) (*position.Position, []event.Event) {
	t.Helper()
	set, err := rules.Make("", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(id, "", &set)
	if err != nil {
		t.Fatal(err)
	}
	b := p.Setting.Board
	p.Units = nil
	var results []event.Event
	add := func(u position.Unit, o order.Order) {
		p.Units = append(p.Units, u)
		o.Unit = order.Unit{Type: u.Type, At: u.At, Nation: u.Owner}
		results = append(results, event.Ordered{Unit: u, Order: o, Result: event.Result{Verdict: event.Bounced, Dislodged: true}})
	}
	for i := 1; i < len(b.Areas); i++ {
		at := board.ID(i)
		u := position.Unit{Owner: machiavelli.Power(1 + i%(len(p.Setting.Powers)-1)), Type: machiavelli.Army, Quality: machiavelli.Professional, At: at}
		if b.Areas[i].Sea {
			u.Type = machiavelli.Fleet
		} else {
			p.Province[i] = u.Owner
			p.RebelLand.Add(at)
			p.Famine.Add(at)
			p.Plague.Add(at)
		}
		advance := order.Order{Kind: order.Advance}
		advance.To.At = b.Borders[i].IDs()[0]
		add(u, advance)
		if b.Areas[i].City == board.Fortified {
			u.Type = machiavelli.Garrison
			p.Sieges.Add(at)
			p.RebelCity.Add(at)
			add(u, order.Order{Kind: order.Convert, ConvertTo: machiavelli.Army})
		}
	}
	return p, results
}

// TestFullestPositionIsSmall checks that even the fullest position is small enough to send.
func TestFullestPositionIsSmall(t *testing.T) {
	for _, s := range scenario.List() {
		p, res := crowded(t, s.ID)
		for _, o := range []Options{{}, {Size: Screen}, {Size: Phone}} {
			o.Legend, o.Interactive, o.Layers, o.Results = true, true, Owners|Income|Straits|Threatened, res
			svg := draw(t, p, o)
			check(t, svg)
			if n := zipped(t, svg); n > 80<<10 {
				t.Errorf("%s, size %d: %d bytes compressed, expected at most 80 KB", s.ID, o.Size, n)
			}
		}
	}
}

func BenchmarkCrowded(b *testing.B) {
	p, res := crowded(b, "B")
	o := Options{Legend: true, Interactive: true, Results: res}
	svg := draw(b, p, o)
	b.ReportMetric(float64(zipped(b, svg)), "zipped-B")
	b.ReportAllocs()
	for b.Loop() {
		draw(b, p, o)
	}
}
