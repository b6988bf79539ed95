package reference_test

import (
	"math/rand/v2"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// seated returns a start position in which players have several powers, drawn
// at random, and sets the rule for them: separate powers (SEAT-02); one power
// each with units and land in the names of all, as in a position from elsewhere;
// or one power that has taken over the others (SEAT-01).
func seated(rng *rand.Rand, start *position.Position, r *rules.Set) *position.Position {
	var powers []machiavelli.Power
	for x := machiavelli.Power(1); int(x) < len(start.Setting.Powers); x++ {
		if !start.Setting.Absent.Has(x) {
			powers = append(powers, x)
		}
	}
	rng.Shuffle(len(powers), func(i, j int) { powers[i], powers[j] = powers[j], powers[i] })
	set := *start.Setting
	set.Seats = nil
	for len(powers) > 0 {
		n := min(1+rng.IntN(3), len(powers))
		set.Seats = append(set.Seats, powers[:n:n])
		powers = powers[n:]
	}
	p := start.Clone()
	p.Setting = &set
	r.SeveralPowers = rules.SeparatePowers
	if mode := rng.IntN(3); mode > 0 {
		r.SeveralPowers = rules.OnePower
		set.Unite()
		if mode == 2 {
			p = p.Joined()
		}
	}
	return p
}

// seats counts the positions with several powers in a player's hand, by the
// rule for them, and the money orders of a power against another of its player.
type seats struct{ separate, apart, joined, plots int }

func (n *seats) count(g *game) {
	set := g.p.Setting
	switch {
	case len(set.Seats) == 0:
		return
	case g.rules.SeveralPowers == rules.SeparatePowers:
		n.separate++
	case set.Absent == 0:
		n.apart++
	default:
		n.joined++
	}
	for _, l := range g.lines {
		if l.Order.Kind == order.Expense && l.Order.Expense == order.Assassinate && set.Partners(l.Power, l.Order.Power) ||
			l.Order.Kind == order.Expense && l.Order.Expense == order.Rebellion && set.Partners(l.Power, g.p.Province[l.Order.To.At]) {
			n.plots++
		}
	}
}
