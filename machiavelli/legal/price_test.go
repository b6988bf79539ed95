package legal_test

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// priceScene has every kind of target in the cost table.
const priceScene = `
	P G rme militia
	P G flo
	P G per
	P A bol
	P A anc elite
	P F uas mercenary
	- G sie
	- G luc
	- G psa militia
	- A are
	V C pad
	owns P bol anc
	province I fer`

// expenseOf builds an expense from its kind and a target such as "A Bologna" or "Bologna".
func (g *game) expenseOf(kind order.ExpenseKind, target string) order.Order {
	g.t.Helper()
	o := order.Order{Kind: order.Expense, Expense: kind, Slot: 1}
	words := strings.Fields(target)
	if len(words) == 1 {
		o.To.At = g.at(words[0])
		return o
	}
	for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
		if t.Letter() == words[0] {
			o.Target.Type = t
		}
	}
	o.Target.At = g.at(words[1])
	return o
}

// TestPrice checks the cost table line by line.
func TestPrice(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", priceScene)
	for _, c := range []struct {
		rule   string
		kind   order.ExpenseKind
		target string
		want   string
	}{
		{"RELIEF-01", order.FamineRelief, "bol", "3 a"},
		{"RELIEF-02", order.Pacify, "bol", "12 b"},
		{"BRIBE-07", order.CounterBribe, "A bol", "3 c"},
		{"BRIBE-07", order.CounterBribe, "G rme", "3 c"},
		{"BRIBE-01", order.DisbandUnit, "G luc", "6 d"},
		{"BRIBE-02", order.DisbandUnit, "G sie", "6 d"},
		{"BRIBE-03", order.DisbandUnit, "G psa", "12 d"},
		{"BRIBE-01", order.BuyUnit, "G luc", "9 e"},
		{"BRIBE-03", order.BuyUnit, "G psa", "18 e"},
		{"BRIBE-01", order.ToAutonomous, "G per", "9 f"},
		{"BRIBE-02", order.ToAutonomous, "G flo", "18 f"},
		{"BRIBE-03", order.ToAutonomous, "G rme", "36 f"},
		{"BRIBE-01", order.DisbandUnit, "G per", "12 g"},
		{"BRIBE-02", order.DisbandUnit, "G flo", "24 g"},
		{"BRIBE-03", order.DisbandUnit, "G rme", "48 g"},
		{"BRIBE-01", order.DisbandUnit, "A bol", "12 h"},
		{"BRIBE-03", order.DisbandUnit, "A anc", "24 h"},
		{"BRIBE-03", order.DisbandUnit, "F uas", "12 h"},
		{"BRIBE-01", order.BuyUnit, "A bol", "18 i"},
		{"BRIBE-03", order.BuyUnit, "A anc", "36 i"},
		{"BRIBE-01", order.BuyUnit, "G per", "18 i"},
		{"BRIBE-02", order.BuyUnit, "G flo", "36 i"},
		{"BRIBE-03", order.BuyUnit, "G rme", "72 i"},
		{"REB-04", order.Rebellion, "bol", "15 k"},
		{"REB-04", order.Rebellion, "fer", "9 j"},
		{"ASSN-04", order.Assassinate, "bol", "12 l"},
		{"OPT-01", order.DisbandUnit, "C pad", "24 h"},
		{"OPT-04", order.BuyUnit, "A are", "15 "},
		{"OPT-04", order.DisbandUnit, "A are", "9 "},
		{"OPT-04", order.ToAutonomous, "A bol", "12 "},
		{"OPT-05", order.OrderUnit, "A are", "6 "},
		{"OPT-08", order.CauseFamine, "bol", "3 "},
		{"OPT-09", order.CausePlague, "bol", "15 "},
		{"OPT-09", order.RelievePlague, "bol", "12 "},
		{"BRIBE-01", order.BuyUnit, "A mil", "0 "},
		{"BRIBE-01", order.BuyUnit, "F bol", "0 "},
	} {
		o := g.expenseOf(c.kind, c.target)
		minimum, letter := legal.Price(g.p, g.r, g.power("V"), &o)
		if got := fmt.Sprint(int(minimum), " ", letter); got != c.want {
			t.Errorf("%s: %d of %s costs %q, want %q", c.rule, c.kind, c.target, got, c.want)
		}
	}
}

