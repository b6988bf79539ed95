package report

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestOrderDescriptions checks the descriptions of what orders make units do.
func TestOrderDescriptions(t *testing.T) {
	set, err := rules.Preset("battleline-1978-advanced")
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "B-8", &set)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ text, want string }{
		{"A Pavia H", "holds"},
		{"A Pavia - Montferrat", "advances to Montferrat"},
		{"F Naples - Gulf of Naples", "advances to Gulf of Naples"},
		{"A Pavia S A Milan - Cremona", "supports the army in Milan into Cremona"},
		{"A Pavia S A Milan", "supports the army in Milan"},
		{"F Naples C A Messina - Capua", "carries the army in Messina to Capua"},
		{"A Pavia B", "besieges the city"},
		{"A Pavia L", "lifts the siege"},
		{"A Pavia C G", "converts to a garrison"},
		{"G Venice C A", "converts to an army"},
		{"A Pavia disband", "disbands"},
	} {
		o, _, bad := order.ParseOne(test.text, &order.Context{Board: p.Setting.Board, Powers: p.Setting.Powers, Step: machiavelli.Orders})
		if bad != nil {
			t.Errorf("%s: %v", test.text, bad)
			continue
		}
		if got := New(p.Setting).Does(o).String(); got != test.want {
			t.Errorf("%s: it %q, want %q", test.text, got, test.want)
		}
	}
}
