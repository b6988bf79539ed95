package legal_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// ruleSets are the rules for random positions.
var ruleSets = []string{
	"njudge-classic", "njudge-classic coastal-convoys=off disband-orders=on", "njudge-classic support-coast=any-coast convoy-route=implicit",
	"battleline-1978-basic", "battleline-1978-advanced", "machiavelli-1995 disaster-tables=judge", "diplomacy",
}

// randomGames calls try with positions full of units, some of them at war.
func randomGames(t *testing.T, each int, try func(t *testing.T, rng *rand.Rand, g *game, given []order.Order)) {
	for k, preset := range ruleSets {
		t.Run(preset, func(t *testing.T) {
			rng := rand.New(rand.NewSource(int64(1454 + k)))
			r := setUp(t, "B", preset, "").r
			b, err := movementtest.BoardFor(r)
			if err != nil {
				t.Fatal(err)
			}
			byUnit := *r // rules under which supports that name units are legal too
			byUnit.SupportTarget = rules.SupportUnitAction
			for range each {
				p, given, _ := movementtest.Random(rng, b, &byUnit)
				p.Phase = machiavelli.Phase{Season: machiavelli.Spring, Year: 1454, Step: machiavelli.Orders}
				try(t, rng, &game{t: t, p: p, r: r}, given)
				if t.Failed() {
					t.Log(movementtest.Describe(p, given, movementtest.Allies{}))
					return
				}
			}
		})
	}
}

// futile reports whether a note says that an order has no effect.
func futile(notes []legal.Note) bool {
	for _, n := range notes {
		if n.Code == "W04" {
			return true
		}
	}
	return false
}

// TestListedOrdersAreLegal checks that each listed order passes Check
// unchanged, and that no order is listed twice.
func TestListedOrdersAreLegal(t *testing.T) {
	var f legal.Finder
	randomGames(t, 60, func(t *testing.T, _ *rand.Rand, g *game, _ []order.Order) {
		seen := map[order.Order]bool{}
		for i := range g.p.Units {
			for _, o := range f.OfUnit(g.p, g.r, i, nil) {
				bound, unit, notes, problem := legal.Check(g.p, g.r, g.p.Units[i].Owner, o)
				switch {
				case problem != nil:
					t.Errorf("%s: listed but refused: %s", g.text(o), problem.Message.String())
				case bound != o || unit != i:
					t.Errorf("%s: bound as %s of unit %d", g.text(o), g.text(bound), unit)
				case futile(notes):
					t.Errorf("%s: listed but futile: %v", g.text(o), notes)
				case seen[o]:
					t.Errorf("%s: listed twice", g.text(o))
				}
				seen[o] = true
			}
		}
		if all := f.All(g.p, g.r, nil); len(all) != len(seen) {
			t.Errorf("All lists %d orders, OfUnit %d", len(all), len(seen))
		}
	})
}

// TestListedOrdersAgreeWithMovement compares the listed orders with those that
// the resolvers' own tests consider legal.
func TestListedOrdersAgreeWithMovement(t *testing.T) {
	var f legal.Finder
	randomGames(t, 60, func(t *testing.T, rng *rand.Rand, g *game, given []order.Order) {
		for i, o := range given {
			owner := g.p.Units[i].Owner
			if owner == machiavelli.Nobody {
				continue
			}
			if _, _, _, problem := legal.Check(g.p, g.r, owner, o); problem != nil && !unmatched(g, o) {
				t.Errorf("%s: refused: %s", g.text(o), problem.Message.String())
			}
		}
		lists := make([][]order.Order, len(g.p.Units))
		orders := make([]order.Order, len(g.p.Units))
		for i, u := range g.p.Units {
			orders[i] = order.Order{Kind: order.Hold, Unit: order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}}
			lists[i] = f.OfUnit(g.p, g.r, i, nil)
		}
		for range 20 {
			for i, list := range lists {
				if len(list) > 0 {
					orders[i] = list[rng.Intn(len(list))]
				}
			}
			for _, s := range movementtest.Unlawful(g.p, orders, g.r) {
				t.Error(s)
			}
		}
	})
}

