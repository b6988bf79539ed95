package report_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestExpenseRules checks that the ids cited for a failed expense fit the kind
// of expense. For example, an assassination that was too cheap must not cite
// rules about bribes.
func TestExpenseRules(t *testing.T) {
	set, err := rules.Make("njudge-classic", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &set)
	if err != nil {
		t.Fatal(err)
	}
	tell := report.New(p.Setting)
	milan, _ := p.Setting.Powers.Find("milan")
	venice, _ := p.Setting.Powers.Find("venice")
	verona, _ := p.Setting.Board.Find("Verona")
	army := position.Unit{Type: machiavelli.Army, At: verona.ID, Owner: venice}
	for _, x := range []struct {
		kind        order.ExpenseKind
		failure     event.Failure
		asked, paid machiavelli.Ducats
		want        string
	}{
		{order.DisbandUnit, event.BelowMinimum, 9, 9, "BRIBE-04"},
		{order.Assassinate, event.BelowMinimum, 9, 9, "ASSN-03"},
		{order.Assassinate, event.BelowMinimum, 12, 9, "ASSN-03, EXP-05"},
		{order.Assassinate, event.OutOfGame, 12, 12, "ASSN-16"},
		{order.Rebellion, event.BelowMinimum, 9, 9, "REB-04"},
		{order.Rebellion, event.AlreadyDone, 9, 9, "REB-07"},
		{order.Pacify, event.BelowMinimum, 9, 9, "RELIEF-02"},
		{order.Pacify, event.AlreadyDone, 12, 12, "RELIEF-04"},
		{order.FamineRelief, event.NoMarker, 3, 3, "RELIEF-04"},
		{order.CounterBribe, event.BelowMinimum, 0, 0, "EXP-06"},
	} {
		e := event.Expense{
			Power: milan, Slot: 1, Order: order.Order{Kind: order.Expense, Slot: 1, Expense: x.kind, Power: venice, HasSum: true},
			Asked: x.asked, Paid: x.paid, Counted: x.paid, Minimum: 12, Target: &army, Verdict: event.Wasted, Failure: x.failure,
		}
		e.Order.To.At = verona.ID
		chain := tell.Chain(nil, e)
		if len(chain) == 0 {
			t.Errorf("%v, %v: no reasons", x.kind, x.failure)
			continue
		}
		if got := strings.Join(chain[0].Rules, ", "); got != x.want {
			t.Errorf("%q is explained by %s, want %s", chain[0].Text, got, x.want)
		}
	}
}
