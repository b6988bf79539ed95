package turn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// openingCases are first steps of games.
var openingCases = []ledgerCase{
	{
		id:     "TIME-03 the game opens with its first spring",
		preset: paying,
		game:   "spring 1454 orders",
		check: func(t *testing.T, g *game) {
			expect(t, tell(g.open()), "next spring 1454 orders")
			g.pos.Phase = machiavelli.Phase{Season: machiavelli.Summer, Year: 1454, Step: machiavelli.Orders}
			if _, err := Open(g.pos, &g.rules, nil); !errors.Is(err, ErrPhase) {
				t.Errorf("a summer: %v", err)
			}
		},
	}, {
		id:     "BUILD-20 income, then the units are paid",
		preset: paying,
		game: `spring 1454 orders
			die milan 1
			roll income milan 1 = 1
			Milan: A Milan, A Pavia, G Cremona`,
		check: opening(`
			Milan earns 14: seas 0, provinces 7, cities 5, variable 2
			Milan pays 3 for G Cremona
			treasury Milan: 5
			next spring 1454 orders`),
	}, {
		id:     "BUILD-20 nothing of this in a game without money",
		preset: free,
		game: `spring 1454 orders
			die milan 1
			Milan: A Milan`,
		check: func(t *testing.T, g *game) {
			if res := g.open(); len(res.Events) != 0 || res.Next.Treasury != g.pos.Treasury {
				t.Errorf("%v", res.Events)
			}
		},
	}, {
		id:     "BUILD-21 a shortfall forgiven",
		preset: paying,
		game: `spring 1454 orders
			Austria: A Austria, A Hungary, A Tyrolea`,
		check: opening(`
			Austria earns 7: seas 0, provinces 4, cities 3, variable 0
			Austria pays 1 for A Tyrolea
			Austria: A Austria, A Hungary, A Tyrolea
			treasury Austria: 0
			next spring 1454 orders`),
	}, {
		id:     "BUILD-21 or a winter first, in which the player chooses",
		preset: paying + " initial-shortfall=owner-removes unordered-unit-in-winter=disband",
		game: `spring 1454 orders
			Austria: A Austria, A Hungary, A Tyrolea
			Milan: A Milan`,
		check: func(t *testing.T, g *game) {
			res := g.open()
			expect(t, tell(res), `
				treasury Austria: 7
				treasury Milan: 12
				next winter 1453 adjustments`)
			g.pos = res.Next
			if owed := Owes(g.pos, &g.rules, g.power("Milan"), nil); !owed.None() {
				t.Errorf("Milan owes %+v", owed)
			}
			if owed := Owes(g.pos, &g.rules, g.power("Austria"), nil); len(owed.Units) != 3 {
				t.Errorf("Austria owes %+v", owed)
			}
			expect(t, tell(g.play("Austria: remove A Hungary\nMilan: B A Pavia")), `
				Milan refused "B A Pavia"
				Austria: A Austria, A Tyrolea
				Milan: A Milan
				treasury Austria: 1
				treasury Milan: 9
				next spring 1454 orders`)
		},
	}, {
		id:     "BUILD-21 whoever does not choose loses the oldest outside cities, then the oldest",
		preset: paying + " initial-shortfall=owner-removes",
		game: `spring 1454 orders
			Austria: A Austria, A Hungary, A Carinthia`,
		check: func(t *testing.T, g *game) {
			g.pos = g.open().Next
			res := g.play("")
			expect(t, tell(res), `
				Austria A Carinthia gone: unpaid
				treasury Austria: 1`)
			if res.Next.Opening {
				t.Error("the game is still opening")
			}
		},
	}, {
		id:     "BUILD-21 there is no such winter if all can pay",
		preset: paying + " initial-shortfall=owner-removes",
		game: `spring 1454 orders
			Austria: A Austria, A Hungary`,
		check: opening(`
			treasury Austria: 1
			next spring 1454 orders`),
	}, {
		id:     "BUILD-22 the first die of each row counts two at least",
		preset: paying + " initial-die-minimum=2",
		game: `spring 1454 orders
			die venice 2
			roll income venice 1 = 1
			roll income venice 2 = 1`,
		check: opening("Venice earns 21: seas 0, provinces 10, cities 6, variable 5"),
	}, {
		id:     "BUILD-22 not later",
		preset: paying + " initial-die-minimum=2",
		game: `fall 1454 orders
			die venice 1
			roll income venice 1 = 1`,
		want: "Venice earns 18: seas 0, provinces 10, cities 6, variable 2",
	}, {
		id: "BUILD-23",
		check: treasuries("balance-of-power-1995", "machiavelli-1995", nil,
			"milan 6, venice 9, florence 6, papacy 4, naples 4, turks 4, austria 1, france 2"),
	}, {
		id: "INC-09 a power that nobody plays has no income and is out without a word",
		check: func(t *testing.T, _ *game) {
			r, err := rules.Make("njudge-classic", nil)
			if err != nil {
				t.Fatal(err)
			}
			p, err := scenario.New("D", "njudge", &r)
			if err != nil {
				t.Fatal(err)
			}
			facts := tell((&game{t: t, pos: p, rules: r}).open())
			facts = append(facts, tell((&game{t: t, pos: p, rules: r}).play(""))...)
			expect(t, facts, `
				never Naples earns
				never Naples eliminated
				country naples: Austria
				out: Naples`)
		},
	}, {
		id:     "TIME-04 the opening's money is for the first spring",
		preset: paying + " dice=off",
		game: `spring 1454 orders
			die milan 1`,
		check: opening("Milan earns 16: seas 0, provinces 7, cities 5, variable 4"),
	}, {
		id:     "ASSN-01 chits drawn at random",
		preset: paying + " assassination-chits=random-draw",
		game: `spring 1454 orders
			roll chit austria 1 = 8
			roll chit florence 1 = 1`,
		check: drawnChits,
	},
}

