package turn

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

const earning = "njudge-classic famine=off"

var incomeCases = []ledgerCase{
	{
		id:     "INC-01 a ducat for each sea with one's fleet",
		preset: earning,
		game: `fall 1454 orders
			Naples: F Ionian Sea, F Gulf of Naples, F Messina`,
		want: "Naples earns 15: seas 2, provinces 8, cities 5, variable 0",
	},
	{
		id:     "INC-02 a ducat for each province, with a unit or without",
		preset: earning,
		game: `fall 1454 orders
			Florence: A Lucca`,
		want: "Florence earns 11: seas 0, provinces 5, cities 6, variable 0",
	},
	{
		id:     "INC-02 none where the province rebels or starves",
		preset: earning,
		game: `fall 1454 orders
			famine Parma
			Como province rebels against Milan`,
		want: "Milan earns 10: seas 0, provinces 5, cities 5, variable 0",
	},
	{
		id:     "INC-03 a besieged city pays nothing",
		preset: earning,
		game: `fall 1454 orders
			Milan: G Milan
			Venice: A Milan`,
		orders: "Venice: A Milan B",
		want: `
			Milan is besieged
			Milan earns 8: seas 0, provinces 6, cities 2, variable 0
			Venice earns 17: seas 0, provinces 11, cities 6, variable 0`,
	},
	{
		id:     "INC-03 but does where besieged cities pay",
		preset: earning + " besieged-city-income=full",
		game: `fall 1454 orders
			Milan: G Milan
			Venice: A Milan`,
		orders: "Venice: A Milan B",
		want:   "Milan earns 11: seas 0, provinces 6, cities 5, variable 0",
	},
	{
		id:     "INC-03 city and province pay their own owners",
		preset: earning,
		game: `fall 1454 orders
			Milan owns province Florence`,
		want: `
			Milan earns 13: seas 0, provinces 8, cities 5, variable 0
			Florence earns 8: seas 0, provinces 3, cities 5, variable 0`,
	},
	{
		id:     "CTRL-14 or nobody, where a split place counts for nobody",
		preset: earning + " split-city-province=nobody",
		game: `fall 1454 orders
			Milan owns province Florence`,
		want: `
			Milan earns 12: seas 0, provinces 7, cities 5, variable 0
			Florence earns 5: seas 0, provinces 3, cities 2, variable 0`,
	},
	{
		id:     "CTRL-14 the income is split where only the count of cities is not",
		preset: earning + " split-city-province=income-only",
		game: `fall 1454 orders
			Milan owns province Florence`,
		want: `
			Milan earns 13: seas 0, provinces 8, cities 5, variable 0
			Florence earns 8: seas 0, provinces 3, cities 5, variable 0`,
	},
	{
		id:     "REB-12 a garrisoned or quiet city pays in a rebelling province, a city without walls does not",
		preset: earning,
		game: `fall 1454 orders
			Milan: G Milan
			Milan province rebels against Milan
			Pavia province rebels against Milan
			Cremona rebels against Milan
			Swiss province rebels against France`,
		want: `
			Milan earns 8: seas 0, provinces 4, cities 4, variable 0
			France earns 5: seas 0, provinces 3, cities 2, variable 0`,
	},
	{
		id:     "REB-12 where rebellion removes control, an open city pays nothing in a rebelling province",
		preset: "battleline-1978-advanced garrison-hold-quells=no",
		game: `fall 1454 orders
			Milan: G Milan
			Milan province rebels against Milan
			Pavia province rebels against Milan
			Cremona city rebels against Milan`,
		want: "Milan earns 8: seas 0, provinces 5, cities 3, variable 0",
	},
	{
		id:     "SIEGE-13 a siege mark without a besieger takes no income",
		preset: earning,
		game: `fall 1454 orders
			Milan: G Milan
			siege Milan`,
		want: "Milan earns 12: seas 0, provinces 7, cities 5, variable 0",
	},
	{
		id:     "INC-04 each die brings what its row has for the face",
		preset: earning,
		game: `fall 1454 orders
			die venice 2
			roll income venice 1 = 1
			roll income venice 2 = 6`,
		want: "Venice earns 23: seas 0, provinces 10, cities 6, variable 7",
	},
	{
		id:     "INC-05 the holder of a country rolls its die, whatever became of it",
		preset: earning,
		game: `fall 1454 orders
			die milan 1
			roll income milan 1 = 2
			Venice owns Milan, Cremona
			famine Pavia
			Como province rebels against Milan
			Venice owns province Parma`,
		want: "Milan earns 5: seas 0, provinces 2, cities 0, variable 3",
	},
	{
		id:     "INC-05 nobody rolls that of a country without one",
		preset: earning,
		game: `fall 1454 orders
			die naples 1
			nobody holds naples
			Venice owns Capua
			Naples holds milan
			Naples owns Milan`,
		check: func(t *testing.T, g *game) {
			if rolls := g.play("").Rolls; len(rolls) != 0 {
				t.Errorf("thrown: %v", rolls)
			}
		},
	},
	{
		id:     "INC-06 the owner of a city rolls its die, with province or without",
		preset: earning,
		game: `fall 1454 orders
			die genoa 1
			roll income genoa 1 = 6
			France owns city Genoa
			Milan owns province Genoa`,
		want: "France earns 14: seas 0, provinces 4, cities 6, variable 4",
	},
	{
		id:     "INC-06 not without the province where both are needed",
		preset: earning + " city-variable-income-needs=city-and-province",
		game: `fall 1454 orders
			die genoa 1
			roll income genoa 1 = 6
			France owns city Genoa
			Milan owns province Genoa`,
		want: "France earns 10: seas 0, provinces 4, cities 6, variable 0",
	},
	{
		id:     "INC-06 in sieges, famines and revolts",
		preset: earning,
		game: `fall 1454 orders
			die genoa 1
			roll income genoa 1 = 6
			France: G Genoa
			Milan: A Genoa`,
		orders: "Milan: A Genoa B",
		want:   "France earns 11: seas 0, provinces 4, cities 3, variable 4",
	},
	{
		id:     "INC-06 in 1978 a besieged city has no income at all",
		preset: "battleline-1978-advanced",
		game: `fall 1454 orders
			die genoa 1
			France: G Genoa
			Milan: A Genoa`,
		orders: "Milan: A Genoa B",
		want:   "France earns 7: seas 0, provinces 4, cities 3, variable 0",
	},
	{
		id:     "INC-06 nor has a rebelling one",
		preset: "battleline-1978-advanced",
		game: `fall 1454 orders
			die genoa 1
			France owns Genoa
			Genoa city rebels against France`,
		want: "France earns 8: seas 0, provinces 5, cities 3, variable 0",
	},
	{
		id:     "INC-06 a garrison keeps the die in a rebelling province",
		preset: "battleline-1978-advanced garrison-hold-quells=no",
		game: `fall 1454 orders
			die genoa 1
			roll income genoa 1 = 6
			France: G Genoa
			Genoa province rebels against France`,
		want: "France earns 14: seas 0, provinces 4, cities 6, variable 4",
	},
	{
		id:     "INC-07 without dice an even spring brings fours",
		preset: earning + " dice=off",
		game: `fall 1455 orders
			die venice 2`,
		want: "Venice earns 24: seas 0, provinces 10, cities 6, variable 8",
	},
	{
		id:     "TIME-04 and an odd one threes, and nothing is rolled",
		preset: earning + " dice=off",
		game: `fall 1454 orders
			die austria 1
			die venice 2`,
		check: func(t *testing.T, g *game) {
			res := g.play("")
			expect(t, tell(res), `
				Austria earns 10: seas 0, provinces 4, cities 3, variable 3
				Venice earns 22: seas 0, provinces 10, cities 6, variable 6`)
			if len(res.Rolls) != 0 {
				t.Errorf("thrown: %v", res.Rolls)
			}
		},
	},
	{
		id:     "INC-08 it is added to what is there",
		preset: earning,
		game: `fall 1454 orders
			Milan has 30000 ducats`,
		want: "treasury Milan: 30012",
	},
	{
		id:     "INC-08 a power without anything earns nothing, and is told so",
		preset: earning + " elimination-timing=end-of-campaign",
		game: `fall 1454 orders
			Venice owns Albania, Durazzo, Tunis, Herzegovina, Bosnia
			Turks owns city Tunis
			famine Tunis`,
		want: "Turks earns 0: seas 0, provinces 0, cities 0, variable 0",
	},
	{
		id:     "INC-09 an eliminated power earns nothing, an autonomous garrison neither",
		preset: earning,
		game: `fall 1454 orders
			Venice owns Albania, Durazzo, Tunis, Herzegovina, Bosnia
			autonomous: G Milan, G Genoa`,
		want: `
			Turks eliminated
			never Turks earns
			Milan earns 8: seas 0, provinces 6, cities 2, variable 0`,
	},
	{
		id:     "GARR-03 autonomous garrisons cost nothing and earn nothing",
		preset: earning,
		game: `fall 1454 orders
			autonomous: G Ferrara
			die genoa 1`,
		orders: "---",
		want: `
			autonomous: G Ferrara
			treasury Milan: 12`,
	},
	{
		id:     "INC-10 a fortress pays nothing",
		preset: earning + " fortresses=on",
		game: `fall 1454 orders
			Naples: G Salerno`,
		want: "Naples earns 13: seas 0, provinces 8, cities 5, variable 0",
	},
	{
		id:     "INC-10 or one ducat, as a city with walls would",
		preset: earning + " fortresses=on fortress-income=1",
		game: `fall 1454 orders
			Naples: G Salerno, A Patrimony
			Papacy: G Patrimony
			famine Aquila`,
		want: `
			Naples earns 14: seas 0, provinces 8, cities 6, variable 0
			Papacy earns 16: seas 0, provinces 7, cities 9, variable 0`,
	},
	{
		id:     "OPT-12 provinces and seas pay by the board's column",
		preset: earning + " province-income=on",
		game: `fall 1454 orders
			Turks: F Ionian Sea`,
		check: func(t *testing.T, g *game) {
			b := *g.pos.Setting.Board
			b.Areas = append(b.Areas[:0:0], b.Areas...)
			b.Areas[g.place("Ionian Sea").At].Pays = 3
			b.Areas[g.place("Bosnia").At].Pays = 0
			b.Areas[g.place("Tunis").At].Pays = 9
			g.pos.Setting.Board = &b
			expect(t, tell(g.play("")), "Turks earns 19: seas 3, provinces 12, cities 4, variable 0")
		},
	},
	{
		id:     "OPT-07 a land taxed by force earns nothing that year, where taxation lasts",
		preset: earning + " forced-taxation=lasting",
		game: `fall 1454 orders
			taxed Milan`,
		want: "Milan earns 8: seas 0, provinces 6, cities 2, variable 0",
	},
	{
		id:     "OPT-07 nor is anything built there; the year after it does again",
		preset: earning + " forced-taxation=lasting",
		game: `winter 1454 adjustments
			Milan has 20 ducats
			taxed Milan`,
		orders: "Milan: B A Milan; B A Pavia",
		want: `
			Milan refused "B A Milan"
			Milan: A Pavia`,
		check: func(t *testing.T, g *game) {
			at := g.place("Milan").At
			if g.pos.Taxed.Has(at) || !g.pos.TaxedBefore.Has(at) {
				t.Errorf("taxed %v, the year before %v", g.pos.Taxed.Has(at), g.pos.TaxedBefore.Has(at))
			}
		},
	},
	{
		id:     "OPT-07 it earns where taxation does not last",
		preset: earning + " forced-taxation=any-season",
		game: `fall 1454 orders
			taxed Milan`,
		want: "Milan earns 12: seas 0, provinces 7, cities 5, variable 0",
	},
	{
		id:     "BUG-16 a conquered country keeps its die to its last province",
		preset: earning,
		game: `fall 1454 orders
			die naples 1
			roll income naples 1 = 6
			Turks holds naples
			Turks owns Capua
			Venice owns Bari, Naples, Messina, Palermo, Otranto, Salerno, Aquila
			Naples holds milan
			Naples owns Milan`,
		want: `
			country naples: Turks
			Turks earns 14: seas 0, provinces 6, cities 4, variable 4`,
	},
	{
		id:     "BUG-20 every die finds its place in the row",
		preset: earning,
		game: `fall 1454 orders
			die milan 1`,
		check: func(t *testing.T, g *game) {
			for year := range 3000 {
				g.pos.Phase.Year = year + 1
				checkRange(t, g)
			}
			for face := 1; face <= 6; face++ {
				g.rolls = map[string]int{"income milan 1": face}
				checkRange(t, g)
			}
		},
	},
	{
		id: "T-INC-1",
		check: fixed(`
			Turks: F Ionian Sea, G Bari
			Venice: A Bari
			Turks owns Bari
			siege Bari`, "Turks 1+1+0"),
	},
	{
		id: "T-INC-2",
		check: fixed(`
			Milan: A Florence
			Florence: G Florence
			Milan owns province Florence
			Florence owns city Florence`, "Milan 0+1+0, Florence 0+0+3"),
	},
	{
		id:     "T-INC-3",
		preset: earning,
		game: `fall 1454 orders
			die naples 1
			roll income naples 1 = 3
			Turks holds naples
			Turks owns Capua
			Venice owns Bari, Naples, Messina, Palermo, Otranto, Salerno, Aquila`,
		want: "Turks earns 12: seas 0, provinces 6, cities 4, variable 2",
	},
	{
		id: "T-INC-4",
		check: fixed(`
			Venice owns Verona
			famine Verona`, "Venice 0+0+0"),
	},
	{
		id:     "T-INC-5",
		preset: earning,
		game: `fall 1454 orders
			die genoa 1
			autonomous: G Genoa`,
		check: func(t *testing.T, g *game) {
			if rolls := g.play("").Rolls; len(rolls) != 0 {
				t.Errorf("thrown: %v", rolls)
			}
		},
	},
	{id: "T-INC-6 besieged", check: genoese("France: G Genoa\nMilan: A Genoa\nsiege Genoa", 1)},
	{id: "T-INC-6 rebelling", check: genoese("Genoa rebels against France", 0)},
	{id: "T-INC-6 in famine", check: genoese("famine Genoa", 0)},
	{id: "T-INC-6 at peace", check: genoese("France: G Genoa", 4)},
	{
		id:     "T-INC-7",
		preset: earning + " dice=off",
		game: `fall 1455 orders
			die venice 2`,
		want: "Venice earns 24: seas 0, provinces 10, cities 6, variable 8",
	},
}

