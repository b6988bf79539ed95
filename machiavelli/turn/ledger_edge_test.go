package turn

import (
	"errors"
	"slices"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// edgeCases test rules in situations that the other cases leave out. Without them, mutants of the
// code survived.
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
	}, {
		id:     "LOAN-07 a debt of one ducat is repaid in its turn",
		preset: full,
		game: `spring 1454 orders
			Milan: A Milan
			Milan owes 1 + 0 in spring 1455
			Milan owes 5 + 1 in summer 1455
			Milan has 9 ducats`,
		orders: "Milan: pay 1 to bank",
		want: `
			Milan owes 5 + 1 in summer 1455
			never Milan owes 1`,
	}, {
		id:     "BRIBE-12 a support counts on a purchase that gives the unit no number",
		preset: "battleline-1978-advanced",
		game:   duel,
		orders: "Milan: I-Bolog-21d; A1 S-Bolog",
		want: `
			Milan expense 1 succeeded
			never Milan noted`,
	}, {
		id:     "BRIBE-16 a counter-bribe is not spent in a province out of play either",
		preset: full,
		game: duel + `
			off board Bologna`,
		orders: "Milan: e1: 3 counter-bribe a bol",
		want:   "Milan expense 1 wasted: out of play",
	}, {
		id:     "BUG-03 an expense of another kind before them makes no difference",
		preset: full,
		game: `spring 1454 orders
			Florence: A Florence
			Papacy: A Urbino mercenary
			Venice: A Bologna professional
			Florence has 63 ducats`,
		orders: "Florence: e1: 3 counter-bribe a florence; e2: 18 buy a urbino; e3: 36 buy a bol",
		want: `
			Florence expense 2 succeeded
			Florence expense 3 wasted: second special unit`,
	}, {
		id:     "OPT-05 a line without a sum and without an order costs what the cheapest order does",
		preset: full + " autonomous-field-units=on autonomous-orders=on",
		game: `spring 1454 orders
			Milan: A Modena
			autonomous: A Mantua
			Milan has 20 ducats`,
		orders: "Milan: e1: order a man",
		want: `
			Milan expense 1 succeeded
			treasury Milan: 14
			autonomous: A Mantua`,
	}, {
		id:     "STORM-01 a land that a table of storms names is a port all the same",
		preset: "njudge-classic famine=off storms=on",
		game: `fall 1454 orders
			Venice: F Ancona, F Upper Adriatic Sea
			roll storm severity = 4
			roll storm row = 11`,
		check: func(t *testing.T, g *game) {
			b := *g.pos.Setting.Board
			b.Areas = slices.Clone(b.Areas)
			for _, name := range []string{"Ancona", "Upper Adriatic Sea"} {
				b.Areas[g.place(name).At].Storm = board.Cell{Row: 11, Column: 11}
			}
			set := *g.pos.Setting
			set.Board, g.pos.Setting = &b, &set
			expect(t, tell(g.play("")), `
				Venice F Upper Adriatic Sea gone: storm
				Venice: F Ancona`)
		},
	}, {
		id:     "ELIM-02 two countries that were a power's from the start are several",
		preset: free + " elimination-multi-home=no-provinces",
		game: `spring 1454 orders
			Austria holds austria, naples
			Naples is out
			Turks owns Hungary, Austria, Tyrolea
			Milan owns Naples, Bari, Messina, Palermo
			Austria owns province Capua`,
		check: func(t *testing.T, g *game) {
			set := *g.pos.Setting
			set.Countries = slices.Clone(set.Countries)
			set.Countries[g.country("naples")].Native = g.power("Austria")
			g.pos.Setting = &set
			expect(t, tell(g.play("")), "never Austria eliminated")
		},
	}, {
		id:     "ELIM-02 countries that it holds without a province of either save no power",
		preset: free + " elimination-multi-home=no-provinces home-country-loss=only-by-conquest",
		game: `spring 1454 orders
			Austria holds austria, naples
			Naples is out
			Turks owns Hungary, Austria, Naples, Bari, Messina, Palermo
			Milan owns Tyrolea, Carinthia, Otranto, Salerno, Aquila, Capua`,
		want: "Austria eliminated",
	}, {
		id:     "ELIM-01 nothing-left: the first power of the roster too",
		preset: free + " elimination-needs=nothing-left",
		game: `fall 1454 orders
			Turks owns ` + allOf,
		want: "Austria eliminated",
	}, {
		id: "HOME-02 a country that nobody holds is lost by nobody",
		game: `fall 1454 orders
			nobody holds naples
			Naples is out
			Turks owns Bari, Naples, Messina, Palermo
			Milan owns Otranto, Salerno, Aquila, Capua`,
		want: "never nobody loses",
	}, {
		id: "HOME-02 nor does it keep a country that is lost behind it in the list",
		game: `fall 1454 orders
			nobody holds austria
			Florence holds florence, france
			nobody owns Arezzo, Florence, Pisa, Pistoia
			Florence owns Swiss, Avignon, Marseilles, Provence`,
		want: `
			Florence loses florence
			never Florence eliminated`,
	}, {
		id:     "HOME-03 homes-fixed: nobody conquers",
		preset: free + " homes-fixed=yes",
		game: `spring 1454 orders
			Milan owns ` + allOf,
		want: "never Milan conquers",
	}, {
		id:     "REB-03 nobody raises a province that he is given in the same campaign",
		preset: full + " province-trading=on self-rebellion=no",
		game: `spring 1454 orders
			Milan: A Mantua
			Milan has 9 ducats
			Papacy owns Ferrara`,
		orders: `
			Milan: e1: 9 cause rebellion ferrara
			Papacy: give province Ferrara to Milan`,
		want: `
			Milan expense 1 wasted: not that kind of target
			never Ferrara province rebels`,
	}, {
		id:     "OPT-07 a city of another owner is not taxed with its province",
		preset: full + " forced-taxation=any-season",
		game: `spring 1454 orders
			Milan: A Cremona
			Venice owns city Milan`,
		orders: "Milan: tax Milan",
		want:   "Milan taxes Milan for 2",
	}, {
		id:     "OPT-08 where there is famine already none is caused, but elsewhere",
		preset: full + " cause-famine=one-season",
		game: `summer 1454 orders
			Milan: A Modena
			Papacy: A Bologna
			famine Mantua
			Milan has 6 ducats`,
		orders: "Milan: e1: 3 cause famine mantua; e2: 3 cause famine bologna",
		want: `
			Milan expense 1 wasted: already done
			Milan expense 2 succeeded
			Papacy A Bologna gone: famine`,
	}, {
		id:     "OPT-09 the plague is brought to a place once",
		preset: full + " cause-plague=on",
		game: `summer 1454 orders
			Milan: A Modena
			Venice: A Ferrara
			Papacy: A Bologna, A Mantua
			Milan has 15 ducats
			Venice has 30 ducats`,
		orders: `
			Milan: e1: 15 cause plague bologna
			Venice: e1: 15 cause plague bologna; e2: 15 cause plague mantua`,
		want: `
			Milan expense 1 succeeded
			Venice expense 1 wasted: already done
			Venice expense 2 succeeded
			Papacy A Bologna gone: plague
			Papacy A Mantua gone: plague`,
	}, {
		id:     "OPT-09 relief keeps the plague of the table away",
		preset: withPlague + " cause-plague=on",
		game: `spring 1454 orders
			roll plague severity = 4
			roll plague row = 4
			Milan: A Pavia
			Papacy: A Rome
			Milan has 12 ducats`,
		orders: "Milan: e1: 12 relieve plague pavia",
		want: `
			Papacy A Rome gone: plague
			Milan: A Pavia`,
	}, {
		id:     "OPT-09 a plague that is relieved does not move on",
		preset: withPlague + " cause-plague=on plague-model=expands",
		game: `summer 1454 orders
			Papacy: A Bologna, A Ferrara
			plague Bologna
			roll plague spread Ferrara = 1
			Papacy has 12 ducats`,
		orders: "Papacy: e1: 12 relieve plague bologna",
		want: `
			Papacy: A Bologna, A Ferrara
			never plague`,
		check: plagueIn(""),
	}, {
		id:     "OPT-09 a plague that money brings stays where the plague does",
		preset: withPlague + " cause-plague=on plague-model=stays",
		game: `summer 1454 orders
			Milan: A Modena
			Milan has 15 ducats`,
		orders: "Milan: e1: 15 cause plague bologna",
		want:   "Milan expense 1 succeeded",
		check:  plagueIn("Bologna"),
	}, {
		id:     "OPT-09 and is over where it is",
		preset: withPlague + " cause-plague=on",
		game: `summer 1454 orders
			Milan: A Modena
			Milan has 15 ducats`,
		orders: "Milan: e1: 15 cause plague bologna",
		want:   "Milan expense 1 succeeded",
		check:  plagueIn(""),
	}, {
		id:     "SIEGE-14 a siege is over when both sides have starved",
		preset: "njudge-classic plague=off",
		game: `spring 1454 orders
			Milan: A Ferrara
			Venice: G Ferrara
			famine Ferrara`,
		orders: "Milan: A Ferrara B",
		want: `
			Milan A Ferrara begins a siege
			Milan A Ferrara gone: famine
			siege of Ferrara lifted
			never Ferrara is besieged`,
	}, {
		id: "ORD-08 leave that was given before the campaign opens no strait",
		game: `spring 1454 orders
			Naples: F Messina
			Turks: F Ionian Sea
			Naples lets Turks through`,
		orders: `
			Naples: F Messina H
			Turks: F Ionian Sea - Gulf of Naples`,
		want: "Turks: F Ionian Sea",
	}, {
		id:     "EXP-01 a fifth expense is refused, and what follows it counts",
		preset: printed,
		game: `spring 1454 orders
			Milan: A Milan
			Milan has 30 ducats`,
		orders: "Milan: C-A1-3d; A-Pavia-3d; A-Como-3d; A-Parma-3d; A-Cremo-3d; A1 A-Como",
		want: `
			Milan refused "A-Cremo-3d"
			Milan: A Como`,
	}, {
		id:     "BRIBE-09 a convoy whose army is bribed away is not needed",
		preset: printed + " bribe-adjacency=off",
		game: `spring 1454 orders
			Milan: F Ionian Sea, A Otranto
			Venice has 12 ducats`,
		orders: `
			Milan: A1 A-IS-Durazzo; F1 T-A1
			Venice: e1: 12 disband a otranto`,
		want: `
			Milan A Otranto gone: bribe
			Milan: F Ionian Sea`,
	}, {
		id: "VENICE-04 a unit that goes into Venice's city is lost if it is attacked with success",
		game: `spring 1454 orders
			Venice: F Venice
			Turks: F Lagoon professional`,
		orders: `
			Venice: F Venice C G
			Turks: F Lagoon - Venice`,
		want: `
			Venice F Venice gone: dislodged in Venice
			Turks: F Venice professional`,
	}, {
		id:     "VENICE-13 where Venice is a sea with a city, a unit there does not keep it quiet",
		preset: full + " venice-model=sea-with-city",
		game: `spring 1454 orders
			Austria: F Lagoon
			Venice: F Venice
			Austria has 15 ducats`,
		orders: "Austria: expense 1: 15 cause rebellion Venice; F Lagoon H",
		want: `
			Austria expense 1 succeeded
			Venice city rebels against Venice`,
	}, {
		id:     "VENICE-13 a garrison does",
		preset: full + " venice-model=sea-with-city",
		game: `spring 1454 orders
			Austria: F Lagoon
			Venice: G Venice
			Austria has 15 ducats`,
		orders: "Austria: expense 1: 15 cause rebellion Venice; F Lagoon H",
		want:   "Austria expense 1 wasted: a unit is there",
	}, {
		id:     "VENICE-13 the city pays three, and its sea nothing without a fleet",
		preset: earning + " venice-model=sea-with-city",
		game: `fall 1454 orders
			Venice: G Venice`,
		want: "Venice earns 15: seas 0, provinces 9, cities 6, variable 0",
	}, {
		id:     "VENICE-13 a fleet in the sea earns a ducat at sea",
		preset: earning + " venice-model=sea-with-city",
		game: `fall 1454 orders
			Venice: F Venice`,
		want: "Venice earns 16: seas 1, provinces 9, cities 6, variable 0",
	}, {
		id:     "VENICE-13 so does a foreign one, and the garrison keeps the city, which pays",
		preset: earning + " venice-model=sea-with-city split-city-province=nobody control-timing=fall",
		game: `fall 1454 orders
			Venice: G Venice
			Turks: F Venice`,
		want: `
			city Venice: Venice
			Venice earns 15: seas 0, provinces 9, cities 6, variable 0
			Turks earns 10: seas 1, provinces 5, cities 4, variable 0`,
	}, {
		id:     "VENICE-13 without a garrison the city goes to the fleet in the sea",
		preset: earning + " venice-model=sea-with-city",
		game: `fall 1454 orders
			Turks: F Lagoon`,
		orders: "Turks: F Lagoon - Venice",
		want: `
			city Venice: Turks
			Venice city passes from Venice to Turks
			Turks earns 13: seas 1, provinces 5, cities 7, variable 0`,
	}, {
		id:     "VENICE-13 famine strikes the city, not the sea",
		preset: full + " venice-model=sea-with-city",
		game: `spring 1454 orders
			famine Venice
			Turks: F Venice
			Venice: G Venice`,
		want: `
			Venice G Venice gone: famine
			Turks: F Venice`,
	}, {
		id:     "VENICE-13 plague too",
		preset: full + " venice-model=sea-with-city plague=on",
		game: `spring 1454 orders
			Turks: F Venice
			Venice: G Venice
			roll plague severity = 4
			roll plague row = 8`,
		want: `
			Venice G Venice gone: plague
			Turks: F Venice`,
	}, {
		id:     "BUILD-06 where trades are forbidden a build lapses, and others do not",
		preset: free + " trade-in-province=forbidden",
		game: `winter 1454 adjustments
			Milan: G Milan`,
		orders: "Milan: remove G Milan; build A Milan; build A Cremona",
		want: `
			Milan "build A Milan" void
			Milan: A Cremona`,
	}, {
		id:     "BUILD-06 and is owed",
		preset: free + " trade-in-province=forbidden",
		game: `winter 1454 adjustments
			Milan: G Milan`,
		check: func(t *testing.T, g *game) {
			if got := Owes(g.pos, &g.rules, g.power("Milan"), g.lines("Milan: remove G Milan; build A Milan; build A Pavia")); got.Builds != 1 {
				t.Errorf("%+v, want a build", got)
			}
		},
	}, {
		id:     "OPT-10 expands: where there is no plague nothing is told of one",
		preset: withPlague + " plague-model=expands",
		game: `summer 1454 orders
			Milan: A Milan`,
		want: "never plague",
	}, {
		id:     "OPT-15 the same order twice is one",
		preset: edition,
		game: `spring 1454 orders
			Milan: A Milan, A Como
			Milan owns Montferrat`,
		orders: "Milan: A Milan transfer Piancenza; A Milan transfer Piancenza; A Como transfer Pavia",
		want: `
			Milan: A Piancenza, A Pavia
			never Milan A Milan stays
			never Milan A Como stays`,
	}, {
		id: "BUG-14 the unit that stands there is meant before one to be built",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: build G Milan; remove Milan",
		want: `
			Milan A Milan gone: removed in winter
			Milan: G Milan`,
	}, {
		id: "BUG-14 a build is taken back beside a unit of another type",
		game: `winter 1454 adjustments
			Milan: A Milan`,
		orders: "Milan: build G Milan; remove G Milan",
		want: `
			Milan noted "remove G Milan" withdrawn
			Milan: A Milan
			never Milan: A Milan, G`,
	}, {
		id: "BUG-14 the removal of a unit that does not exist takes back no build elsewhere",
		game: `winter 1454 adjustments
			Milan: G Cremona`,
		orders: "Milan: build A Pavia; remove A Milan",
		want: `
			Milan refused "remove A Milan"
			Milan: G Cremona, A Pavia`,
	}, {
		id:     "BUG-14 a build that is refused is not taken back",
		preset: free + " two-builds-in-province=first",
		game: `winter 1454 adjustments
			Milan: G Cremona`,
		orders: "Milan: build A Milan; build G Milan; remove G Milan",
		want: `
			Milan refused "remove G Milan"
			Milan "build G Milan" void
			Milan: G Cremona, A Milan`,
	}, {
		id:     "BUILD-22 only the first die of a row counts two at least",
		preset: paying + " initial-die-minimum=2",
		game: `spring 1454 orders
			die venice 2
			roll income venice 1 = 3
			roll income venice 2 = 1`,
		check: func(t *testing.T, g *game) {
			for _, e := range g.open().Events {
				if e, ok := e.(event.Income); ok && e.Power == g.power("Venice") && (len(e.Dice) != 2 || e.Dice[0].Roll != 3 || e.Dice[1].Roll != 1) {
					t.Errorf("dice %+v", e.Dice)
				}
			}
		},
	}, {
		id:     "WIN-09 the end by time is told, and won by those alone who have most cities",
		preset: free + " victory-cities=20 last-year=1455",
		game: `fall 1455 orders
			Milan owns Mantua, Modena, Lucca
			Venice owns Siena`,
		check: func(t *testing.T, g *game) {
			milan := machiavelli.PowerSet(0).With(g.power("Milan"))
			res := g.play("")
			if !slices.ContainsFunc(res.Events, func(e event.Event) bool {
				v, ok := e.(event.Victory)
				return ok && v.Powers == milan && v.Cities == 6 && v.How == event.ByTime
			}) || res.Next.Victors != milan {
				t.Errorf("won: %b, events %v", res.Next.Victors, res.Events)
			}
		},
	}, {
		id:     "REB-21 a city that was liberated while autonomous units waited is free by the end of the campaign",
		preset: roaming + " control-timing=fall",
		game: `spring 1454 orders
			Venice: A Padua, A Verona
			autonomous: A Ferrara
			Florence: A Florence
			Bologna city rebels against Papacy`,
		orders: `
			Venice: A Padua - Ferrara; A Verona S A Padua - Ferrara
			Florence: A Florence - Bologna`,
		want: "rebellion of Bologna city liberated",
	},
}

// TestHomesNeeded checks the number of home countries required for victory
// (WIN-03).
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

// TestNamesOfManyUnits checks that units of a set beyond the first 64 are named.
func TestNamesOfManyUnits(t *testing.T) {
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
