package interchange

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// TestRandomGames writes every phase of games with random orders as a case. Its result must
// contain the position after the phase, one record for each unit, and the reasons, with their
// rules, for everything that is explained.
func TestRandomGames(t *testing.T) {
	for _, g := range []struct {
		scenario, preset string
		options          map[string]string
	}{
		{"B", "njudge-classic", map[string]string{
			"plague": "on", "storms": "on", "cavalry": "on", "autonomous-field-units": "on", "autonomous-orders": "on",
			"province-trading": "on", "exchanges": "on", "forced-taxation": "any-season", "cause-famine": "until-relieved", "cause-plague": "on", "ransom": "on", "excommunication": "on",
			"strategic-movement": "on", "bribe-tie": "die-toss", "plague-model": "expands",
		}},
		{"D", "battleline-1978-optional", nil},
		{"balance-of-power-1995", "machiavelli-1995", nil},
		{"diplomacy", "diplomacy", nil},
	} {
		t.Run(g.scenario, func(t *testing.T) {
			r := atrandom.Rules(g.preset, g.options)
			a, phases := New(), 0
			err := atrandom.Game(g.scenario, r, 40, 7, func(p *position.Position, lines []turn.Line, res turn.Result) {
				if lines == nil {
					return // this is the opening
				}
				phases++
				text := caseOf(t, g.scenario, g.preset, g.options, p, lines, res.Rolls)
				line, err := a.Append(nil, text, 1)
				if err != nil {
					t.Fatalf("%s: %v\n%s", p.Phase, err, text)
				}
				var got struct {
					Position json.RawMessage
					Orders   []struct {
						Power, Unit string
						Why         []struct{ Rules []string }
					}
				}
				if err := json.Unmarshal(line, &got); err != nil {
					t.Fatalf("%v in %s", err, line)
				}
				want := AppendPosition(nil, res.Next)
				same := string(got.Position) == string(want)
				if p.Phase.Step == machiavelli.Retreats { // the format does not contain the age of dislodged units
					same = maps.EqualFunc(unnumbered(t, got.Position), unnumbered(t, want), slices.Equal)
				}
				if !same {
					t.Fatalf("%s: the case comes to another position\n got %s\nwant %s\ncase %s", p.Phase, got.Position, want, text)
				}
				units := map[string]int{}
				for _, o := range got.Orders {
					if o.Unit != "" {
						units[o.Unit]++
					}
					for _, why := range o.Why {
						if len(why.Rules) == 0 {
							t.Errorf("%s: a reason without a rule in %s", p.Phase, line)
						}
					}
				}
				if p.Phase.Step == machiavelli.Orders && len(units) != len(p.Units) {
					t.Errorf("%s: %d units have records, there are %d", p.Phase, len(units), len(p.Units))
				}
				for u, n := range units {
					if n != 1 {
						t.Errorf("%s: %s has %d records", p.Phase, u, n)
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if phases < 20 {
				t.Errorf("only %d phases", phases)
			}
		})
	}
}

// unnumbered returns the members of a position as sets, without serials.
func unnumbered(t *testing.T, text []byte) map[string][]string {
	m := sets(t, text)
	delete(m, "serials")
	return m
}

// caseOf writes a phase as a case.
func caseOf(t *testing.T, id, preset string, options map[string]string, p *position.Position, lines []turn.Line, rolls map[string]int) []byte {
	t.Helper()
	if options == nil {
		options = map[string]string{}
	}
	orders := map[string][]string{}
	for _, l := range lines {
		power := powerID(p.Setting, l.Power)
		orders[power] = append(orders[power], l.Text)
	}
	data, err := json.Marshal(map[string]any{
		"scenario": id, "rules": map[string]any{"preset": preset, "options": options}, "phase": p.Phase.String(), "orders": orders,
		"position": json.RawMessage(AppendPosition(nil, p)), "dice": map[string]any{"rolls": rolls}, "explain": true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}
