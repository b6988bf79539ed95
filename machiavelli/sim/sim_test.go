package sim

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// extras switches most of the optional rules on.
const extras = "cavalry=on armoured-cavalry=on autonomous-field-units=on autonomous-orders=on province-trading=on cause-plague=on plague=on " +
	"storms=on disband-orders=on strategic-movement=on excommunication=on cause-famine=until-relieved forced-taxation=any-season"

// TestGames plays some games of every scenario and edition. It also plays games
// with several settings of the optional rules.
func TestGames(t *testing.T) {
	for _, c := range []struct{ scenario, preset, options string }{
		{"B", "njudge-classic", ""},
		{"A", "njudge-classic", "plague=on storms=on"},
		{"C1", "battleline-1978-optional", ""},
		{"C2", "battleline-1978-advanced", "initial-shortfall=owner-removes"},
		{"D", "battleline-1978-basic", ""},
		{"dipmach", "njudge-classic", ""},
		{"diplomacy", "diplomacy", ""},
		{"balance-of-power-1995", "machiavelli-1995", ""},
		{"spanish-preponderance-1995", "machiavelli-1995", ""},
		{"B", "njudge-classic", extras + " plague-model=expands bribe-adjacency=own-or-permitted"},
		{"B", "njudge-classic", extras + " plague-model=stays bribe-tie=die-toss forced-taxation=lasting"},
		{"B", "njudge-classic", extras + " plague-model=radius assassination-chits=random-draw initial-shortfall=owner-removes"},
		{"B", "njudge-classic", extras + " plague-model=seed assassination-chits=unlimited control-timing=fall"},
		{"B", "njudge-classic", "unit-count=cities seasons-per-year=2 dice=off"},
		{"B", "njudge-classic", extras + " exchanges=on control-timing=fall"},
	} {
		t.Run(c.scenario+" "+c.preset+" "+c.options, func(t *testing.T) {
			table := newTable(t, c.scenario, c.preset, c.options)
			for game := range uint64(3) {
				if err := table.Play(game); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func newTable(t testing.TB, scenario, preset, options string) *Table {
	t.Helper()
	named := map[string]string{}
	for _, o := range strings.Fields(options) {
		name, value, _ := strings.Cut(o, "=")
		named[name] = value
	}
	r, err := rules.Make(preset, named)
	if err != nil {
		t.Fatal(err)
	}
	table, err := New(Config{Scenario: scenario, Rules: r, Years: 5, Seed: 7, ReplayEvery: 1})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestEqualGames checks that a game with the same input always has the same result.
func TestEqualGames(t *testing.T) {
	var counts []string
	for range 2 {
		table := newTable(t, "B", "njudge-classic", "")
		if err := table.Play(5); err != nil {
			t.Fatal(err)
		}
		tally := table.Tally()
		counts = append(counts, strconv.Itoa(tally.Phases)+" "+strconv.Itoa(tally.Events["control"])+" "+strconv.Itoa(tally.Events["expense"]))
	}
	if counts[0] != counts[1] {
		t.Errorf("the game came to %s, then to %s", counts[0], counts[1])
	}
}

// TestBrokenIsFound corrupts results in all the ways that the checks should
// find.
func TestBrokenIsFound(t *testing.T) {
	for name, spoil := range map[string]func(p *position.Position, res *turn.Result){
		"two units in a place":       func(p *position.Position, _ *turn.Result) { p.Units = append(p.Units, p.Units[0]) },
		"a unit of an absent power":  func(p *position.Position, _ *turn.Result) { p.Eliminated = p.Eliminated.With(p.Units[0].Owner) },
		"two special units":          func(p *position.Position, _ *turn.Result) { p.Units[0].Quality, p.Units[1].Quality = 1, 1 },
		"a province of another":      func(p *position.Position, _ *turn.Result) { p.Province[p.Units[0].At] = 0 },
		"a sea that is owned":        func(p *position.Position, _ *turn.Result) { p.Province[p.Setting.Board.Seas.Next(0)] = 1 },
		"rebels without a target":    func(p *position.Position, _ *turn.Result) { p.RebelLand.Add(p.Units[0].At) },
		"ducats from nowhere":        func(p *position.Position, _ *turn.Result) { p.Treasury[1]++ },
		"ducats that vanish":         func(p *position.Position, _ *turn.Result) { p.Treasury[2]-- },
		"a chit from nowhere":        func(p *position.Position, _ *turn.Result) { p.Chits[1][2]++ },
		"a debt without a bank note": func(p *position.Position, _ *turn.Result) { p.Loans = append(p.Loans, position.Loan{Power: 1}) },
		"too much debt": func(p *position.Position, _ *turn.Result) {
			p.Loans = append(p.Loans, position.Loan{Power: 1, Principal: 26, Interest: 1, Season: machiavelli.Spring, Year: p.Phase.Year + 1})
		},
		"a siege by nobody":    func(p *position.Position, _ *turn.Result) { p.Sieges.Add(p.Setting.Board.Seas.Next(0)) },
		"the same phase again": func(p *position.Position, _ *turn.Result) { p.Phase.Year-- },
		"an outcome too few": func(_ *position.Position, res *turn.Result) {
			for i, e := range res.Events {
				if _, ok := e.(event.Ordered); ok {
					res.Events = append(res.Events[:i], res.Events[i+1:]...)
					return
				}
			}
		},
		"a die with seven faces": func(_ *position.Position, res *turn.Result) { res.Rolls = map[string]int{"income milan 1": 7} },
	} {
		t.Run(name, func(t *testing.T) {
			table := newTable(t, "B", "njudge-classic", "")
			if err := table.Play(1); err != nil {
				t.Fatal(err)
			}
			before := table.start.Clone()
			before.Treasury = [machiavelli.MaxPowers]machiavelli.Ducats{0, 9, 9, 9, 9, 9, 9, 9, 9}
			res, err := turn.Process(before, nil, &table.config.Rules, dice.New(nil, "test", nil))
			if err != nil {
				t.Fatal(err)
			}
			if err := between(before, &res, nil, &table.config.Rules); err != nil {
				t.Fatal("unspoilt:", err)
			}
			spoil(res.Next, &res)
			if err := between(before, &res, nil, &table.config.Rules); err == nil {
				t.Error("not found")
			}
		})
	}
	b := &Broken{Game: 3, Phase: "spring 1454 orders", What: errors.New("x")}
	if b.Error() != "game 3, spring 1454 orders: x" || !errors.Is(b, b.What) {
		t.Errorf("%v", b)
	}
}

// BenchmarkGame plays whole games of ten years with all checks.
func BenchmarkGame(b *testing.B) {
	r, err := rules.Preset("battleline-1978-advanced")
	if err != nil {
		b.Fatal(err)
	}
	table, err := New(Config{Scenario: "B", Rules: r, Years: 10, Seed: 1, ReplayEvery: 50})
	if err != nil {
		b.Fatal(err)
	}
	for n := range b.N {
		if err := table.Play(uint64(n)); err != nil {
			b.Fatal(err)
		}
	}
}
