package report_test

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestClassicOrderTexts checks orders in the words of the classic report.
func TestClassicOrderTexts(t *testing.T) {
	set, err := rules.Preset("njudge-classic")
	if err != nil {
		t.Fatal(err)
	}
	start, err := scenario.New("B", "B-8", &set)
	if err != nil {
		t.Fatal(err)
	}
	milan, ok := start.Setting.Powers.Match("Milan")
	if !ok {
		t.Fatal("no Milan")
	}
	for _, c := range []struct {
		step  machiavelli.Step
		text  string
		want  string
		money bool
	}{
		{machiavelli.Orders, "a mil h", "Army Milan HOLD.", false},
		{machiavelli.Orders, "pav - mon", "Army Pavia -> Montferrat.", false},
		{machiavelli.Orders, "a cre s mil", "Army Cremona SUPPORT Army Milan.", false},
		{machiavelli.Orders, "a cre s a ver - man", "Army Cremona SUPPORT Venetian Army Verona -> Mantua.", false},
		{machiavelli.Orders, "a ver - man", "Venetian Army Verona -> Mantua.", false},
		{machiavelli.Orders, "a mil c g", "Army Milan CONVERT TO Garrison.", false},
		{machiavelli.Orders, "e1: 21 buy a ver", "E1: 21d, Buy Venetian army Verona  ** 18+3 ducats.", true},
		{machiavelli.Orders, "e2: cb pav", "E2:  3d, Counter-Bribe army Pavia.", true},
		{machiavelli.Orders, "e3: none", "E3: None.", true},
		{machiavelli.Orders, "e4: a venice", "E4: 12d, Assassinate Venetian leader.", true},
		{machiavelli.Orders, "pay 3 to bank", "Pays 3 ducats to bank.", true},
		{machiavelli.Orders, "pay 1 to naples", "Pays 1 ducat to Naples.", true},
		{machiavelli.Orders, "borrow 10 for 1 year", "Borrows 10 ducats for 1 year, 12d due in Spring of 1455.", true},
		{machiavelli.Orders, "give turkey to naples", "Gives Turkish assassination chit to Naples.", true},
		{machiavelli.Orders, "ally naples venice", "Allows Naples and Venice to use straits.", true},
		{machiavelli.Adjustments, "b f ven", "Builds a fleet in Venice.", false},
		{machiavelli.Adjustments, "b ep a mil", "Builds a professional army in Milan.", false},
		{machiavelli.Adjustments, "r a mil", "Removes the army in Milan.", false},
		{machiavelli.Adjustments, "m a mil", "Maintains the army in Milan.", false},
	} {
		start.Phase.Step = c.step
		sent, _, err := order.ParseOne(c.text, &order.Context{Board: start.Setting.Board, Powers: start.Setting.Powers, Power: milan, Step: c.step})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		o, _, _, problem := legal.Check(start, &set, milan, sent)
		if problem != nil {
			o = sent
		}
		price := machiavelli.Ducats(0)
		if o.Kind == order.Expense {
			price, _ = legal.Price(start, &set, milan, &o)
		}
		got, money := report.New(start.Setting).Confirm(start, milan, o, price)
		if got != c.want || money != c.money {
			t.Errorf("%s: %q, %v; want %q", c.text, got, money, c.want)
		}
	}
}
