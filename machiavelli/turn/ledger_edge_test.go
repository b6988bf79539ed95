package turn

import (
	"errors"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// edgeCases are about the second of two things where one would seem to show the
// rule: mutants of the code survived without them.
var edgeCases = []ledgerCase{
	{
		id: "ORD-08 a permission is for one campaign",
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea`,
		orders: "Naples: F Messina H; ally Turks",
		check: func(t *testing.T, g *game) {
			if g.pos.Allies != (position.Position{}).Allies {
				t.Errorf("still allowed: %v", g.pos.Allies)
			}
		},
	}, {
		id: "RETR-11 a retreat struck out is as if never given",
		game: `spring 1454 retreats
			Papacy lost A Bologna from Florence to Modena, Lucca`,
		orders: "Papacy: A Bologna - Modena; A Bologna none",
		want:   "Papacy A Bologna gone: no retreat order",
	}, {
		id: "HOME-02 a country that nobody holds keeps none of the others",
		game: `fall 1454 orders
			nobody holds austria
			nobody owns Arezzo, Florence, Pisa, Pistoia
			Milan: A Milan`,
		want: "Florence loses florence",
	}, {
		id:     "SIEGE-09 the siege of the oldest unit goes on",
		preset: "njudge-classic famine=off dice=off",
		game: `spring 1454 orders
			Florence: A Bologna
			Papacy: G Bologna
			siege Bologna`,
		orders: "Florence: A Bologna B",
		want: `
			Florence A Bologna completes the siege
			never siege of Bologna lifted`,
	}, {
		id:     "SIEGE-09 a siege ends with the garrison of a power that is gone",
		preset: full + " player-quits=autonomous-garrisons",
		game: `summer 1454 orders
			Florence: A Bologna
			Papacy: G Bologna
			Venice owns city Bologna
			siege Bologna`,
		check: quits("Papacy", `
			siege of Bologna lifted
			never Bologna is besieged`),
	}, {
		id:     "GIFT-01 a payment that is replaced takes no other with it",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has 30 ducats`,
		orders: "Milan: pay 9 to Venice; pay 6 to Papacy; pay 4 to Venice",
		want: `
			Milan pays Venice 4 of 4
			Milan pays Papacy 6 of 6
			treasury Milan: 20`,
	}, {
		id:     "OPT-06 a province given away takes the place of no tax",
		preset: full + " forced-taxation=any-season province-trading=on",
		game: `spring 1454 orders
			Milan: A Cremona
			Milan owns Ferrara`,
		orders: "Milan: tax Milan; give province Ferrara to Venice",
		want: `
			Milan taxes Milan for 8
			province Ferrara: Venice
			never Milan noted`,
	}, {
		id: "BUILD-05 a bad line does not spoil the next",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: build A Venice; build A Pavia",
		want: `
			Milan refused "build A Venice"
			Milan: A Milan, A Pavia`,
	}, {
		id: "BUG-14 what is struck out where nothing stands changes nothing",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: waive; A Pavia none; build A Pavia",
		want: `
			Milan: A Milan, A Pavia
			never Milan noted`,
	}, {
		id: "BUG-14 a build taken back without naming its type",
		game: `winter 1454 adjustments
			Naples: A Naples`,
		orders: "Naples: build G Bari; build F Messina; remove Bari",
		want: `
			Naples noted "remove Bari" withdrawn
			Naples: A Naples, F Messina`,
	}, {
		id:     "QUIT-01 no such power",
		preset: free + " player-quits=autonomous-garrisons",
		game: `summer 1454 orders
			Milan: A Milan`,
		check: func(t *testing.T, g *game) {
			res, err := Quit(g.pos, &g.rules, machiavelli.Power(len(g.pos.Setting.Powers)))
			if err != nil || len(res.Events) > 0 || res.Next.Eliminated != 0 {
				t.Errorf("%v, %d events, out: %b", err, len(res.Events), res.Next.Eliminated)
			}
		},
	}, {
		id:     "LOAN-09 a loan needs dice in a game that has none of its own",
		preset: "njudge-classic dice=off bank-loans=off assassinations=off famine=off plague=off storms=off",
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 10 + 2 in spring 1454`,
		check: func(t *testing.T, g *game) {
			if NeedsDice(&g.rules) {
				t.Error("the rules need dice")
			}
			if _, err := Process(g.pos, nil, &g.rules, nil); !errors.Is(err, ErrDice) {
				t.Errorf("got %v, want %v", err, ErrDice)
			}
		},
	}, {
		id: "BUILD-06 what is built where a unit is removed is still owed",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		check: func(t *testing.T, g *game) {
			got := Owes(g.pos, &g.rules, g.power("Milan"), g.lines("Milan: build A Milan; remove A Milan; build A Pavia"))
			if got.Builds != 1 {
				t.Errorf("%+v, want a build", got)
			}
		},
	},
}

// TestHomesNeeded checks how many home countries victory asks for (WIN-03).
func TestHomesNeeded(t *testing.T) {
	for _, c := range []struct {
		homes        rules.HomesNeeded
		cities, want int
	}{
		{rules.HomesNone, 15, 0},
		{rules.HomesFormula, 6, 0},
		{rules.HomesFormula, 7, 1},
		{rules.HomesFormula, 14, 1},
		{rules.HomesFormula, 15, 2},
		{rules.HomesFormula, 22, 2},
		{rules.HomesFormula, 23, 3},
		{rules.HomesForeign1, 15, 1},
		{rules.HomesForeign2, 15, 2},
		{rules.HomesForeign3, 15, 3},
	} {
		if got := HomesNeeded(&rules.Set{VictoryHomes: c.homes}, c.cities); got != c.want {
			t.Errorf("%v with %d cities: %d, want %d", c.homes, c.cities, got, c.want)
		}
	}
}

// TestNamed checks that the units of a set are named beyond the first 64.
func TestNamed(t *testing.T) {
	s := &state{units: make([]position.Unit, 100)}
	for i := range s.units {
		s.units[i].Serial = uint8(i)
	}
	set := s.ordered
	for _, i := range []int{0, 63, 64, 99} {
		set.Add(i)
	}
	var got []uint8
	for _, u := range s.named(&set) {
		got = append(got, u.Serial)
	}
	if len(got) != 4 || got[0] != 0 || got[1] != 63 || got[2] != 64 || got[3] != 99 {
		t.Errorf("named %v", got)
	}
}
