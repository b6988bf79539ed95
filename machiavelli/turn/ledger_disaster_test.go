package turn

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

const (
	withFamine = "njudge-classic"
	withPlague = "njudge-classic famine=off plague=on"
	withStorms = "njudge-classic famine=off storms=on"
)

var disasterCases = []ledgerCase{
	{
		id:     "FAM-01 famine is rolled for after fall, before the income",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 8
			roll famine row = 5
			roll famine column = 8`,
		want: `
			famine in Milan
			Milan earns 8: seas 0, provinces 6, cities 2, variable 0`,
	},
	{
		id:     "FAM-01 not after spring or summer",
		preset: withFamine,
		game:   "summer 1454 orders",
		want:   "never famine",
	},
	{
		id: "FAM-01 nor where the game has none",
		game: `fall 1454 orders
			roll famine severity = 8`,
		want: "never famine",
	},
	{id: "FAM-02 no disaster", check: severities("judge-2d6", "2 - 3 -")},
	{id: "FAM-02 the old judge's chart", check: severities("judge-2d6", "4 row 5 column 6 row 7 column 8 both 12 both")},
	{id: "FAM-02 the chart of 1978", check: severities("original-2d6", "3 - 4 row 5 column 6 column 7 row 8 both")},
	{id: "FAM-02 the chart of 1995", check: severities("d6-1995", "1 - 2 row 3 row 4 column 5 column 6 both")},
	{
		id:     "FAM-03 only the dice called for are thrown",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 6
			roll famine row = 6`,
		check: func(t *testing.T, g *game) {
			rolls := g.play("").Rolls
			if _, ok := rolls["famine column"]; ok || rolls["famine row"] != 6 || rolls["famine severity"] != 6 {
				t.Errorf("thrown: %v", rolls)
			}
		},
	},
	{
		id:     "FAM-04 a place hit twice counts once, and an empty cell for nothing",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 9
			roll famine row = 12
			roll famine column = 2`,
		want: "famine 9, row 12, column 2: Aquila, Avignon, Ferrara, Friuli, Istria, Lucca, Marseilles, Pisa, Savoy, Tivoli",
	},
	{
		id:     "FAM-05 no income of the province, and of the city only with a garrison",
		preset: "njudge-classic famine=off",
		game: `fall 1454 orders
			famine Milan
			famine Pavia
			famine Swiss
			Milan: G Milan
			France: A Swiss`,
		want: `
			Milan earns 9: seas 0, provinces 5, cities 4, variable 0
			France earns 5: seas 0, provinces 3, cities 2, variable 0`,
	},
	{
		id:     "FAM-05 nor are units built",
		preset: withFamine,
		game: `winter 1454 adjustments
			famine Milan
			Milan has 20 ducats`,
		orders: "Milan: B A Milan; B G Milan",
		want: `
			Milan refused "B A Milan"
			Milan refused "B G Milan"`,
	},
	{
		id:     "FAM-06 a unit kept there through the winter starves in spring",
		preset: withFamine,
		game: `winter 1454 adjustments
			famine Milan
			Milan: A Milan
			Milan has 3 ducats`,
		orders: `
			Milan: maintain A Milan
			---
			Milan: A Milan H`,
		want: `
			Milan A Milan gone: famine
			never Milan: A Milan`,
	},
	{
		id:     "FAM-07 the marker stands until the end of spring",
		preset: "njudge-classic",
		game: `winter 1454 adjustments
			famine Milan
			Milan: A Milan
			Milan has 3 ducats`,
		orders: `
			---
			Milan: A Milan - Pavia`,
		want: `
			Milan: A Pavia
			never famine in Milan`,
	},
	{
		id:     "FAM-07 relief before that saves the units",
		preset: "njudge-classic",
		game: `spring 1455 orders
			famine Milan
			Milan: A Milan
			Milan has 3 ducats`,
		orders: "Milan: E1 3 famine relief Milan",
		want: `
			Milan: A Milan
			never famine kills`,
	},
	{
		id:     "FAM-08 nothing is rolled for the first spring",
		preset: withFamine,
		game:   "spring 1454 orders",
		check: func(t *testing.T, g *game) {
			res := g.open()
			expect(t, tell(res), "never famine")
		},
	},
	{
		id:     "FAM-08 unless first-spring-famine is on",
		preset: withFamine + " first-spring-famine=yes",
		game: `spring 1454 orders
			roll famine severity = 4
			roll famine row = 2`,
		check: func(t *testing.T, g *game) {
			expect(t, tell(g.open()), `
				famine 4, row 2, column 0: Ancona, Corsica, Modena, Patrimony, Provence
				famine in Ancona
				Papacy earns 10: seas 0, provinces 6, cities 4, variable 0`)
		},
	},
	{
		id:     "FAM-09 Perugia has a cell in the completed table only",
		preset: withFamine + " disaster-tables=completed",
		game: `fall 1454 orders
			roll famine severity = 4
			roll famine row = 2`,
		want: "famine 4, row 2, column 0: Ancona, Corsica, Modena, Patrimony, Perugia, Provence",
	},
	{
		id:     "FAM-09 what is out of play is not struck",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 4
			roll famine row = 2`,
		check: func(t *testing.T, g *game) {
			g.pos.Setting.OffBoard.Add(g.place("Provence").At)
			expect(t, tell(g.play("")), "famine 4, row 2, column 0: Ancona, Corsica, Modena, Patrimony")
		},
	},
	{
		id:     "T-FAM-1",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 3`,
		want: "famine 3, row 0, column 0: nothing",
	},
	{
		id:     "T-FAM-2",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 6
			roll famine row = 6`,
		check: strikes("famine", "mar rag vic cri ber pst spo pia hun"),
	},
	{
		id:     "T-FAM-3",
		preset: withFamine + " disaster-severity=original-2d6",
		game: `fall 1454 orders
			roll famine severity = 6
			roll famine column = 4`,
		check: strikes("famine", "pro otr bol vic sla rme cro sar ven"),
	},
	{
		id:     "T-FAM-4",
		preset: withFamine,
		game: `fall 1454 orders
			roll famine severity = 8
			roll famine row = 5
			roll famine column = 8`,
		check: strikes("famine", "fri bol slr ver aus mil sie dur cor pon spo are man tyr luc"),
	},
	{
		id:     "PLAGUE-01 it comes between spring and summer and kills every unit, rebels apart",
		preset: withPlague,
		game: `spring 1454 orders
			roll plague severity = 4
			roll plague row = 4
			Milan: A Savoy, G Pavia, F Marseilles, A Turin
			autonomous: G Savoy
			Pavia province rebels against Milan`,
		orders: "Milan: A Savoy B",
		want: `
			plague 4, row 4, column 0: Friuli, Marseilles, Pavia, Rome, Savoy
			Milan A Savoy gone: plague
			nobody G Savoy gone: plague
			never Savoy is besieged
			Milan: A Turin
			Pavia province rebels against Milan
			next summer 1454 orders`,
	},
	{
		id:     "PLAGUE-01 not at another time",
		preset: withPlague,
		game:   "summer 1454 orders",
		want:   "never plague",
	},
	{
		id:     "PLAGUE-01 nor in a year of two campaigns",
		preset: withPlague + " seasons-per-year=2",
		game:   "spring 1454 orders",
		want:   "never plague",
	},
	{
		id:     "PLAGUE-02 four provinces have a cell in the completed table only",
		preset: withPlague,
		game: `spring 1454 orders
			roll plague severity = 6
			roll plague row = 6`,
		check: strikes("plague", "tur sie mes pad aus fer"),
	},
	{
		id:     "PLAGUE-02 Ragusa is one of them",
		preset: withPlague + " disaster-tables=completed",
		game: `spring 1454 orders
			roll plague severity = 6
			roll plague row = 6`,
		check: strikes("plague", "tur sie mes pad aus fer rag"),
	},
	{
		id:     "PLAGUE-03 who starved does not die of the plague",
		preset: withPlague,
		game: `spring 1454 orders
			famine Pavia
			roll plague severity = 4
			roll plague row = 4
			Milan: A Pavia, A Savoy`,
		want: `
			Milan A Pavia gone: famine
			Milan A Savoy gone: plague`,
	},
	{
		id:     "BUG-35 there is plague in every year",
		preset: withPlague,
		game: `spring 1340 orders
			roll plague severity = 4
			roll plague row = 4
			Milan: A Pavia`,
		want: "Milan A Pavia gone: plague",
	},
	{
		id:     "T-PLAGUE-1",
		preset: withPlague,
		game: `spring 1454 orders
			roll plague severity = 4
			roll plague row = 4`,
		check: strikes("plague", "sav fri rme mar pav"),
	},
	{
		id:     "T-PLAGUE-2",
		preset: withPlague,
		game: `spring 1454 orders
			roll plague severity = 12
			roll plague row = 8
			roll plague column = 6`,
		check: strikes("plague", "dur nap mod per cre ven flo crn dal mes psa"),
	},
	{
		id:     "T-STORM-1",
		preset: withStorms,
		game: `fall 1454 orders
			roll storm severity = 9
			roll storm row = 3
			roll storm column = 4`,
		check: strikes("storm", "wgl bot las"),
	},
	{
		id:     "STORM-01 fleets at sea sink, those in port do not",
		preset: withStorms,
		game: `fall 1454 orders
			roll storm severity = 9
			roll storm row = 3
			roll storm column = 4
			Turks: F Lower Adriatic Sea, F Albania, F Ionian Sea`,
		want: `
			Turks F Lower Adriatic Sea gone: storm
			Turks: F Albania, F Ionian Sea
			Turks earns 10: seas 1, provinces 5, cities 4, variable 0`,
	},
	{
		id:     "STORM-01 after the builds, where storms come then",
		preset: withStorms + " storm-timing=after-builds",
		game: `fall 1454 orders
			roll storm severity = 9
			roll storm row = 3
			roll storm column = 4
			Turks: F Lower Adriatic Sea`,
		orders: `
			---
			Turks: maintain F Lower Adriatic Sea`,
		want: `
			storm 9, row 3, column 4: Bay of Tunis, Lower Adriatic Sea, Western Gulf of Lyons
			Turks pays 3 for F Lower Adriatic Sea
			Turks F Lower Adriatic Sea gone: storm
			next spring 1455 orders`,
	},
	{
		id:     "STORM-01 also when the winter is passed over because nothing can be built",
		preset: free + " storms=on storm-timing=after-builds",
		game: `fall 1454 orders
			roll storm severity = 9
			roll storm row = 3
			roll storm column = 4
			Turks: F Lower Adriatic Sea`,
		check: func(t *testing.T, g *game) {
			g.pos.Famine = g.pos.Setting.Board.Land
			expect(t, tell(g.play("")), `
				Turks F Lower Adriatic Sea gone: storm
				next spring 1455 orders`)
		},
	},
	{
		id:     "STORM-01 not after fall then",
		preset: withStorms + " storm-timing=after-builds",
		game:   "fall 1454 orders",
		want:   "never storm",
	},
	{
		id:     "OPT-13 there are storms only where the game has them",
		preset: withFamine,
		game:   "fall 1454 orders",
		want:   "never storm",
	},
	{
		id:     "BUG-19 disasters and incomes differ from year to year, and fall alike when a year is played again",
		preset: withFamine,
		game: `fall 1454 orders
			die milan 1`,
		check: func(t *testing.T, g *game) {
			seen := map[string]bool{}
			for year := 1454; year < 1464; year++ {
				g.pos.Phase.Year = year
				first, again := tell(g.play("")), tell(g.play(""))
				if strings.Join(first, "\n") != strings.Join(again, "\n") {
					t.Errorf("%d is not the same again", year)
				}
				seen[strings.Join(named(first, "famine ", "Milan earns"), "\n")] = true
			}
			if len(seen) < 5 {
				t.Errorf("only %d different years of 10", len(seen))
			}
		},
	},
}

