package sim

import (
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// TestExchanges plays games with exchanges between random powers and checks
// each phase (OPT-19 to OPT-21). The figures of a million phases are in
// docs/benchmarks.md.
func TestExchanges(t *testing.T) {
	outcomes := map[string]int{}
	for _, c := range []struct{ scenario, preset, options string }{
		{"B", "njudge-classic", "exchanges=on"},
		{"A", "njudge-classic", "exchanges=on gifts-while-indebted=allowed bank-default-seizes-treasury=no"},
		{"balance-of-power-1995", "machiavelli-1995", "exchanges=on"},
		{"B", "njudge-classic", "exchanges=on control-timing=fall self-rebellion=yes gift-timing=immediate province-trading=on"},
		{"D", "battleline-1978-basic", "exchanges=on"},
	} {
		t.Run(c.scenario+" "+c.options, func(t *testing.T) {
			table := newTable(t, c.scenario, c.preset, c.options)
			for game := range uint64(20) {
				if err := table.Play(game); err != nil {
					t.Error(err)
				}
			}
			for what, n := range table.Tally().Exchanges {
				outcomes[what] += n
			}
		})
	}
	for _, what := range []event.Failure{event.NoFailure, event.NotLodged, event.NoReturn, event.TooMuch, event.Indebted, event.NotToGive, event.UnitLost} {
		if outcomes[string(what)] == 0 {
			t.Errorf("no exchange ended with %q; there were %v", what, outcomes)
		}
	}
}

// TestHalfExchangeIsFound corrupts the results of exchanges in all the ways that
// the checks should find.
func TestHalfExchangeIsFound(t *testing.T) {
	table := newTable(t, "B", "njudge-classic", "exchanges=on")
	r := &table.config.Rules
	p := table.start.Clone()
	find := func(id string) machiavelli.Power {
		power, ok := p.Setting.Powers.Find(id)
		if !ok {
			t.Fatal("no", id)
		}
		return power
	}
	milan, venice := find("milan"), find("venice")
	p.Treasury[milan] = 9
	p.Chits[milan][find("papacy")] = 1
	at := board.None
	for _, id := range p.Setting.Board.Land.IDs() {
		if homes := p.Homes(venice); p.Field(id) < 0 && p.Garrison(id) < 0 && !homes.Has(id) {
			at = id
		}
	}
	p.Province[at] = venice
	if p.Setting.Board.Cities.Has(at) {
		p.City[at] = venice
	}
	unit := slices.IndexFunc(p.Units, func(u position.Unit) bool { return u.Owner == venice && !u.InCity() })
	u := p.Units[unit]
	var lines []turn.Line
	for _, o := range []order.Order{
		{Kind: order.Payment, Amount: 9}, {Kind: order.GiveChit, Victim: find("papacy")},
	} {
		lines = append(lines, both(milan, venice, o, false)...)
	}
	lines = append(lines, both(milan, venice, order.Order{Kind: order.GiveProvince, To: board.Place{At: at}}, true)...)
	lines = append(lines, both(milan, venice, order.Order{Kind: order.Hold, Explicit: true, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}, true)...)
	for name, spoil := range map[string]func(res *turn.Result){
		"ducats that did not arrive": func(res *turn.Result) { res.Next.Treasury[venice] -= 9 },
		"ducats that were not paid":  func(res *turn.Result) { res.Next.Treasury[milan] += 9 },
		"a chit that was not given":  func(res *turn.Result) { res.Next.Chits[milan][find("papacy")]++ },
		"a province that stayed": func(res *turn.Result) {
			res.Events = slices.DeleteFunc(res.Events, func(e event.Event) bool { c, ok := e.(event.Control); return ok && c.Province == at })
		},
		"another order": func(res *turn.Result) {
			for i, e := range res.Events {
				if o, ok := e.(event.Ordered); ok && o.Unit.At == u.At && !o.Unit.InCity() {
					o.Order.Kind = order.Lift
					res.Events[i] = o
				}
			}
		},
		"lines that nobody wrote": func(res *turn.Result) {
			for i, e := range res.Events {
				if x, ok := e.(event.Exchanged); ok {
					x.Lines = slices.Clone(x.Lines)
					x.Lines[0].Amount++
					res.Events[i] = x
				}
			}
		},
		"a province although nothing else was exchanged": func(res *turn.Result) {
			for i, e := range res.Events {
				if x, ok := e.(event.Exchanged); ok {
					x.Verdict = event.Void
					res.Events[i] = x
				}
			}
			res.Next.Treasury, res.Next.Chits = p.Treasury, p.Chits
		},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := turn.Process(p, lines, r, dice.New(nil, "test", nil))
			if err != nil {
				t.Fatal(err)
			}
			if err := between(p, &res, lines, r); err != nil {
				t.Fatal("unspoilt:", err)
			}
			spoil(&res)
			if err := between(p, &res, lines, r); err == nil {
				t.Error("not found")
			}
		})
	}
}

// both returns the lines of both parties about one thing. The second party gives it if get is
// true, and otherwise the first.
func both(a, b machiavelli.Power, o order.Order, get bool) []turn.Line {
	line := o.Exchanged(b, get)
	return []turn.Line{{Power: a, Order: line}, {Power: b, Order: line.Mirrored(a)}}
}
