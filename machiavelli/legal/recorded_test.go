package legal_test

import (
	"fmt"
	"math/rand"
	randv2 "math/rand/v2"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/internal/golden"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// TestRecorded compares everything that the package reports about random
// positions with testdata/recorded.txt. The file has the orders that each power
// may give, the verdicts on orders that are legal except for one change, and
// the verdicts on a power's orders together.
func TestRecorded(t *testing.T) {
	file := golden.Open(t, "testdata/recorded.txt")
	for k, preset := range moneyRules {
		for n := range 12 {
			name, _, _ := strings.Cut(preset, " ")
			file.Case(t, fmt.Sprintf("%d %s %d", k+1, name, n+1), func(t *testing.T) []string {
				rng := rand.New(rand.NewSource(int64(k*100 + n)))
				r := atrandom.Mixed(name, randv2.New(randv2.NewPCG(uint64(n), uint64(k))))
				var g *game
				if n < 4 {
					g = setUp(t, "B", preset, midgame)
				} else {
					g = setUpBy(t, "B", r, midgame)
				}
				enrich(rng, g)
				besiege(rng, g)
				switch n % 8 {
				case 5:
					g.line(strings.Fields("phase winter 1458 adjustments"))
				case 6:
					driveOut(rng, g)
				case 7:
					g.p.Phase.Season = machiavelli.Spring
				}
				return g.said(rng)
			})
		}
	}
}

// besiege begins sieges with some units.
func besiege(rng *rand.Rand, g *game) {
	for at := g.p.Setting.Forts.Next(board.None); at != board.None; at = g.p.Setting.Forts.Next(at) {
		if g.p.Field(at) >= 0 && g.p.Garrison(at) < 0 && rng.Intn(2) == 0 {
			g.p.Units = append(g.p.Units, position.Unit{Owner: machiavelli.Power(rng.Intn(len(g.p.Setting.Powers))), Type: machiavelli.Garrison, At: at})
		}
		if rng.Intn(3) == 0 && g.p.Field(at) >= 0 {
			g.p.Sieges.Add(at)
		}
	}
}

// driveOut dislodges some units.
func driveOut(rng *rand.Rand, g *game) {
	g.p.Phase.Step = machiavelli.Retreats
	for i := range g.p.Units {
		u := &g.p.Units[i]
		borders := g.p.Setting.Board.Borders[u.At].IDs()
		d := position.Dislodged{Unit: *u, From: borders[rng.Intn(len(borders))], Sortie: rng.Intn(4) == 0}
		if u.InCity() || rng.Intn(2) == 0 {
			continue
		}
		u.Owner = machiavelli.Power(1 + rng.Intn(len(g.p.Setting.Powers)-1))
		legal.FindRetreats(g.p, g.r, &d)
		g.p.Dislodged = append(g.p.Dislodged, d)
	}
}

// said returns what the package reports about a position. This is the legal
// orders of each power, and the verdicts on orders.
func (g *game) said(rng *rand.Rand) []string {
	var f legal.Finder
	var k legal.Checker
	k.Bind(g.p, g.r)
	var parts []string
	for power := machiavelli.Power(1); int(power) < len(g.p.Setting.Powers); power++ {
		var b strings.Builder
		all := g.everything(&f, power)
		for _, o := range all {
			fmt.Fprintf(&b, "may %s\n", g.text(o))
		}
		var some []order.Order
		for range 60 {
			if len(all) == 0 {
				break
			}
			o := all[rng.Intn(len(all))]
			if rng.Intn(4) > 0 {
				o = g.disturbed(rng, o)
			}
			bound, unit, notes, problem := k.Check(power, o)
			fmt.Fprintf(&b, "%+v: %d %+v %v %v\n", o, unit, bound, notes, problem)
			if o.Kind == order.Expense {
				price, letter := legal.Price(g.p, g.r, power, &o)
				near, lenders := legal.Near(g.p, g.r, power, &o)
				fmt.Fprintln(&b, price, letter, near, lenders, legal.TargetUnit(g.p, o.Target))
			}
			if rng.Intn(3) == 0 {
				some = append(some, o)
			}
		}
		fmt.Fprintf(&b, "budget %+v\n", legal.BudgetOf(g.p, g.r, power, some))
		for _, v := range k.CheckSet(power, some) {
			problem := v.Problem
			v.Problem = nil
			fmt.Fprintf(&b, "of all %+v %v\n", v, problem)
		}
		parts = append(parts, b.String())
	}
	var b strings.Builder
	for i := range g.p.Units {
		for kind := order.Hold; kind <= order.Exchange; kind++ {
			if why := k.WhyNot(i, kind); !why.IsZero() {
				fmt.Fprintln(&b, i, kind, why)
			}
		}
		to := board.Place{At: board.ID(1 + rng.Intn(len(g.p.Setting.Board.Areas)-1))}
		at, ok := legal.Travel(g.p, g.r, i, to)
		fmt.Fprintln(&b, to, at, ok, legal.Neighbours(g.p, g.r, g.p.Units[i].At, g.p.Units[i].InCity()))
	}
	for _, d := range g.p.Dislodged {
		fmt.Fprintf(&b, "%+v\n", d)
	}
	return append(parts, b.String())
}

// everything returns all orders that a power may give, but only the first of the many orders of its
// units.
func (g *game) everything(f *legal.Finder, power machiavelli.Power) []order.Order {
	var all []order.Order
	switch g.p.Phase.Step {
	case machiavelli.Retreats:
		for i := range g.p.Dislodged {
			if g.p.Dislodged[i].Unit.Owner == power {
				all = legal.Retreats(g.p, g.r, i, all)
			}
		}
	case machiavelli.Adjustments:
		all = f.Winter(g.p, g.r, power, nil)
		all = legal.Builds(g.p, g.r, power, all)
	default:
		all = f.OfPower(g.p, g.r, power, nil)
		all = lists(f, g, power, all[:min(len(all), 250)]...)
		all = f.Prospects(g.p, g.r, power, f.Expenses(g.p, g.r, power, nil), all)
	}
	return all[:min(len(all), 500)]
}

// disturbed returns an order with one change.
func (g *game) disturbed(rng *rand.Rand, o order.Order) order.Order {
	b := g.p.Setting.Board
	area := func() board.ID { return board.ID(rng.Intn(len(b.Areas))) }
	near := func(at board.ID) board.ID {
		if list := b.Borders[at].IDs(); len(list) > 0 && rng.Intn(3) > 0 {
			return list[rng.Intn(len(list))]
		}
		return area()
	}
	power := func() machiavelli.Power { return machiavelli.Power(rng.Intn(len(g.p.Setting.Powers))) }
	unit := func() order.Unit {
		u := g.p.Units[rng.Intn(len(g.p.Units))]
		return order.Unit{Type: u.Type, At: u.At, Coast: u.Coast}
	}
	switch rng.Intn(18) {
	case 0:
		o.Unit = unit()
	case 1, 2:
		o.To.At = near(o.Unit.At)
	case 3:
		o.To.Coast = machiavelli.Coast(rng.Intn(int(machiavelli.NumCoasts)))
	case 4, 5:
		o.Target = unit()
	case 6:
		o.Target.At = near(o.Unit.At)
	case 7:
		o.Power = power()
	case 8:
		o.Amount = int32(rng.Intn(60) - 5)
		o.HasSum = rng.Intn(4) > 0
	case 9:
		o.Unit.Type = machiavelli.UnitType(rng.Intn(int(machiavelli.ArmouredCavalry) + 1))
	case 10:
		o.ConvertTo = machiavelli.UnitType(rng.Intn(int(machiavelli.ArmouredCavalry) + 1))
	case 11:
		o.Action = order.Action(rng.Intn(int(order.PowerThere) + 1))
	case 12:
		o.Kind = order.Hold + order.Kind(rng.Intn(int(order.Overrule)))
	case 13:
		if o.NVia > 0 {
			o.Via[rng.Intn(int(o.NVia))] = near(o.To.At)
		} else {
			o.NVia, o.Via[0] = 1, near(o.To.At)
		}
	case 14:
		o.ViaConvoy = !o.ViaConvoy
		if o.ViaConvoy {
			o.NVia, o.Via = 0, [order.MaxVia]board.ID{}
		}
	case 15:
		o.Expense, o.Slot = order.FamineRelief+order.ExpenseKind(rng.Intn(int(order.OrderUnit))), uint8(rng.Intn(6))
	case 16:
		o.Victim, o.Powers, o.Bank, o.Years = power(), machiavelli.PowerSet(rng.Intn(512)), rng.Intn(2) == 0, uint8(rng.Intn(4))
	case 17:
		o.Quality, o.Target.Type, o.Target.Coast = machiavelli.Quality(rng.Intn(4)), machiavelli.UnitType(rng.Intn(4)), machiavelli.Coast(rng.Intn(3))
		o.Unit.Nation, o.Target.Nation = power(), power()
	}
	return o
}
