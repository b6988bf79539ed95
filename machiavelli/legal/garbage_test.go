package legal_test

import (
	"math/rand"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// TestOrdersFromNowhere passes orders with meaningless fields to Check and CheckSet, as a tool
// that builds orders without the parser might. Each order must get a verdict.
func TestOrdersFromNowhere(t *testing.T) {
	rng := rand.New(rand.NewSource(7))
	// below returns a value that is usually within its range, sometimes arbitrary.
	below := func(n int) int {
		if rng.Intn(20) == 0 {
			n = 256
		}
		return rng.Intn(n)
	}
	for _, preset := range moneyRules {
		for _, phase := range []string{"spring 1454 orders", "spring 1454 retreats", "winter 1454 adjustments"} {
			g := setUp(t, "B", preset, midgame+"\nphase "+phase+"\nI A bol dislodged rma fer")
			areas, powers := len(g.p.Setting.Board.Areas), len(g.p.Setting.Powers)
			unit := func() order.Unit {
				n := order.Unit{
					Type: machiavelli.UnitType(rng.Intn(6)), Serial: uint8(below(3)), Nation: machiavelli.Power(below(powers)),
					At: board.ID(below(areas)), Coast: machiavelli.Coast(rng.Intn(5)),
				}
				if u := &g.p.Units[rng.Intn(len(g.p.Units))]; rng.Intn(2) == 0 {
					n.Type, n.At, n.Coast, n.Nation = u.Type, u.At, u.Coast, 0
				}
				return n
			}
			amounts := []int32{-1 << 31, -3, 0, 1, 3, 12, 1<<31 - 1}
			var set []order.Order
			for range 3000 {
				o := order.Order{
					Kind: order.Kind(rng.Intn(int(order.Exchange) + 3)), Action: order.Action(rng.Intn(6)), ConvertTo: machiavelli.UnitType(rng.Intn(6)),
					Quality: machiavelli.Quality(rng.Intn(4)), ViaConvoy: rng.Intn(2) == 0, Unit: unit(), Target: unit(),
					To:    board.Place{At: board.ID(below(areas)), Coast: machiavelli.Coast(rng.Intn(5))},
					Power: machiavelli.Power(below(powers)), Victim: machiavelli.Power(below(powers)), Powers: machiavelli.PowerSet(rng.Intn(1 << 16)),
					NVia: uint8(rng.Intn(3)), Expense: order.ExpenseKind(below(int(order.OrderUnit) + 3)), Slot: uint8(below(6)),
					Bank: rng.Intn(2) == 0, Years: uint8(below(4)), HasSum: rng.Intn(2) == 0, Amount: amounts[rng.Intn(len(amounts))],
				}
				o.Via[0], o.Via[1] = board.ID(below(areas)), board.ID(below(areas))
				set = append(set, o)
				power := machiavelli.Power(below(powers))
				bound, unit, notes, problem := legal.Check(g.p, g.r, power, o)
				for _, n := range notes {
					if !sound(n.Code, n.Message.String()) {
						t.Errorf("%s %q", n.Code, n.Message.String())
					}
				}
				switch {
				case problem == nil:
					g.text(bound)
				case unit != -1 || !sound(problem.Code, problem.Message.String()):
					t.Errorf("unit %d: %s %q", unit, problem.Code, problem.Message.String())
				}
			}
			for power := machiavelli.Power(1); int(power) < powers; power++ {
				for len(set) > 20 && power == machiavelli.Power(1+rng.Intn(powers-1)) {
					set = set[1:]
				}
				for _, v := range legal.CheckSet(g.p, g.r, power, set) {
					for _, n := range v.Notes {
						if !sound(n.Code, n.Message.String()) {
							t.Errorf("%s %q", n.Code, n.Message.String())
						}
					}
					if v.Problem != nil && !sound(v.Problem.Code, v.Problem.Message.String()) {
						t.Errorf("%s %q", v.Problem.Code, v.Problem.Message.String())
					}
				}
			}
		}
	}
}
