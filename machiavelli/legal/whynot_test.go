package legal_test

import (
	"math/rand"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// TestWhyNot checks that the explanation names the rule that forbids the order, or what the
// order would lack. The explanations are for the first unit of each scene.
func TestWhyNot(t *testing.T) {
	for _, c := range []struct {
		rules, scene string
		kind         order.Kind
		want         string
	}{
		{"", "I A bol", order.Besiege, "nothing to besiege in Bologna"},
		{"", "I A bol\nI G bol", order.Besiege, "of the same power"},
		{"", "I A for", order.Besiege, "Fornova has no fortified city"},
		{"", "I F cap\nV G cap", order.Besiege, "Capua has no fortified city"},
		{"", "I A for", order.Convert, "Fornova has no fortified city"},
		{"", "I A bol\nI G bol", order.Convert, "a garrison is in the city of Bologna"},
		{"", "I A bol", order.Convoy, "Only fleets convoy"},
		{" coastal-convoys=off", "I F pis\nI A luc", order.Convoy, "only fleets at sea do"},
		{"", "I F ls\nV A bol", order.Convoy, "No army is where it could be taken on board"},
		{"", "I G bol", order.Advance, "A garrison does not move"},
		{"", "I G bol\nV A bol\nsiege bol", order.Convert, "under siege since last campaign"},
		{" garrisons=off", "I A bol", order.Besiege, "without garrisons"},
		{"", "I A bol", order.Hold, ""},
		{"", "I A bol", order.Support, ""},
	} {
		g := setUp(t, "B", "battleline-1978-basic"+c.rules, c.scene)
		var k legal.Checker
		k.Bind(g.p, g.r)
		first := strings.Fields(c.scene)
		i := slices.IndexFunc(g.p.Units, func(u position.Unit) bool {
			return u.Type.Letter() == first[1] && u.At == g.at(first[2])
		})
		if got := k.WhyNot(i, c.kind); !strings.Contains(got.String(), c.want) || c.want == "" && !got.IsZero() {
			t.Errorf("%s, %s: %q, expected %q", strings.ReplaceAll(c.scene, "\n", "; "), c.kind, got, c.want)
		}
	}
}

// TestWhyNotAll checks that in any position a unit has a legal order of each
// kind that WhyNot knows, or a reason why it has none.
func TestWhyNotAll(t *testing.T) {
	randomGames(t, 40, func(t *testing.T, _ *rand.Rand, g *game, _ []order.Order) {
		var k legal.Checker
		k.Bind(g.p, g.r)
		for i := range g.p.Units {
			u := &g.p.Units[i]
			if u.Owner == machiavelli.Nobody {
				continue
			}
			all := legal.OfUnit(g.p, g.r, i, nil)
			for _, kind := range []order.Kind{order.Advance, order.Besiege, order.Convert, order.Convoy} {
				can := slices.ContainsFunc(all, func(o order.Order) bool { return o.Kind == kind })
				if !can && k.WhyNot(i, kind).IsZero() && (kind != order.Advance || u.InCity()) {
					t.Errorf("%+v has no order to %s, and no reason", *u, kind)
				}
			}
		}
	})
}
