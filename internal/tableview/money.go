package tableview

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// moneyOf returns the money of power in p and how it may be spent, or nil in a game without
// money.
func moneyOf(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) *Money {
	if !r.Money {
		return nil
	}
	e := turn.EarningsOf(p, r, power)
	m := &Money{
		Treasury: int(p.Treasury[power]),
		Upkeep:   int(turn.Upkeep(p, power)),
		Income:   int(e.Seas + e.Provinces + e.Cities),
		Dice:     [2]int{int(e.Low), int(e.High)},
		Sources:  sources(l, e),
		Debts:    debts(l, p, power),
		Chits:    chits(p, r, power),
	}
	if p.Phase.Step != machiavelli.Orders || p.Eliminated.Has(power) || p.Victors != 0 {
		return m
	}
	m.Slots = 4 // EXP-01
	m.Expenses = expenses(l, p, r, power)
	if m.Loans = loans(l, p, r, power); len(m.Loans) == 0 && r.BankLoans {
		m.NoLoan = noLoan(p, power).In(l)
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

// sources lists the sources of income, without those that yield nothing.
func sources(l message.Language, e turn.Earnings) []Source {
	var out []Source
	for _, x := range []struct {
		what   message.Message
		ducats machiavelli.Ducats
	}{{message.New("provinces"), e.Provinces}, {message.New("cities"), e.Cities}, {message.New("seas"), e.Seas}} {
		if x.ducats > 0 {
			out = append(out, Source{Say: x.what.In(l), Low: int(x.ducats), High: int(x.ducats)})
		}
	}
	switch {
	case e.Dice == 1:
		out = append(out, Source{Say: message.New("a die").In(l), Low: int(e.Low), High: int(e.High)})
	case e.Dice > 1:
		out = append(out, Source{Say: message.New("{n} dice", message.Number(e.Dice)).In(l), Low: int(e.Low), High: int(e.High)})
	case e.High > 0:
		out = append(out, Source{Say: message.New("variable income").In(l), Low: int(e.Low), High: int(e.High)})
	}
	return out
}

// debts lists a power's debts to the bank, in the order in which they are due.
func debts(l message.Language, p *position.Position, power machiavelli.Power) []Debt {
	var mine []position.Loan
	for _, x := range p.Loans {
		if x.Power == power && x.Principal+x.Interest > 0 {
			mine = append(mine, x)
		}
	}
	slices.SortStableFunc(mine, func(a, b position.Loan) int {
		if a.Year != b.Year {
			return a.Year - b.Year
		}
		return int(a.Season) - int(b.Season)
	})
	var out []Debt
	for _, x := range mine {
		due := x.Year < p.Phase.Year || x.Year == p.Phase.Year && x.Season <= p.Phase.Season
		out = append(out, Debt{Amount: int(x.Principal + x.Interest), Due: campaign(l, x.Season, x.Year), Now: due && p.Phase.Step == machiavelli.Orders})
	}
	return out
}

// campaign returns the name of a campaign, such as "Summer 1456", for a heading.
func campaign(l message.Language, s machiavelli.Season, year int) string {
	return message.New("{When}", message.Campaign{Season: s, Year: year}).In(l)
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
func loans(l message.Language, p *position.Position, r *rules.Set, power machiavelli.Power) []Loan {
	var out []Loan
	for _, o := range new(legal.Finder).Loans(p, r, power, nil) {
		x := Loan{Years: int(o.Years), Most: int(o.Amount), Rate: 20, Due: campaign(l, p.Phase.Season, p.Phase.Year+int(o.Years))}
		if o.Years == 2 {
			x.Rate = 50 // LOAN-03
		}
		for n := 1; n <= x.Most; n++ {
			x.Back = append(x.Back, n+int(legal.Interest(machiavelli.Ducats(n), x.Years)))
		}
		out = append(out, x)
	}
	return out
}

// noLoan returns the reason why the bank does not lend to a power.
func noLoan(p *position.Position, power machiavelli.Power) message.Message {
	if p.Bankrupt.Has(power) {
		return message.New("You once failed to repay the bank, so it lends you nothing more.")
	}
	return message.New("The bank lends at most {sum}, and you have borrowed them all. Repay some, and it will lend to you again.", message.Ducats(legal.MaxPrincipal))
}

// unitKey returns the key of a unit, such as "A:pav".
func unitKey(b *board.Board, u *position.Unit) string {
	return u.Type.Letter() + ":" + b.Areas[u.At].Code
}
