package turn_test

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// TestEarnings compares the expected income of powers with the actual one:
// after the fall's income nothing changes hands until winter.
func TestEarnings(t *testing.T) {
	for _, x := range []struct {
		scenario, preset string
		options          map[string]string
	}{
		{"B", "njudge-classic", nil},
		{"B", "battleline-1978-optional", map[string]string{"province-income": "on", "forced-taxation": "lasting"}},
		{"balance-of-power-1995", "machiavelli-1995", map[string]string{"fortress-income": "1"}},
		{"B", "njudge-classic", map[string]string{"dice": "off", "famine": "off", "assassinations": "off"}},
	} {
		incomes := 0
		r := atrandom.Rules(x.preset, x.options)
		err := atrandom.Game(x.scenario, r, 24, 7, func(p *position.Position, _ []turn.Line, res turn.Result) {
			for _, v := range res.Events {
				e, ok := v.(event.Income)
				if !ok || p.Phase.Season != machiavelli.Fall || res.Next.Phase.Step != machiavelli.Adjustments {
					continue
				}
				incomes++
				got := turn.EarningsOf(res.Next, r, e.Power)
				if got.Seas != e.Seas || got.Provinces != e.Provinces || got.Cities != e.Cities ||
					got.Dice != len(e.Dice) && r.DiceOn || r.DiceOn && (e.Variable < got.Low || e.Variable > got.High) {
					t.Errorf("%s, %s: expects %+v, got %+v", p.Phase, p.Setting.Powers[e.Power].Name, got, e)
				}
			}
		})
		if err != nil || incomes == 0 {
			t.Errorf("%s: %d incomes, %v", x.preset, incomes, err)
		}
	}
}
