package tableview

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// moneyOf returns what power has in p and may spend, or nil in a game without
// money.
func moneyOf(p *position.Position, r *rules.Set, power machiavelli.Power) *Money {
	if !r.Money {
		return nil
	}
	e := turn.EarningsOf(p, r, power)
	m := &Money{
		Treasury: int(p.Treasury[power]),
		Upkeep:   int(turn.Upkeep(p, power)),
		Income:   int(e.Seas + e.Provinces + e.Cities),
		Dice:     [2]int{int(e.Low), int(e.High)},
		Sources:  sources(e),
		Debts:    debts(p, power),
		Chits:    chits(p, r, power),
	}
	if p.Phase.Step != machiavelli.Orders || p.Eliminated.Has(power) || p.Victors != 0 {
		return m
	}
	m.Slots = 4 // EXP-01
	m.Expenses = expenses(p, r, power)
	if m.Loans = loans(p, r, power); len(m.Loans) == 0 && r.BankLoans {
		m.NoLoan = noLoan(p, power)
	}
	if len(m.Debts) > 0 {
		m.Payees = append(m.Payees, "bank")
	}
	for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
		if x != power && !p.Eliminated.Has(x) {
			m.Payees = append(m.Payees, p.Setting.Powers[x].ID)
		}
	}
	return m
}

// sources lists the sources of income, without those that bring nothing.
func sources(e turn.Earnings) []Source {
	var out []Source
	for _, x := range []struct {
		say    string
		ducats machiavelli.Ducats
	}{{"provinces", e.Provinces}, {"cities", e.Cities}, {"seas", e.Seas}} {
		if x.ducats > 0 {
			out = append(out, Source{Say: x.say, Low: int(x.ducats), High: int(x.ducats)})
		}
	}
	switch {
	case e.Dice == 1:
		out = append(out, Source{Say: "a die", Low: int(e.Low), High: int(e.High)})
	case e.Dice > 1:
		out = append(out, Source{Say: strconv.Itoa(e.Dice) + " dice", Low: int(e.Low), High: int(e.High)})
	case e.High > 0:
		out = append(out, Source{Say: "variable income", Low: int(e.Low), High: int(e.High)})
	}
	return out
}

// debts lists a power's debts to the bank, the first due first.
func debts(p *position.Position, power machiavelli.Power) []Debt {
	var mine []position.Loan
	for _, l := range p.Loans {
		if l.Power == power && l.Principal+l.Interest > 0 {
			mine = append(mine, l)
		}
	}
	slices.SortStableFunc(mine, func(a, b position.Loan) int {
		if a.Year != b.Year {
			return a.Year - b.Year
		}
		return int(a.Season) - int(b.Season)
	})
	var out []Debt
	for _, l := range mine {
		due := l.Year < p.Phase.Year || l.Year == p.Phase.Year && l.Season <= p.Phase.Season
		out = append(out, Debt{Amount: int(l.Principal + l.Interest), Due: campaign(l.Season, l.Year), Now: due && p.Phase.Step == machiavelli.Orders})
	}
	return out
}

// campaign returns a campaign as a heading: "Summer 1456".
func campaign(s machiavelli.Season, year int) string {
	return fmt.Sprintf("%s %d", capital(s.String()), year)
}

// chits lists the powers against which a power has usable assassination chits.
func chits(p *position.Position, r *rules.Set, power machiavelli.Power) []string {
	var out []string
	for v := machiavelli.Power(1); int(v) < len(p.Setting.Powers); v++ {
		if r.AssassinationChits == rules.UnlimitedChits || !r.Assassinations || p.Eliminated.Has(v) {
			continue
		}
		for range p.Chits[power][v] {
			out = append(out, p.Setting.Powers[v].ID)
		}
	}
	return out
}

// loans lists the loans that the bank would give.
func loans(p *position.Position, r *rules.Set, power machiavelli.Power) []Loan {
	var out []Loan
	for _, o := range new(legal.Finder).Loans(p, r, power, nil) {
		l := Loan{Years: int(o.Years), Most: int(o.Amount), Rate: 20, Due: campaign(p.Phase.Season, p.Phase.Year+int(o.Years))}
		if o.Years == 2 {
			l.Rate = 50 // LOAN-03
		}
		for n := 1; n <= l.Most; n++ {
			l.Back = append(l.Back, n+int(legal.Interest(machiavelli.Ducats(n), l.Years)))
		}
		out = append(out, l)
	}
	return out
}

// noLoan explains why the bank lends a power nothing.
func noLoan(p *position.Position, power machiavelli.Power) string {
	if p.Bankrupt.Has(power) {
		return "You once failed to repay the bank, so it lends you nothing more."
	}
	return fmt.Sprintf("The bank lends at most %d ducats, and you have borrowed them all. Repay some, and it will lend to you again.", legal.MaxPrincipal)
}

// unitKey returns the key of a unit: "A:pav".
func unitKey(b *board.Board, u *position.Unit) string {
	return u.Type.Letter() + ":" + b.Areas[u.At].Code
}

// capital returns s with its first letter in upper case.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