// TestUnlistedOrdersAreRefused passes random orders to Check. Each order that
// is accepted and could have an effect must be listed.
func TestUnlistedOrdersAreRefused(t *testing.T) {
	var f legal.Finder
	accepted := 0
	randomGames(t, 25, func(t *testing.T, rng *rand.Rand, g *game, _ []order.Order) {
		listed := map[order.Order]bool{}
		for _, o := range f.All(g.p, g.r, nil) {
			listed[general(o)] = true
		}
		for range 4000 {
			o := randomOrder(rng, g.p)
			owner := machiavelli.Power(1 + rng.Intn(len(g.p.Setting.Powers)-1))
			if at := o.Unit.At; at != board.None && rng.Intn(5) > 0 {
				owner = ownerAt(g.p, o.Unit)
			}
			bound, unit, notes, problem := legal.Check(g.p, g.r, owner, o)
			if problem != nil || futile(notes) || g.p.Units[unit].Owner != owner || variant(g, bound) {
				continue
			}
			accepted++
			if !listed[general(bound)] {
				t.Errorf("%s: accepted as %s but not listed", g.text(o), g.text(bound))
			}
		}
	})
	if accepted < 1000 {
		t.Errorf("only %d random orders were legal, too few for the test", accepted)
	}
}

// ownerAt returns the owner of the named unit, or the first power.
func ownerAt(p *position.Position, n order.Unit) machiavelli.Power {
	for _, u := range p.Units {
		if u.At == n.At && u.Type == n.Type && u.Owner != machiavelli.Nobody {
			return u.Owner
		}
	}
	return 1
}

// general removes details of an order that occur in only one form in the list.
func general(o order.Order) order.Order {
	if o.NVia > 0 {
		o.NVia, o.Via = 1, [order.MaxVia]board.ID{}
	}
	if o.Action == order.ToConvert {
		o.ConvertTo = machiavelli.NoType
	}
	o.NewSerial = 0
	return o
}

// variant reports whether an order has a form that is not listed, such as the
// support of a garrison without a verb or of a fleet without its coast, a
// convoy to the next link, or a withdrawn order.
func variant(g *game, o order.Order) bool {
	b := g.p.Setting.Board
	switch {
	case o.Kind == order.Clear:
		return true
	case o.Action == order.ToHold:
		return o.Target.Type == machiavelli.Garrison
	case o.Action == order.ToAdvance:
		return o.Target.Type == machiavelli.Fleet && b.TwoCoast.Has(o.To.At) && o.To.Coast == machiavelli.NoCoast
	case o.Kind == order.Convoy && g.r.ConvoyRoute == rules.RouteExplicit:
		f := g.p.Field(o.To.At)
		return f >= 0 && g.p.Units[f].Type == machiavelli.Fleet
	}
	return false
}

// unmatched reports whether an order is one that the generator of conflicts
// makes although it can never succeed, such as a convoy without the necessary
// fleets, a siege without a target, or an advance to the unit's own place or by
// a garrison.
func unmatched(g *game, o order.Order) bool {
	switch o.Kind {
	case order.Convoy, order.Besiege, order.Lift:
		return true
	case order.Advance:
		return o.ByConvoy() || g.r.ConvoyRoute == rules.RouteImplicit
	case order.Support:
		return o.Action == order.ToAdvance && (o.To.At == o.Target.At || o.Target.Type == machiavelli.Garrison)
	}
	return false
}

