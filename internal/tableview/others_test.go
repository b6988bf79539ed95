package tableview

import (
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestOthers checks that every offered line that concerns neither units nor
// money is accepted and has a description.
func TestOthers(t *testing.T) {
	kinds := map[string]int{}
	eachPosition(t, func(t *testing.T, p *position.Position, r *rules.Set) {
		for n := 1; n < len(p.Setting.Powers); n++ {
			for i, c := range powerOrders(message.English, p, r, machiavelli.Power(n)).Others {
				kinds[c.Kind]++
				if c.Say == "" || c.Text == "" {
					t.Errorf("%+v", c)
				}
				if i%5 == 0 || kinds[c.Kind] < 20 {
					accepted(t, p, r, machiavelli.Power(n), c.Text, true)
				}
			}
		}
	})
	for _, kind := range []string{"ally", "tax", "give province", "excommunicate", "overrule"} {
		if kinds[kind] == 0 {
			t.Errorf("no line of the kind %s was ever offered", kind)
		}
	}
}

// TestExchangePartners checks that, in campaigns and retreats of games with exchanges, the page
// offers exchanges with all other powers in the game.
func TestExchangePartners(t *testing.T) {
	for _, c := range []struct {
		options string
		step    machiavelli.Step
		offered bool
	}{
		{"on", machiavelli.Orders, true},
		{"on", machiavelli.Retreats, true},
		{"on", machiavelli.Adjustments, false},
		{"off", machiavelli.Orders, false},
	} {
		r, err := rules.Make("njudge-classic", map[string]string{"exchanges": c.options})
		if err != nil {
			t.Fatal(err)
		}
		p, err := scenario.New("B", "", &r)
		if err != nil {
			t.Fatal(err)
		}
		venice, _ := p.Setting.Powers.Find("venice")
		milan, _ := p.Setting.Powers.Find("milan")
		p.Eliminated = p.Eliminated.With(venice)
		p.Phase.Step = c.step
		got := powerOrders(message.English, p, &r, milan).Exchanges
		if want := 6; c.offered && len(got) != want || !c.offered && got != nil || slices.Contains(got, "venice") || slices.Contains(got, "milan") {
			t.Errorf("exchanges %s, %v: offered with %v", c.options, c.step, got)
		}
	}
}