// rows holds the ducats for each face of a die, by the row of variable income
// (INC-04).
var rows = map[string][6]machiavelli.Ducats{
	"austria": {1, 2, 3, 3, 4, 4}, "florence": {1, 2, 3, 3, 4, 5}, "genoa": {1, 2, 2, 3, 3, 4},
	"milan": {2, 3, 3, 4, 4, 5}, "naples": {1, 2, 2, 3, 3, 4}, "venice": {2, 3, 3, 4, 4, 5},
}

// die reads a line such as "venice 2", which adds two dice to the country of
// that name or, if there is none, to the city.
func (g *game) die(text string) {
	g.t.Helper()
	name, dice, _ := strings.Cut(text, " ")
	d := position.Die{Row: name, Ducats: rows[name], Dice: number(g.t, dice), Country: -1}
	for i, c := range g.pos.Setting.Countries {
		if c.ID == name {
			d.Country = i
		}
	}
	if d.Country < 0 {
		d.City = g.place(name).At
	}
	g.pos.Setting.Dice = append(g.pos.Setting.Dice, d)
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// checkRange plays a fall and checks the income from Milan's die.
func checkRange(t *testing.T, g *game) {
	t.Helper()
	for _, f := range tell(g.play("")) {
		var total, variable int
		if n, _ := fmt.Sscanf(f, "Milan earns %d: seas 0, provinces 7, cities 5, variable %d", &total, &variable); n == 2 {
			if variable < 2 || variable > 5 || total != 12+variable {
				t.Fatal(f)
			}
			return
		}
	}
	t.Fatal("Milan earns nothing")
}

// fixed checks what seas, provinces and cities pay in a position in which powers own only what
// the lines say, as in "Turks 1+1+0, Milan …".
func fixed(lines, want string) func(*testing.T, *game) {
	return func(t *testing.T, _ *game) {
		g := newGame(t, earning, "fall 1454 orders")
		g.pos.Province, g.pos.City = [board.Max]machiavelli.Power{}, [board.Max]machiavelli.Power{}
		for line := range strings.SplitSeq(strings.TrimSpace(lines), "\n") {
			g.read(strings.TrimSpace(line))
		}
		all := g.earnings()
		for w := range strings.SplitSeq(want, ", ") {
			name, sums, _ := strings.Cut(w, " ")
			e := all[g.power(name)]
			if got := fmt.Sprintf("%d+%d+%d", e.Seas, e.Provinces, e.Cities); got != sums {
				t.Errorf("%s earns %s, want %s", name, got, sums)
			}
		}
	}
}

// genoese checks that France, which owns the city of Genoa, rolls Genoa's die,
// and checks what the province and the city pay in addition.
func genoese(lines string, pays machiavelli.Ducats) func(*testing.T, *game) {
	return func(t *testing.T, _ *game) {
		g := newGame(t, earning, "fall 1454 orders\ndie genoa 1\nroll income genoa 1 = 6\nFrance owns Genoa")
		for line := range strings.SplitSeq(lines, "\n") {
			g.read(line)
		}
		e := g.earnings()[g.power("France")]
		if e.Provinces+e.Cities != 7+pays || e.Variable != 4 {
			t.Errorf("%+v, want %d of Genoa and 4 of its die", e, pays)
		}
	}
}

// earnings returns the fixed income of the position.
func (g *game) earnings() (all [machiavelli.MaxPowers]event.Income) {
	var s state
	s.begin(g.pos, nil, &g.rules, dice.New([]byte("test"), "fall 1454", g.rolls))
	s.fixedIncome(&all)
	s.variableIncome(&all, 1455, false)
	return all
}