// named returns the facts that begin with one of the words.
func named(facts []string, words ...string) []string {
	var out []string
	for _, f := range facts {
		for _, w := range words {
			if strings.HasPrefix(f, w) {
				out = append(out, f)
			}
		}
	}
	return out
}

// severities checks for which rolls a chart calls for a row or a column, as in "4 row 5 column".
func severities(chart, want string) func(*testing.T, *game) {
	return func(t *testing.T, _ *game) {
		g := newGame(t, "njudge-classic disaster-severity="+chart, "fall 1454 orders")
		words := strings.Fields(want)
		for i := 0; i < len(words); i += 2 {
			roll := number(t, words[i])
			row, column := Severity(g.rules.DisasterSeverity, roll)
			got := "-"
			switch {
			case row && column:
				got = "both"
			case row:
				got = "row"
			case column:
				got = "column"
			}
			if got != words[i+1] {
				t.Errorf("%d calls for %s, want %s", roll, got, words[i+1])
			}
		}
	}
}

// strikes checks which places a disaster strikes in the phase.
func strikes(what, places string) func(*testing.T, *game) {
	return func(t *testing.T, g *game) {
		var want board.Set
		for _, name := range strings.Fields(places) {
			want.Add(g.place(name).At)
		}
		res := g.play("")
		tells := telling{p: res.Next}
		for _, f := range tell(res) {
			head, got, _ := strings.Cut(f, ": ")
			if strings.HasPrefix(head, what+" ") && strings.Contains(head, "row") {
				if got != tells.areas(want) {
					t.Errorf("%s: struck %s, want %s", head, got, tells.areas(want))
				}
				return
			}
		}
		t.Errorf("no %s in %s", what, machiavelli.Phase.String(g.pos.Phase))
	}
}
