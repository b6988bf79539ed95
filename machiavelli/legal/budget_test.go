package legal_test

import (
	"fmt"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
)

// TestBudgetLines checks how much money is available for each of a power's
// expenses (EXP-03, EXP-05), including a power that cannot pay the bank
// (LOAN-09).
func TestBudgetLines(t *testing.T) {
	for _, x := range []struct{ name, scene, orders, want string }{
		{"enough for all", "treasury I 30", "e1: 12 assassinate venice; e3: 3 cb mil", "asks [12 0 3 0], gets [12 0 3 0]"},
		{"the later line gets what is left, the last nothing", "treasury I 20", "e1: 12 assassinate venice; e2: 12 assassinate venice; e4: cb mil", "asks [12 12 0 3], gets [12 8 0 0]"},
		{"the bank comes first", "treasury I 20\ndue I 10 2", "e1: 12 assassinate venice", "asks [12 0 0 0], gets [8 0 0 0]"},
		{"who cannot pay the bank buys nothing", "treasury I 11\ndue I 10 2", "e1: 3 cb mil", "asks [3 0 0 0], gets [0 0 0 0]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := setUp(t, "B", "njudge-classic", "I A mil\nV A ber\n"+x.scene)
			power := g.power("I")
			var orders []order.Order
			for _, l := range order.Parse(x.orders, g.context(power)) {
				if l.Err != nil {
					t.Fatal(l.Err)
				}
				orders = append(orders, l.Order)
			}
			b := legal.BudgetOf(g.p, g.r, power, orders)
			if got := fmt.Sprintf("asks %v, gets %v", b.Asks, b.Gets); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

// TestBudget checks the sums of a power's loans, payments and expenses when its
// orders take effect in the sequence that the rules prescribe.
func TestBudget(t *testing.T) {
	for _, x := range []struct{ name, scene, orders, want string }{
		{"nothing ordered", "treasury I 7", "", "lent 0, paid 0, due 0, costs 0, left 7"},
		{"no more is lent than 25 (LOAN-02)", "treasury I 7", "borrow 100 for 1 year; borrow 20 for 2 years; e1: 30 assassinate venice", "lent 25, paid 0, due 0, costs 30, left 2"},
		{"the bank takes no more than is owed (LOAN-07)", "treasury I 40\nloan I 20 4", "pay 100 to bank", "lent 0, paid 24, due 0, costs 0, left 16"},
		{"a gift comes before the loan (LOAN-06)", "treasury I 3", "borrow 10 for 1 year; pay 8 to venice; e1: 12 assassinate venice", "lent 10, paid 3, due 0, costs 12, left -2"},
		{"the bank collects before expenses are paid (LOAN-09)", "treasury I 20\ndue I 10 2", "e1: 12 assassinate venice", "lent 0, paid 0, due 12, costs 12, left -4"},
		{"later lines take the place of earlier ones (EXP-01)", "treasury I 20", "e1: 12 assassinate venice; e1: 24 assassinate venice; e2: 3 cb mil; e2: none", "lent 0, paid 0, due 0, costs 24, left -4"},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := setUp(t, "B", "njudge-classic", "I A mil\nV A ber\n"+x.scene)
			power := g.power("I")
			var orders []order.Order
			for _, l := range order.Parse(x.orders, g.context(power)) {
				if l.Err != nil {
					t.Fatal(l.Err)
				}
				orders = append(orders, l.Order)
			}
			b := legal.BudgetOf(g.p, g.r, power, orders)
			if got := fmt.Sprintf("lent %d, paid %d, due %d, costs %d, left %d", b.Lent, b.Paid, b.Due, b.Costs, b.Left); got != x.want {
				t.Errorf("%s, want %s", got, x.want)
			}
		})
	}
}

// TestBudgetDebts checks which debts are due, and that those with the earliest
// due date are paid first, whatever their order in the list (LOAN-07, LOAN-09).
func TestBudgetDebts(t *testing.T) {
	g := setUp(t, "B", "njudge-classic", "I A mil\ntreasury I 50\nphase summer 1454 orders")
	power := g.power("I")
	g.p.Loans = append(g.p.Loans, []position.Loan{
		{Power: power, Principal: 4, Interest: 1, Year: 1455, Season: machiavelli.Spring},
		{Power: g.power("V"), Principal: 8, Interest: 1, Year: 1454, Season: machiavelli.Summer},
		{Power: power, Principal: 6, Interest: 3, Year: 1454, Season: machiavelli.Fall},
		{Power: power, Principal: 1, Year: 1453, Season: machiavelli.Fall},
		{Power: power, Principal: 2, Interest: 1, Year: 1454, Season: machiavelli.Summer},
	}...)
	for _, x := range []struct{ orders, want string }{
		{"", "due 4, debts [1453 fall 1+0] [1454 summer 2+1] [1454 fall 6+3] [1455 spring 4+1]"},
		{"pay 3 to bank", "due 1, debts [1454 summer 1+0] [1454 fall 6+3] [1455 spring 4+1]"},
		{"pay 8 to bank", "due 0, debts [1454 fall 5+0] [1455 spring 4+1]"},
		{"pay 12 to bank; borrow 5 for 1 year", "due 0, debts [1454 fall 1+0] [1455 spring 4+1] [1455 summer 5+1]"},
		{"pay 4 to bank; borrow 5 for 1 year; borrow 2 for 2 years", "due 0, debts [1454 fall 6+3] [1455 spring 4+1] [1455 summer 5+1] [1456 summer 2+1]"},
		{"pay 18 to bank; borrow 0 for 1 year", "due 0, debts"},
	} {
		var orders []order.Order
		for _, l := range order.Parse(x.orders, g.context(power)) {
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			orders = append(orders, l.Order)
		}
		b := legal.BudgetOf(g.p, g.r, power, orders)
		got := fmt.Sprintf("due %d, debts", b.Due)
		for _, l := range b.Debts {
			got += fmt.Sprintf(" [%d %v %d+%d]", l.Year, l.Season, l.Principal, l.Interest)
		}
		if got != x.want {
			t.Errorf("%q:\n got %s\nwant %s", x.orders, got, x.want)
		}
	}
}
