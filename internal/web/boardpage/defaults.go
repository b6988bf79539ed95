package boardpage

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// restOf returns the default orders of the units that a power has not ordered, for players who want
// exactly these. The result ok is false if there is something that the player must choose.
func restOf(p *position.Position, r *rules.Set, power machiavelli.Power, owed turn.Owed, ctx *order.Context) (lines []string, ok bool) {
	ok = owed.Removals == 0
	add := func(from []order.Order, is func(order.Order) bool) {
		if i := slices.IndexFunc(from, is); i >= 0 {
			lines = append(lines, plain(from[i], ctx))
		} else {
			ok = false
		}
	}
	of := func(k order.Kind) func(order.Order) bool { return func(o order.Order) bool { return o.Kind == k } }
	var f legal.Finder
	for _, i := range owed.Units {
		if p.Phase.Step == machiavelli.Orders {
			add(legal.OfUnit(p, r, i, nil), of(order.Hold))
			continue
		}
		all := f.Maintains(p, r, power, nil)
		if r.UnorderedUnitInWinter == rules.WinterDisband {
			all = f.Removals(p, r, power, nil)
		}
		add(all, func(o order.Order) bool { return legal.TargetUnit(p, o.Unit) == i })
	}
	for _, i := range owed.Retreats {
		if r.UnorderedRetreat == rules.JudgePicks {
			ok = false
			continue
		}
		add(legal.Retreats(p, r, i, nil), of(order.Disband))
	}
	for range owed.Builds {
		lines = append(lines, plain(order.Order{Kind: order.Waive}, ctx))
	}
	return lines, ok
}