func TestOrderPrice(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", priceScene)
	army, luc := position.Unit{Type: machiavelli.Army}, position.Unit{Type: machiavelli.Garrison, At: g.at("luc")}
	for _, c := range []struct {
		u    position.Unit
		kind order.Kind
		want machiavelli.Ducats
	}{
		{army, order.Advance, 9},
		{army, order.Convoy, 9},
		{army, order.Support, 6},
		{army, order.Besiege, 6},
		{army, order.Convert, 6},
		{luc, order.Convert, 9},
		{luc, order.Support, 6},
		{position.Unit{Type: machiavelli.Garrison, At: g.at("gen")}, order.Convert, 18},
		{position.Unit{Type: machiavelli.Army, Quality: machiavelli.Militia}, order.Support, 12},
		{army, order.Hold, 0},
	} {
		o := order.Order{Kind: c.kind}
		if got := legal.OrderPrice(g.p.Setting.Board, &c.u, &o); got != c.want {
			t.Errorf("OPT-05: kind %d for %s costs %d, want %d", c.kind, c.u.Type, got, c.want)
		}
	}
}

// TestNear checks nearness by EXP-20 to EXP-26.
func TestNear(t *testing.T) {
	const scene = `
		V A rma
		V G pad
		P A per
		P G ver
		L F sie
		L G flo
		F F uas
		province L fer`
	for _, c := range []struct {
		rule, rules string
		power       string
		kind        order.ExpenseKind
		target      string
		want        string
	}{
		{"EXP-20", "njudge-classic", "V", order.BuyUnit, "F uas", "true "},
		{"EXP-20", "njudge-classic", "L", order.BuyUnit, "A per", "true "},
		{"EXP-20", "njudge-classic", "F", order.BuyUnit, "G flo", "false "},
		{"EXP-21", "njudge-classic", "L", order.Rebellion, "per", "true "},
		{"EXP-21", "njudge-classic", "L", order.Rebellion, "mil", "false "},
		{"EXP-22", "njudge-classic", "V", order.BuyUnit, "G ver", "true "},
		{"EXP-22", "njudge-classic bribe-city-to-city=no", "V", order.BuyUnit, "G ver", "false "},
		{"EXP-23", "njudge-classic", "P", order.CounterBribe, "G ver", "true "},
		{"EXP-23", "njudge-classic", "P", order.CounterBribe, "F sie", "true "},
		{"EXP-23", "njudge-classic", "F", order.CounterBribe, "F sie", "false "},
		{"EXP-23", "battleline-1978-advanced", "F", order.CounterBribe, "F sie", "true "},
		{"EXP-20", "battleline-1978-advanced", "F", order.Pacify, "sie", "true "},
		{"EXP-20", "njudge-classic", "F", order.Pacify, "sie", "false "},
		{"EXP-20", "njudge-classic", "F", order.Assassinate, "sie", "true "},
		{"EXP-25", "njudge-classic bribe-adjacency=own-or-permitted", "F", order.BuyUnit, "F sie", "false LP"},
		{"EXP-25", "njudge-classic bribe-adjacency=own-or-permitted", "F", order.Pacify, "sie", "false "},
		{"EXP-26", "njudge-classic bribe-adjacency=off", "F", order.BuyUnit, "F sie", "true "},
		{"EXP-26", "njudge-classic bribe-adjacency=off", "F", order.Pacify, "sie", "true "},
		{"EXP-26", "njudge-classic", "N", order.BuyUnit, "G ver", "false "},
		{"EXP-26", "njudge-classic bribe-adjacency=units-or-control", "V", order.BuyUnit, "F sie", "false "},
		{"EXP-26", "njudge-classic bribe-adjacency=units-or-control", "L", order.BuyUnit, "G pad", "true "},
	} {
		g := setUp(t, "B", c.rules, scene)
		o := g.expenseOf(c.kind, c.target)
		near, lenders := legal.Near(g.p, g.r, g.power(c.power), &o)
		got := fmt.Sprint(near, " ")
		for x := machiavelli.Power(1); int(x) < len(g.p.Setting.Powers); x++ {
			if lenders.Has(x) {
				got += string(g.p.Setting.Powers[x].Letter)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, %d of %s: %q, want %q", c.rule, c.power, c.kind, c.target, got, c.want)
		}
	}
}