// open resolves the opening of the game.
func (g *game) open() Result {
	g.t.Helper()
	res, err := Open(g.pos, &g.rules, dice.New([]byte("test"), g.pos.Phase.Campaign(), g.rolls))
	if err != nil {
		g.fail("opening: %v", err)
	}
	return res
}

func opening(want string) func(*testing.T, *game) {
	return func(t *testing.T, g *game) { expect(t, tell(g.open()), want) }
}

// drawnChits checks a random deal: 8 powers draw 56 chits, 7 each, with 7
// against every power.
func drawnChits(t *testing.T, g *game) {
	res := g.open()
	var held, against [machiavelli.MaxPowers]int
	sum := 0
	for holder := range res.Next.Chits {
		for victim, n := range res.Next.Chits[holder] {
			held[holder] += int(n)
			against[victim] += int(n)
			sum += int(n)
			if holder == victim && n > 0 {
				t.Errorf("%d holds a chit against itself", holder)
			}
		}
	}
	for p := 1; p <= 8; p++ {
		if held[p] > 7 || against[p] > 7 {
			t.Errorf("power %d holds %d, %d are against it", p, held[p], against[p])
		}
	}
	lots, told := 0, 0
	for name := range res.Rolls {
		if strings.HasPrefix(name, "chit ") {
			lots++
		}
	}
	for _, e := range res.Events {
		if e, ok := e.(event.ChitGiven); ok && e.Power == machiavelli.Nobody {
			told++
		}
	}
	if lots != 56 || told != sum || sum < 30 || sum > 56 {
		t.Errorf("%d lots, %d chits, %d events", lots, sum, told)
	}
	austria, florence := g.power("Austria"), g.power("Florence")
	if res.Next.Chits[austria][florence] == 0 || res.Next.Chits[florence][austria] == 0 {
		t.Error("the lots given were not drawn")
	}
}

