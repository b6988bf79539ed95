package web

import (
	"fmt"
	"strings"

	"podesta/internal/judge"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// purse is what a power has to spend and what its orders so far would leave.
type purse struct {
	Treasury int
	Spends   int      // by the orders so far, with what its units cost in winter
	Borrows  int      // by the orders so far
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
			x.Debts = append(x.Debts, fmt.Sprintf("%d ducats in %s", l.Principal+l.Interest, capital(l.Season.String())+fmt.Sprintf(" %d", l.Year)))
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
		x.winter(p, power, orders)
	} else {
		x.campaign(g, p, power, orders)
	}
	x.Left = x.Treasury + x.Borrows - x.Spends
	return x
}

// winter counts what the power's units cost: those that stay, and those that
// are to be built.
func (x *purse) winter(p *position.Position, power machiavelli.Power, orders []order.Order) {
	removed := map[[2]int]bool{}
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
			removed[at] = true
		case order.Maintain, order.Clear:
			delete(removed, at)
		}
	}
	for _, u := range p.Units {
		if u.Owner != power {
			continue
		}
		x.Upkeep += int(u.Price())
		if !removed[where(u.At, u.InCity())] {
			x.Spends += int(u.Price())
		}
	}
	for _, cost := range built {
		x.Spends += cost
	}
}

// campaign counts expenses, payments and loans: the last of each kind counts,
// as it does when the phase is processed.
func (x *purse) campaign(g *judge.Game, p *position.Position, power machiavelli.Power, orders []order.Order) {
	lines := map[string]int{}
	for _, o := range orders {
		switch o.Kind {
		case order.Expense:
			sum := int(o.Amount)
			if !o.HasSum {
				least, _ := legal.Price(p, &g.Rules, power, &o)
				sum = int(least)
			}
			if o.Expense == order.Delete {
				sum = 0
			}
			lines[fmt.Sprint("expense ", o.Slot)] = sum
		case order.Payment:
			lines[fmt.Sprint("payment ", o.Bank, o.Power)] = int(o.Amount)
		case order.Loan:
			lines[fmt.Sprint("loan ", o.Years)] = int(o.Amount)
		}
	}
	for name, sum := range lines {
		if strings.HasPrefix(name, "loan") {
			x.Borrows += sum
		} else {
			x.Spends += sum
		}
	}
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
