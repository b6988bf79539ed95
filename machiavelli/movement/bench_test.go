package movement_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/movement"
	"podesta/machiavelli/movement/movementtest"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// campaign is a position with its orders and alliances.
type campaign struct {
	p      *position.Position
	orders movement.Orders
	allies movementtest.Allies
}

// ordinary returns positions like those for which other engines publish figures: 31 armies of
// eight powers spread over Italy, 26 of them with orders. Most are advances; a third of the
// others are supports.
func ordinary(tb testing.TB, n int) []campaign {
	b, err := board.Get("italy-1978", true)
	if err != nil {
		tb.Fatal(err)
	}
	land := b.Land.IDs()
	var out []campaign
	for seed := range n {
		rng := rand.New(rand.NewSource(int64(seed)))
		p := &position.Position{Setting: &position.Setting{Board: b, Forts: b.Fortified}}
		for len(p.Units) < 31 {
			at := land[rng.Intn(len(land))]
			if p.Field(at) < 0 && !b.ArmyEdges[at].Empty() {
				p.Units = append(p.Units, position.Unit{Owner: machiavelli.Power(1 + rng.Intn(8)), Type: machiavelli.Army, At: at})
			}
		}
		orders := make(movement.Orders, len(p.Units))
		for i := range orders {
			orders[i] = order.Order{Kind: order.Hold}
			if edges := b.ArmyEdges[p.Units[i].At].IDs(); i < 26 {
				orders[i] = order.Order{Kind: order.Advance, To: board.Place{At: edges[rng.Intn(len(edges))]}}
			}
		}
		for i := range 26 {
			if rng.Intn(3) > 0 {
				continue
			}
			for j := range orders {
				if i != j && orders[j].Kind == order.Advance && b.ArmyEdges[p.Units[i].At].Has(orders[j].To.At) {
					orders[i] = order.Order{
						Kind: order.Support, Action: order.ToAdvance, To: orders[j].To,
						Target: order.Unit{Type: machiavelli.Army, At: p.Units[j].At},
					}
					break
				}
			}
		}
		out = append(out, campaign{p: p, orders: orders})
	}
	return out
}

// crowded returns positions full of conflict, like those in the comparison of
// the two resolvers.
func crowded(tb testing.TB, r *rules.Set, n int) []campaign {
	b, err := movementtest.BoardFor(r)
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewSource(1))
	var out []campaign
	for len(out) < n {
		p, orders, allies := movementtest.Random(rng, b, r)
		if k := len(p.Units); k >= 28 && k <= 34 {
			out = append(out, campaign{p, orders, allies})
		}
	}
	return out
}

func classic(tb testing.TB) *rules.Set {
	r, err := rules.Preset("njudge-classic")
	if err != nil {
		tb.Fatal(err)
	}
	return &r
}

// BenchmarkMovement measures one movement phase with a warm resolver, including
// reasons, dislodgements and retreat options.
func BenchmarkMovement(b *testing.B) {
	r := classic(b)
	for name, list := range map[string][]campaign{"ordinary": ordinary(b, 64), "crowded": crowded(b, r, 64)} {
		b.Run(name, func(b *testing.B) {
			var rv movement.Resolver
			var out movement.Outcome
			for i := range list {
				rv.Resolve(list[i].p, list[i].orders, &list[i].allies, r, &out)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				c := &list[i%len(list)]
				rv.Resolve(c.p, c.orders, &c.allies, r, &out)
			}
		})
	}
}

// TestMovementAllocatesNothing checks that a warm resolver does not allocate
// for ordinary positions.
func TestMovementAllocatesNothing(t *testing.T) {
	r := classic(t)
	list := ordinary(t, 32)
	var rv movement.Resolver
	var out movement.Outcome
	all := func() {
		for i := range list {
			rv.Resolve(list[i].p, list[i].orders, &list[i].allies, r, &out)
		}
	}
	all()
	if n := testing.AllocsPerRun(5, all); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