// treasuries checks the treasuries after the opening of a scenario.
func treasuries(id, preset string, rolls map[string]int, want string) func(*testing.T, *game) {
	return func(t *testing.T, _ *game) {
		r, err := rules.Make(preset, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := scenario.New(id, "", &r)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Open(p, &r, dice.New([]byte("test"), "opening", rolls))
		if err != nil {
			t.Fatal(err)
		}
		var got, wanted []string
		for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
			got = append(got, fmt.Sprint(p.Setting.Powers[power].ID, " ", res.Next.Treasury[power]))
		}
		wanted = strings.Split(want, ", ")
		slices.Sort(got)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Errorf("%v, want %v", got, wanted)
		}
	}
}

// startBalances lists the fixed incomes and the costs of the set-ups (T-INC-start). Each line has
// a scenario, a power, the ducats from provinces and from cities, the cost of the units, and what
// the dice can bring.
const startBalances = `
	A milan 6 9 15 2-5
	A venice 3 5 9 2-5
	A naples 6 3 12 1-4
	A florence 3 4 9 1-5
	B milan 7 5 9 2-5
	B venice 10 6 12 4-10
	B florence 4 5 9 2-10
	B papacy 8 5 12 2-6
	B naples 8 5 12 1-4
	B turks 5 4 9 1-6
	B austria 4 3 9 1-4
	B france 4 3 9 1-6
	C1 france 8 12 21 5-21
	C1 austria 8 7 18 1-4
	C1 papacy 9 5 12 2-6
	C1 florence 4 5 9 2-10
	C1 venice 10 6 12 4-10
	C1 turks 5 4 9 1-6
	C2 france 4 6 12 1-6
	C2 turks 6 5 12 1-6
	C2 milan 5 5 15 2-5
	C2 austria 13 8 24 2-8
	C2 papacy 9 5 12 2-6
	C2 venice 10 6 12 4-10
	D france 5 4 12 1-6
	D austria 14 12 24 2-8
	D papacy 9 5 12 2-6
	D florence 4 5 9 1-5
	D venice 10 6 12 2-5
	D turks 6 5 12 1-6`

// TestStartBalances opens every scenario with all dice at one and all at six
// and compares incomes and costs with startBalances (T-INC-start).
func TestStartBalances(t *testing.T) {
	for line := range strings.SplitSeq(strings.TrimSpace(startBalances), "\n") {
		var id, name string
		var land, city, cost, low, high machiavelli.Ducats
		if _, err := fmt.Sscanf(strings.TrimSpace(line), "%s %s %d %d %d %d-%d", &id, &name, &land, &city, &cost, &low, &high); err != nil {
			t.Fatal(line, err)
		}
		for face, variable := range map[int]machiavelli.Ducats{1: low, 6: high} {
			r, err := rules.Make("njudge-classic", nil)
			if err != nil {
				t.Fatal(err)
			}
			p, err := scenario.New(id, "", &r)
			if err != nil {
				t.Fatal(err)
			}
			rolls := map[string]int{}
			for _, d := range p.Setting.Dice {
				for k := 1; k <= d.Dice; k++ {
					rolls[fmt.Sprint("income ", d.Row, " ", k)] = face
				}
			}
			res, err := Open(p, &r, dice.New(nil, "", rolls))
			if err != nil {
				t.Fatal(err)
			}
			power, _ := p.Setting.Powers.Find(name)
			for _, e := range res.Events {
				if e, ok := e.(event.Income); ok && e.Power == power && (e.Provinces != land || e.Cities != city || e.Variable != variable) {
					t.Errorf("%s %s: %+v, want %d + %d + %d", id, name, e, land, city, variable)
				}
			}
			if c := Upkeep(p, power); c != cost {
				t.Errorf("%s %s: units cost %d, want %d", id, name, c, cost)
			}
			if got := res.Next.Treasury[power]; got != max(land+city+variable-cost, 0) {
				t.Errorf("%s %s: treasury %d", id, name, got)
			}
		}
	}
}
