package tableview

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
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
