package tableview

import (
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// TestCannot checks, for besieging, converting and, with fleets, convoying, that each unit has
// either a legal order or a short reason why it has none, but never both. It also checks that games
// with garrisons have such reasons.
func TestCannot(t *testing.T) {
	told := map[string]int{}
	eachPosition(t, func(t *testing.T, p *position.Position, r *rules.Set) {
		for n := 1; n < len(p.Setting.Powers) && p.Phase.Step == machiavelli.Orders; n++ {
			for _, u := range powerOrders(message.English, p, r, machiavelli.Power(n)).Units {
				want := []string{"besiege", "convert"}
				switch u.Unit[0] {
				case 'G':
					want = []string{"advance", "convert"}
				case 'F':
					want = append(want, "convoy")
				}
				for _, kind := range want {
					can := slices.ContainsFunc(u.Orders, func(c Choice) bool { return c.Kind == kind })
					i := slices.IndexFunc(u.Cannot, func(c Cannot) bool { return c.Kind == kind })
					if needs := !can && (r.Garrisons || kind == "convoy"); needs != (i >= 0) {
						t.Errorf("%s, %s: can be ordered: %t, reasons: %+v", u.Unit, kind, can, u.Cannot)
					}
					if i >= 0 {
						told[kind]++
						if why := u.Cannot[i].Why; len(why) > 130 || !strings.HasSuffix(why, ".") {
							t.Errorf("%s, %s: %q", u.Unit, kind, why)
						}
					}
				}
				if len(u.Cannot) > len(want) {
					t.Errorf("%s: %+v", u.Unit, u.Cannot)
				}
			}
		}
	})
	for _, kind := range []string{"advance", "besiege", "convert", "convoy"} {
		if told[kind] == 0 {
			t.Errorf("no unit has a reason why there is no order to %s", kind)
		}
	}
}