// randomOrder returns a random order for one of the units, often an illegal
// one.
func randomOrder(rng *rand.Rand, p *position.Position) order.Order {
	b := p.Setting.Board
	unit := func() order.Unit {
		u := p.Units[rng.Intn(len(p.Units))]
		n := order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
		if rng.Intn(10) == 0 {
			n.Type = machiavelli.UnitType(rng.Intn(4))
		}
		return n
	}
	area := func(from board.ID) board.ID {
		if near := b.Borders[from].IDs(); len(near) > 0 && rng.Intn(3) > 0 {
			return near[rng.Intn(len(near))]
		}
		return board.ID(rng.Intn(len(b.Areas)))
	}
	place := func(from board.ID) board.Place {
		x := board.Place{At: area(from)}
		if b.TwoCoast.Has(x.At) && rng.Intn(3) > 0 {
			x.Coast = b.Areas[x.At].Coasts[rng.Intn(len(b.Areas[x.At].Coasts))]
		}
		return x
	}
	kinds := []order.Kind{
		order.Hold, order.Advance, order.Advance, order.Support, order.Support, order.Support, order.Convoy, order.Convoy,
		order.Convert, order.Besiege, order.Lift, order.Disband, order.Clear, order.Build, order.NoKind,
	}
	o := order.Order{Kind: kinds[rng.Intn(len(kinds))], Unit: unit()}
	switch o.Kind {
	case order.Advance:
		o.To = place(o.Unit.At)
		o.ViaConvoy = rng.Intn(4) == 0
		if rng.Intn(3) == 0 {
			at := o.Unit.At
			for range 1 + rng.Intn(3) {
				at = area(at)
				o.Via[o.NVia] = at
				o.NVia++
			}
			o.To = place(at)
		}
	case order.Support:
		o.Target = unit()
		o.Action = order.Action(rng.Intn(5))
		o.To = place(o.Unit.At)
		o.Power = machiavelli.Power(rng.Intn(len(p.Setting.Powers)))
		o.ConvertTo = machiavelli.UnitType(rng.Intn(4))
	case order.Convoy:
		o.Target = unit()
		o.To = place(o.Target.At)
	case order.Convert:
		o.ConvertTo = machiavelli.UnitType(rng.Intn(4))
		o.To = board.Place{At: o.Unit.At}
		if list := b.Areas[o.Unit.At].Coasts; len(list) > 0 && rng.Intn(2) == 0 {
			o.To.Coast = list[0]
		}
	}
	return o
}

// TestNothingIsListed checks that orders of certain kinds are not listed,
// although the board alone would allow them.
func TestNothingIsListed(t *testing.T) {
	cases := []struct {
		rule, scenario, scene string
		not                   func(g *game, o order.Order) bool
	}{
		{"VENICE-06", "B", "V F ven\nrebels ven both V", func(_ *game, o order.Order) bool { return o.Kind == order.Besiege }},
		{"BOARD-15", "A", "I A sav\nI F wgl\nV F egl\nV A trt", func(g *game, o order.Order) bool {
			return g.p.Setting.OffBoard.Has(o.To.At)
		}},
		{"GARR-03", "B", "- G fer\n- G mil\nI A mil", func(_ *game, o order.Order) bool { return o.Unit.Type == machiavelli.Garrison }},
		{"CONV-06", "B", "P G bol\nV A bol\nsiege bol", func(_ *game, o order.Order) bool {
			return o.Kind == order.Convert && o.Unit.Type == machiavelli.Garrison
		}},
		{"MOVE-06", "B", "P G bol\nV A bol", func(_ *game, o order.Order) bool { return o.ConvertTo == machiavelli.Garrison }},
	}
	for _, c := range cases {
		g := setUp(t, c.scenario, "njudge-classic", c.scene)
		for _, o := range legal.All(g.p, g.r, nil) {
			if c.not(g, o) {
				t.Errorf("%s: %s is listed", c.rule, g.text(o))
			}
		}
	}
}

// TestOfPower checks that the lists of all powers together contain all orders.
func TestOfPower(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "")
	n := 0
	for power := range g.p.Setting.Powers {
		for _, o := range legal.OfPower(g.p, g.r, machiavelli.Power(power), nil) {
			if u := ownerAt(g.p, o.Unit); int(u) != power {
				t.Errorf("%s is listed for %s", g.text(o), g.p.Setting.Powers[power].Name)
			}
			n++
		}
	}
	if all := legal.All(g.p, g.r, nil); n != len(all) || n == 0 {
		t.Errorf("%d orders of powers, %d in all", n, len(all))
	}
}
