package tableview

import (
	"strings"
	"testing"

	"podesta/machiavelli/dice"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// TestBankSaysWhy checks that the bank gives a reason if it does not lend to a power, and that
// there is no reason if it lends or if the game has no bank.
func TestBankSaysWhy(t *testing.T) {
	for _, x := range []struct {
		name, bank string
		change     func(*position.Position)
		lends      bool
		why        string
	}{
		{"no debts", "on", func(*position.Position) {}, true, ""},
		{"some debts", "on", func(p *position.Position) { p.Loans = []position.Loan{{Power: 1, Principal: legal.MaxPrincipal - 1}} }, true, ""},
		{"at the limit", "on", func(p *position.Position) { p.Loans = []position.Loan{{Power: 1, Principal: legal.MaxPrincipal}} }, false, "borrowed them all"},
		{"somebody else at the limit", "on", func(p *position.Position) { p.Loans = []position.Loan{{Power: 2, Principal: legal.MaxPrincipal}} }, true, ""},
		{"did not repay", "on", func(p *position.Position) { p.Bankrupt = p.Bankrupt.With(1) }, false, "once failed to repay"},
		{"no bank", "off", func(*position.Position) {}, false, ""},
	} {
		r, err := rules.Make("njudge-classic", map[string]string{"bank-loans": x.bank})
		if err != nil {
			t.Fatal(err)
		}
		start, err := scenario.New("B", "", &r)
		if err != nil {
			t.Fatal(err)
		}
		res, err := turn.Open(start, &r, dice.New([]byte("bank"), "opening", nil))
		if err != nil {
			t.Fatal(err)
		}
		x.change(res.Next)
		m := moneyOf(message.English, res.Next, &r, 1)
		if lends := len(m.Loans) > 0; lends != x.lends || (x.why == "") != (m.NoLoan == "") || !strings.Contains(m.NoLoan, x.why) {
			t.Errorf("%s: lends %t, reason %q", x.name, lends, m.NoLoan)
		}
	}
}
