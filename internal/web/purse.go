package web

import (
	"fmt"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// purse is what a power has to spend and what its orders so far would leave.
type purse struct {
	Treasury int
	Spends   int      // by the orders so far, with what its units cost in winter
	Borrows  int      // by the orders so far, as much as the bank lends
	Due      int      // what the bank collects in this campaign
	Left     int      // may be negative
	Debts    []string // what it owes to the bank, and when
	Chits    []string // powers against which it holds an assassination chit
	Winter   bool
	Upkeep   int // what all its units cost, in winter
}

// newPurse is nil in a game without money.
func newPurse(g *judge.Game, p *position.Position, power machiavelli.Power, orders []order.Order) *purse {
	if !g.Rules.Money {
		return nil
	}
	x := &purse{Treasury: int(p.Treasury[power]), Winter: p.Phase.Step == machiavelli.Adjustments}
	for _, l := range p.Loans {
		if l.Power == power {
			x.Debts = append(x.Debts, fmt.Sprintf("%s in %s", count(int(l.Principal+l.Interest), "ducat"), capital(l.Season.String())+fmt.Sprintf(" %d", l.Year)))
		}
	}
	for v := machiavelli.Power(1); int(v) < len(g.Setting.Powers); v++ {
		if n := p.Chits[power][v]; n > 0 && !p.Eliminated.Has(v) {
			name := g.Setting.Powers[v].Name
			if n > 1 {
				name = fmt.Sprintf("%s (%d)", name, n)
			}
			x.Chits = append(x.Chits, name)
		}
	}
	if x.Winter {
		x.winter(p, power, orders, g.Rules.UnorderedUnitInWinter == rules.WinterMaintain || p.Opening)
	} else {
		x.campaign(g, p, power, orders)
	}
	return x
}

// winter counts what the power's units cost: those that stay, and those that
// are to be built. stay tells whether a unit without an order stays (BUILD-11).
func (x *purse) winter(p *position.Position, power machiavelli.Power, orders []order.Order, stay bool) {
	ordered := map[[2]int]bool{} // whether a unit is to stay
	where := func(at board.ID, inCity bool) [2]int {
		if inCity {
			return [2]int{int(at), 1}
		}
		return [2]int{int(at), 0}
	}
	built := map[board.ID]int{} // by province, for the last build there counts
	for _, o := range orders {
		at := where(o.Unit.At, o.Unit.Type == machiavelli.Garrison)
		switch o.Kind {
		case order.Build:
			u := position.Unit{Type: o.Unit.Type, Quality: o.Quality}
			built[o.Unit.At] = int(u.Price())
		case order.Remove:
			ordered[at] = false
		case order.Maintain:
			ordered[at] = true
		case order.Clear:
			delete(ordered, at)
		}
	}
	for _, u := range p.Units {
		if u.Owner != power {
			continue
		}
		x.Upkeep += int(u.Price())
		if kept, ok := ordered[where(u.At, u.InCity())]; kept || !ok && stay {
			x.Spends += int(u.Price())
		}
	}
	for _, cost := range built {
		x.Spends += cost
	}
	x.Left = x.Treasury - x.Spends
}

// campaign counts expenses, payments and loans.
func (x *purse) campaign(g *judge.Game, p *position.Position, power machiavelli.Power, orders []order.Order) {
	b := legal.BudgetOf(p, &g.Rules, power, orders)
	x.Borrows, x.Due, x.Spends, x.Left = int(b.Lent), int(b.Due), int(b.Paid+b.Costs), int(b.Left)
}

// standing lists in words what troubles the board: famine, plague, rebellions
// and sieges.
func standing(p *position.Position) []report.Chapter {
	b := p.Setting.Board
	name := func(at board.ID) string { return b.Areas[at].Name }
	list := func(s board.Set) (out []string) {
		for at := s.Next(board.None); at != board.None; at = s.Next(at) {
			out = append(out, name(at))
		}
		return out
	}
	var out []report.Chapter
	add := func(title string, lines []string) {
		if len(lines) > 0 {
			out = append(out, report.Chapter{Title: title, Lines: lines})
		}
	}
	add("Famine", list(p.Famine))
	add("Plague", list(p.Plague))
	var rebels []string
	for all, at := p.RebelLand.Union(p.RebelCity), board.None; ; {
		if at = all.Next(at); at == board.None {
			break
		}
		where := "province"
		switch land, city := p.RebelLand.Has(at), p.RebelCity.Has(at); {
		case land && city:
			where = "province and city"
		case city:
			where = "city"
		}
		rebels = append(rebels, fmt.Sprintf("%s, %s, against %s", name(at), where, p.Setting.Powers[p.RebelAgainst[at]].Name))
	}
	add("Rebellions", rebels)
	add("Under siege", list(p.BesiegedCities()))
	return out
}

// sees reports whether a visitor may see the treasury of a power (BUG-01). What
// a game that is over was played with is no secret.
func sees(g *judge.Game, role judge.Role, seats []judge.Seat, power machiavelli.Power) bool {
	return g.Finished || report.SeesTreasury(power, viewer(role, seats), &g.Rules)
}
