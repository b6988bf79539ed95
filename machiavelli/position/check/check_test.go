package check_test

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/position/check"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// TestStarts checks that no scenario begins with an impossible position.
func TestStarts(t *testing.T) {
	for _, preset := range []string{"njudge-classic", "battleline-1978-basic", "machiavelli-1995"} {
		for _, info := range scenario.List() {
			r, err := rules.Preset(preset)
			if err != nil {
				t.Fatal(err)
			}
			scenario.BuiltIn().Suit(info.ID, &r, nil)
			p, err := scenario.New(info.ID, "", &r)
			if err != nil {
				continue // the edition does not have this rule
			}
			for _, x := range check.Position(p, &r) {
				t.Errorf("%s by %s: %s", info.ID, preset, x)
			}
		}
	}
}

// TestProblems makes changes that each break one rule, and checks the problem
// found.
func TestProblems(t *testing.T) {
	r, err := rules.Preset("njudge-classic")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		change     func(p *position.Position, find func(name string) position.Unit)
	}{
		{"two units", "BOARD-02", func(p *position.Position, find func(string) position.Unit) {
			p.Units = append(p.Units, find("Pavia"))
		}},
		{"an owner who does not exist", "does not exist", func(p *position.Position, _ func(string) position.Unit) { p.Units[0].Owner = 15 }},
		{"a number twice", "DIST-04", func(p *position.Position, find func(string) position.Unit) {
			u := find("Pavia")
			for i := range p.Units {
				if p.Units[i].Owner == u.Owner && p.Units[i].Type == u.Type {
					p.Units[i].Serial = 9
				}
			}
		}},
		{"a dislodged unit", "retreat phase", func(p *position.Position, find func(string) position.Unit) {
			p.Dislodged = append(p.Dislodged, position.Dislodged{Unit: find("Pavia")})
		}},
		{"a dislodged garrison", "never dislodged", func(p *position.Position, find func(string) position.Unit) {
			p.Phase.Step = machiavelli.Retreats
			u := find("Milan")
			u.Type = machiavelli.Garrison
			p.Dislodged = append(p.Dislodged, position.Dislodged{Unit: u})
		}},
		{"debts", "LOAN-05", func(p *position.Position, _ func(string) position.Unit) {
			l := position.Loan{Power: 1, Principal: 3, Interest: 1, Season: machiavelli.Fall, Year: p.Phase.Year}
			p.Loans = []position.Loan{l, l}
		}},
		{"a treasury below nothing", "EXP-09", func(p *position.Position, _ func(string) position.Unit) { p.Treasury[2] = -1 }},
		{"a controlled sea", "CTRL-11", func(p *position.Position, _ func(string) position.Unit) {
			p.Province[p.Setting.Board.Seas.Next(0)] = 1
		}},
		{"a rebellion against nobody", "REB-01", func(p *position.Position, find func(string) position.Unit) { p.RebelLand.Add(find("Pavia").At) }},
		{"a victor who is out", "has won", func(p *position.Position, _ func(string) position.Unit) { p.Victors, p.Eliminated = 1<<9, 1<<9 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := scenario.New("B", "", &r)
			if err != nil {
				t.Fatal(err)
			}
			c.change(p, func(name string) position.Unit {
				for _, u := range p.Units {
					if p.Setting.Board.Areas[u.At].Name == name {
						return u
					}
				}
				t.Fatalf("no unit in %s", name)
				return position.Unit{}
			})
			found := check.Position(p, &r)
			if len(found) == 0 || !strings.Contains(found[0].String(), c.want) {
				t.Errorf("found %v, want %s", found, c.want)
			}
		})
	}
}
