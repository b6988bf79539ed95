package reference_test

import (
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
)

// seats counts the positions in which players have several powers, separately for each rule about
// such players. It also counts a power's money orders against another power of the same player.
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
